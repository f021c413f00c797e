"""`make mutants`: changes drawn by chance from the rules, each on trial before the plays and tests that run it.

Writes build/mutants.json (a score a room) and build/mutants.txt (the changes that nothing noticed).

Libraries were looked at and left: mutmut and cosmic-ray change every place of a project, start the tests anew for each
change or take over the folder of sources, know neither seats nor zones, and draw no sample. What is needed of them is
the standard library's ``ast``, a fork for each change, and pytest's own runner; ``coverage`` tells what a test runs.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import secrets
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

import pytest

from .choosing import chosen
from .patching import functions
from .reach import PROCESSES, WORDS, Reach, quiet, reach
from .report import Outcome, write
from .rooms import ROOMS, ROOT, Room, module_of
from .sites import Site, sites
from .trial import Bench, Trial

SAMPLE: Final = 300
ENOUGH: Final = 0.9
"""The least score of a room."""

Say = Callable[[str], None]


class Campaign:
    """A plugin of pytest: once the tests are collected, it tries changes instead of running the tests."""

    def __init__(self, rooms: Sequence[Room], sample: int, seed: int, reached: Reach, say: Say) -> None:
        self._rooms = rooms
        self._sample = sample
        self._seed = seed
        self._reach = reached
        self._say = say
        self._helped: dict[str, Counter[str]] = {}
        self.outcomes: list[Outcome] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "timeout: how long a test may take; not heeded here")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        trees = {
            str(file.relative_to(ROOT)): (ast.parse(file.read_text(encoding="utf-8")), file)
            for room in self._rooms for file in room.files()
        }  # fmt: skip
        items = {item.nodeid: item for item in session.items}
        bench = Bench(items, self._reach.seconds, trees, functions())
        gc.collect()
        gc.freeze()
        for room in self._rooms:
            self.outcomes.append(self._room(room, bench))
            write(self.outcomes)
        return True

    def _room(self, room: Room, bench: Bench) -> Outcome:
        everything = list(_sites(room, bench))
        drawn = Random(f"{room.name} {self._seed}").sample(everything, min(self._sample, len(everything)))
        outcome = Outcome(room.name, self._seed, drawn)
        self._say(
            f"{room.name}: {len(drawn)} of {len(everything)} changes, {outcome.equivalent} known to change nothing"
        )
        began = time.monotonic()
        for trial in self._tried(room, outcome.open, bench):
            outcome.trials.append(trial)
            n, rest = len(outcome.trials), len(outcome.open)
            if n % 20 == 0 or n == rest:
                self._say(f"  {n} of {rest}, {outcome.killed} killed, {time.monotonic() - began:.0f} s")
        return outcome

    def _tried(self, room: Room, waiting: Sequence[Site], bench: Bench) -> Iterator[Trial]:
        """Yield the trials as they end, as many at a time as there are cores."""
        left, running = deque(waiting), list[Trial]()
        while left or running:
            while left and len(running) < PROCESSES:
                trial = chosen(room, left.popleft(), self._reach, self._helped)
                if trial.tests:
                    trial.begin(bench)
                    running.append(trial)
                else:
                    yield trial
            for trial in [trial for trial in running if trial.over()]:
                running.remove(trial)
                if trial.by:
                    self._helped.setdefault(trial.site.file, Counter())[trial.by] += 1
                yield trial
            time.sleep(0.005)


def _sites(room: Room, bench: Bench) -> Iterator[Site]:
    for file in room.files():
        name = str(file.relative_to(ROOT))
        yield from sites(name, bench.trees[name][0], module_of(file))


def main(words: list[str]) -> int:
    """Draw, try, write; exit status 1 when a room falls short."""
    asked = argparse.ArgumentParser(prog="make mutants", description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--room", action="append", choices=[*ROOMS], help="only this room; may be given again")
    asked.add_argument("--sample", type=int, default=SAMPLE, metavar="N", help="changes a room (300)")
    asked.add_argument("--seed", type=int, help="draws the same changes again; drawn by the system if left out")
    given = asked.parse_args(words)
    if given.sample < 1:
        asked.error(f"--sample {given.sample}: try one change or more")
    seed = secrets.randbelow(10**9) if given.seed is None else given.seed
    screen = os.fdopen(os.dup(2), "w", buffering=1)

    def say(text: str) -> None:
        print(text, file=screen, flush=True)

    say(f"seed {seed}")
    os.chdir(ROOT)
    rooms = [ROOMS[name] for name in given.room or ROOMS]
    reached = reach(rooms, say)
    campaign = Campaign(rooms, given.sample, seed, reached, say)
    quiet()
    status = pytest.main(list(WORDS), plugins=[campaign])
    if not campaign.outcomes:
        say(f"the tests could not be collected (status {status}); run them with make test first")
        return 2
    scores, survivors = write(campaign.outcomes)
    for room in campaign.outcomes:
        say(f"{room.room:<14}{room.killed:>5} of {len(room.drawn) - room.equivalent:>4} killed   {room.score:.1%}")
    say(f"written to {scores.relative_to(ROOT)}; what nothing noticed is in {survivors.relative_to(ROOT)}")
    return int(any(room.score < ENOUGH for room in campaign.outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
