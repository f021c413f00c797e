"""Power cuts: of the host at any moment, of the board at any moment. Every token counts once, whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from lairkeeper.board import BoardEvent, LockstepLink, SimulatedBoard
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table, demo_uid

pytestmark = pytest.mark.chain

SEATS = ("Ana", "Bo")
READERS = ("tap", "seat-1", "seat-2")
EPOCH = 1_767_225_600.0


def begin(db: Path) -> None:
    """Begin a match that waits in the database."""
    with Store.open(db) as store:
        hub = Hub(store)
        hub.enrol_demo_set("forever-evil")
        assert isinstance(hub.start("forever-evil", SEATS, level="score", ruleset={"turn-end": "told"}), Table)


def tokens(db: Path) -> dict[str, int]:
    """Return the tokens that a restarted app believes in."""
    with Store.open(db) as store:
        table = Hub(store).resume_last()
        assert table is not None
        table.pump()
        return dict(table.view().tokens)


class Host:
    """``lairkeeper serve`` or ``link`` as a process of its own, to be killed."""

    def __init__(self, db: Path, port: str, *verb: str) -> None:
        words = verb or ("serve", "--headless")
        command = [sys.executable, "-m", "lairkeeper", *words, "--db", str(db), "--board", port]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def kill(self) -> None:
        """As the power does: SIGKILL, no goodbye."""
        assert self.process.poll() is None, (self.process.stderr and self.process.stderr.read()) or b""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        """As a person does: Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(10)


def until(so: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is so, as long as a busy machine may need; whether it is must be asked afterwards."""
    end = time.monotonic() + seconds
    while not so() and time.monotonic() < end:
        time.sleep(0.05)


def lay(board: SimulatedBoard, reader: str, component: str) -> str:
    """Lay a token down until the reader's light answers; returns its UID."""
    uid = demo_uid("forever-evil", component)
    before = len(board.shown(reader))
    board.place(reader, uid)
    until(lambda: len(board.shown(reader)) > before)
    return uid


def tap(board: SimulatedBoard, reader: str, component: str) -> None:
    """Lay a token down and take it away, at the speed of a hand."""
    uid = lay(board, reader, component)
    time.sleep(0.3)
    board.take(reader, uid)
    time.sleep(0.7)


def told(db: Path, port: str, true: dict[str, int], *verb: str) -> dict[str, int]:
    """Return the tokens that the app believes in once it has had the time to hear everything.

    Start hosts until it is true.
    """
    for patience in (8, 15, 30):
        if tokens(db) == true:
            break
        host = Host(db, port, *verb)
        time.sleep(patience)
        host.kill()
    return tokens(db)


def test_the_host_is_killed_again_and_again_and_every_token_counts_once(tmp_path: Path) -> None:
    rng = Random(5)
    db = tmp_path / "kill.db"
    begin(db)
    true = dict.fromkeys(SEATS, 0)
    with SimulatedBoard(READERS, paced=True) as board:
        host = Host(db, board.port)
        for n in range(1, 17):
            seat = rng.randrange(2)
            true[SEATS[seat]] += 1
            if n % 4 == 0:  # in the middle of a tap, or between two
                host.kill()
                host = Host(db, board.port)
                time.sleep(rng.random() * 1.2)
            tap(board, f"seat-{seat + 1}", f"vp-1#{1 + n % 10}")
        host.kill()
        assert told(db, board.port, true) == true


def test_a_match_over_a_link_that_is_cut_again_and_again_has_the_right_score(tmp_path: Path) -> None:
    """Only ``lairkeeper link`` is there to listen: killed, ended, left without its board while a token lies there."""
    rng = Random(6)
    db = tmp_path / "cut.db"
    begin(db)
    true = dict.fromkeys(SEATS, 0)
    with SimulatedBoard(READERS, paced=True) as board:
        host = Host(db, board.port, "link")
        time.sleep(2)
        for n in range(12):
            seat, value = rng.randrange(2), rng.choice((1, 5, 10))
            true[SEATS[seat]] += value
            uid = lay(board, f"seat-{seat + 1}", f"vp-{value}#{1 + n % 4}")
            match n % 4:
                case 1:
                    host.kill()
                    host = Host(db, board.port, "link")
                case 2:
                    host.stop()
                    host = Host(db, board.port, "link")
                case 3:
                    time.sleep(2.5)  # acknowledged, or in the board's journal
                    board.restart()
            board.take(f"seat-{seat + 1}", uid)
            time.sleep(0.5)
        host.stop()
        assert told(db, board.port, true, "link") == true


def test_no_scan_whose_light_showed_safe_is_lost_when_the_board_loses_power(tmp_path: Path) -> None:
    rng = Random(3)
    with Store.open(tmp_path / "board.db") as store, SimulatedBoard(READERS, paced=False, seed=3) as board:
        placed: list[BoardEvent] = []
        clock = {"link": None}
        clocks = Clocks(
            lambda: clock["link"].time() if clock["link"] else EPOCH,
            lambda: clock["link"].now_ms / 1000 if clock["link"] else 0.0,
        )
        hub = Hub(store, clocks=clocks)

        def received(events: list[BoardEvent]) -> None:
            placed.extend(event for event in events if event.kind == "+")
            hub.received(events)

        link = LockstepLink(board, store.inbox, on_events=received, on_snapshot=hub.lying, epoch=EPOCH)
        clock["link"] = link
        hub.add_link(link)
        hub.enrol_demo_set("forever-evil")
        table = hub.start("forever-evil", SEATS, level="score", ruleset={"turn-end": "told"})
        assert isinstance(table, Table)
        link.start()
        kills = 0
        for n in range(40):
            seat = rng.randrange(2)
            reader = f"seat-{seat + 1}"
            uid = demo_uid("forever-evil", f"vp-1#{1 + n % 10}")
            before, events = len(board.shown(reader)), len(placed)
            board.place(reader, uid)
            link.advance(rng.randint(0, 400))
            if rng.random() < 0.4:
                board.kill()
                safe = "safe" in board.shown(reader)[before:]
                kept = any(event.uid == uid.lower() for event in placed[events:])
                assert kept or not safe, f"tap {n}: the light said safe, and the inbox does not have it"
                kills += 1
                board.restart()
            link.advance(3_000)  # comes back, tells what lies there
            board.take(reader, uid)
            link.advance(700)
            hub.pump()
            assert sum(table.view().tokens.values()) == n + 1, f"after tap {n} and {kills} power cuts"
        link.close()
        assert kills >= 10
