"""`python -m tests.worlds.run`: worlds by seeds that nobody chose; what goes wrong is shrunk and said.

    python -m tests.worlds.run [--worlds 1000] [--short] [--seed S] [--faults ACT:KIND:AMOUNT,…]

``--seed S --worlds 1`` plays one world again, ``--seed S --faults …`` with these misfortunes only.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from lairkeeper.board import SimulatedBoard
from lairkeeper.cli.memory import settle
from lairkeeper.games import get_game
from lairkeeper.simulation.auto import PERIODS_MS, simulated_match_of
from lairkeeper.simulation.readers import LAYOUTS

from .faults import Fault, draw, written
from .shrink import shrunk
from .world import PAUSE_MS, Verdict, World

WORLDS = 1000
SHARE = 0.08
"""Of the acts of a match, before which something goes wrong; as many of these have a second misfortune."""
ACTS = 400
"""Of the longest match."""
SCORE = (("forever-evil", "score"), ("evil-101", "score"), ("evil-league", "score"), ("dc-forever", "score"))
GAMES = (*SCORE, *SCORE, ("evil-101", "full"), ("evil-league", "full"), ("dc-forever", "full"))
"""Long matches are few: what goes wrong there goes wrong in short ones."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A world before it begins."""

    seed: int
    game: str
    level: str
    players: int
    layout: str
    faults: tuple[Fault, ...]
    short: bool = False

    @property
    def command(self) -> str:
        words = " --short" if self.short else ""
        return f"python -m tests.worlds.run{words} --seed {self.seed} --faults {written(self.faults)}"


def plan(seed: int, *, short: bool = False) -> Plan:
    """Draw a world; a short one is at level ``score``."""
    rng = Random(f"world {seed}")
    game, level = rng.choice(SCORE if short else GAMES)
    low, high = get_game(game).players
    players = rng.randint(max(low, 3 if game == "evil-league" else low), min(high, 4))
    return Plan(seed, game, level, players, rng.choice(LAYOUTS), draw(rng, ACTS, SHARE), short)


def lived(world: Plan, faults: Sequence[Fault] | None = None, until: int | None = None) -> Verdict:
    """Play it, in a folder that vanishes; ``until``: the act after which it may end.

    A pause that is too long is the app's only if it is there again: a busy machine may have counted its own.
    """
    verdict = _played(world, faults, until)
    if verdict.pause_ms <= PAUSE_MS:
        return verdict
    other = _played(world, faults, until)
    return verdict if other.pause_ms > PAUSE_MS else other


def _played(world: Plan, faults: Sequence[Fault] | None, until: int | None) -> Verdict:
    evening = simulated_match_of(world.game, world.players, world.seed, world.level, world.layout, {})
    settings = {"period": Random(f"board {world.seed}").choice(PERIODS_MS)}
    with (
        tempfile.TemporaryDirectory(prefix="lairkeeper-world-") as folder,
        SimulatedBoard(evening.readers, paced=False, seed=world.seed, settings=settings) as board,
    ):
        settle()  # as the app does before it serves; here the simulation is loaded, too
        match = World(evening, board, Path(folder), world.faults if faults is None else faults, world.seed)
        try:
            return match.play_all(until)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            return Verdict([f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"], 0.0, 0)
        finally:
            match.close()


def told(world: Plan, verdict: Verdict, tries: int = 60, seconds: float = 600) -> str:
    """Return what went wrong, and the fewest misfortunes found in so many tries with which it still does."""
    end = time.monotonic() + seconds
    few = shrunk(world.faults, lambda faults: time.monotonic() < end and bool(lived(world, faults).wrong), tries)
    again = replace(world, faults=tuple(few))
    words = "\n  ".join(verdict.wrong[:5])
    return f"{world.game} at {world.level}, {world.players} players, {world.layout}:\n  {words}\n  {again.command}"


def judged(first: int, n: int, *, short: bool = False) -> Iterator[tuple[Plan, Verdict]]:
    """Play n worlds from a seed on, as many at a time as there are cores."""
    plans = [plan(seed, short=short) for seed in range(first, first + n)]
    with ProcessPoolExecutor() as pool:
        yield from zip(plans, pool.map(lived, plans), strict=True)


def again(drawn: Plan, faults: str) -> int:
    """Play one world with these misfortunes only; exit status 1 if it goes wrong."""
    verdict = lived(drawn, [Fault.read(each) for each in faults.split(",") if each])
    print("\n".join(verdict.wrong) or f"nothing went wrong in {verdict.acts} acts")
    return int(bool(verdict.wrong))


def main(words: list[str]) -> int:
    """Play them; exit status 1 if anything went wrong in one."""
    asked = argparse.ArgumentParser(prog="python -m tests.worlds.run")
    asked.add_argument("--worlds", type=int, default=WORLDS)
    asked.add_argument("--seed", type=int)
    asked.add_argument("--short", action="store_true", help="matches at level score alone, as in most of make test")
    asked.add_argument("--faults", help="ACT:KIND:AMOUNT,… in one world, instead of those that are drawn")
    given = asked.parse_args(words)
    first = secrets.randbelow(10**9) if given.seed is None else given.seed
    print(f"first seed {first}", flush=True)
    if given.faults is not None:
        return again(plan(first, short=given.short), given.faults)
    bad, longest = 0, 0.0
    for n, (world, verdict) in enumerate(judged(first, given.worlds, short=given.short), 1):
        longest = max(longest, verdict.pause_ms)
        if verdict.wrong:
            bad += 1
            print(told(world, verdict), flush=True)
        if n % 10 == 0:
            print(f"{n} worlds, {n - bad} right, longest pause {longest:.0f} ms", flush=True)
    print(f"{given.worlds} worlds, {given.worlds - bad} right, longest pause {longest:.0f} ms of processor time")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
