"""A whole match by itself through firmware, link, store, senses and rules; then the app is compared with the truth."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from subprocess import PIPE
from typing import Any

import pytest

from ..fresh import some

pytestmark = pytest.mark.chain

SHORT = (("forever-evil", "score", 4, 7, ()), ("evil-101", "full", 4, 6, ()), ("evil-101", "score", 3, 3, ()))


def auto(*words: str, hashes: int | None = None, held_up: bool = False) -> tuple[int, dict[str, Any], str]:
    """``lairkeeper demo --auto`` as a user runs it: exit status, report, standard error.

    ``hashes`` seeds the order of sets; ``held_up``: host and board stand still again and again, by turns.
    """
    command = [sys.executable, "-m", "lairkeeper", "demo", "--auto", "--headless", "--json", *words]
    environment = os.environ | ({} if hashes is None else {"PYTHONHASHSEED": str(hashes)})
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True, env=environment) as running:
        if held_up:
            hold_up(running)
        out, errors = running.communicate(timeout=200)
    lines = out.splitlines()
    assert len(lines) == 1, f"one line on standard output and nothing else, not {out!r} {errors!r}"
    return running.returncode, json.loads(lines[0]), errors


def hold_up(running: subprocess.Popen[str]) -> None:
    """Stop the host or its board for some time, as a busy machine does, until the match is over."""
    rng, held = Random(1), 0
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    while running.poll() is None:
        time.sleep(rng.uniform(0.01, 0.25))
        with contextlib.suppress(OSError):
            who = rng.choice([running.pid, *map(int, children.read_text().split())])
            os.kill(who, signal.SIGSTOP)
            time.sleep(rng.choice((0.002, 0.01, 0.05, 0.3)))
            os.kill(who, signal.SIGCONT)
            held += 1
    assert held > 10, "the match was hardly held up"


@pytest.mark.parametrize(
    ("game", "level", "players", "seed", "rules"),
    [
        *some(
            [("forever-evil", "score", 4, 7, ()), ("evil-101", "full", 4, 6, ()), ("evil-101", "score", 3, 3, ())], 1
        ),
        pytest.param("forever-evil", "deck", 2, 4, (), marks=pytest.mark.soak),
        pytest.param("forever-evil", "deck", 2, 9, ("--rule", "variant=teams"), marks=pytest.mark.soak),
        pytest.param("forever-evil", "full", 2, 8, (), marks=pytest.mark.soak),
        pytest.param("dc-forever", "full", 2, 1, (), marks=pytest.mark.soak),
    ],
)
def test_a_whole_match_through_the_firmware(
    game: str, level: str, players: int, seed: int, rules: tuple[str, ...]
) -> None:
    status, report, _ = auto(
        "--game", game, "--level", level, "--players", str(players), "--seed", str(seed), *rules
    )  # fmt: skip
    assert report["interpreter"].startswith("MicroPython")
    assert report["level"] == level
    assert report["finished"]
    assert report["winners"]
    assert len(report["scores"]) == players
    scans = report["scans"]
    assert scans["sent"] > (100 if game == "forever-evil" else 40)
    assert report.get("numbers") == (None if game == "forever-evil" else "proxy")
    assert scans["accepted"] == scans["sent"]
    assert (scans["lost"], scans["doubled"]) == (0, 0)
    assert scans["noise"] > 0, "the players made no mistake that the app had to catch"
    assert report["differences"] == []
    assert report["leaks"] == []
    assert status == 0


def test_the_same_seed_gives_the_same_line_however_busy_the_machine_and_whatever_order_sets_have() -> None:
    """With one reader, in French."""
    words = (
        "--level",
        "score",
        "--players",
        "2",
        "--seed",
        "11",
        "--layout",
        "tap",
        "--rule",
        "edition=fr",
        "--lang",
        "fr",
    )
    _, first, _ = auto(*words, hashes=1)
    _, second, _ = auto(*words, hashes=2, held_up=True)
    assert first | {"seconds": 0} == second | {"seconds": 0}
    assert first["differences"] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--players", "6"), "2 to 5 players"),
        (("--level", "everything"), "no level 'everything'"),
        (("--game", "ludo"), "no game 'ludo'"),
        (("--level", "score", "--rule", "promos=maybe"), "promos cannot be maybe"),
        (("--rule", "promos"), "NAME=VALUE"),
        (("--level", "score", "--players", "3", "--rule", "variant=teams"), "even number of players"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(words: tuple[str, ...], says: str) -> None:
    command = [sys.executable, "-m", "lairkeeper", "demo", "--auto", "--headless", "--json", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert says in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
