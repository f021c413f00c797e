"""kill -9 at any moment: what was confirmed is there, and nothing is there in part."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lairkeeper.store import Store

WRITER = """
import sys
from lairkeeper.board import BoardEvent
from lairkeeper.store import Store

store = Store.open(sys.argv[1])
match = store.matches.current() or store.matches.create({"game": "toy", "seats": ["Ana"]}, 0.0)
seq = (store.inbox.last("b") or ("x", 0))[1]
while True:
    seq += 2
    store.inbox.receive([BoardEvent("b", "x", s, s, float(s), "+", "tap", ("04aa",)) for s in (seq - 1, seq)])
    print("kept", seq, flush=True)
    rows = [row.id for row in store.inbox.unconsumed()]
    store.journal.append(match, {"seq": seq}, at=float(seq), who="scan", why="tap", consumed=rows)
    print("recorded", seq, flush=True)
"""


@pytest.mark.parametrize("delay", [0.05, 0.11, 0.17])
def test_nothing_confirmed_is_lost_by_kill_9(path: Path, delay: float) -> None:
    confirmed = {"kept": 0, "recorded": 0}
    for _ in range(2):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            lines = [writer.stdout.readline()]
            time.sleep(delay)
            writer.send_signal(signal.SIGKILL)
            lines += writer.stdout.readlines()
        for line in lines:
            if line.endswith("\n"):
                what, seq = line.split()
                confirmed[what] = int(seq)
    assert confirmed["recorded"] > 0
    with Store.open(path) as store:
        last = store.inbox.last("b")
        assert last is not None
        assert last[1] >= confirmed["kept"]
        assert last[1] % 2 == 0, "half of a batch was kept"
        journal = store.journal.read(1)
        assert journal[-1].record["seq"] >= confirmed["recorded"]
        used = [each for row in journal for each in row.consumed]
        assert len(used) == len(set(used))
        assert len(used) + len(store.inbox.unconsumed()) == last[1]
