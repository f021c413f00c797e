"""Whole matches by chance in the kernel, of one game or of all, on all cores: they end, and nothing breaks off."""

from __future__ import annotations

import os
import secrets
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Any, Final

from tests.games.dc_forever import matches as dc_forever
from tests.games.evil_101 import matches as evil_101
from tests.games.evil_league import matches as evil_league
from tests.games.forever_evil import matches as forever_evil

MATCHES: Final = 5_000
"""A game."""
ENDED: Final[dict[str, Callable[[int], int]]] = {
    "forever-evil": forever_evil.ended,
    "dc-forever": dc_forever.ended,
    "evil-101": evil_101.ended,
    "evil-league": evil_league.ended,
}
_AT_A_TIME: Final = 20


def kernel(only: str = "", seed: int | None = None, matches: int = MATCHES) -> dict[str, dict[str, Any]]:
    """Play so many matches of each game, or of one; a figure for each game. What broke off is printed with its seed."""
    first = secrets.randbelow(10**9) if seed is None else seed
    return {f"kernel.{game}": _campaign(game, first, matches) for game in ENDED if only in {"", game}}


def _campaign(game: str, first: int, matches: int) -> dict[str, Any]:
    print(f"  {game}: {matches:,} matches from seed {first}", flush=True)
    began, fine, records = time.monotonic(), 0, 0
    for n, (seed, length, why) in enumerate(_played(game, range(first, first + matches)), 1):
        fine += not why
        records += length
        if why:
            print(f"  {game}, seed {seed}: {why}", flush=True)
        if n % 500 == 0:
            print(f"  {n:,} of {matches:,} matches played", flush=True)
    return {
        "value": fine,
        "unit": "matches",
        "baseline": matches,
        "ratio": round(fine / matches, 4),
        "what": f"random matches in the kernel that end, without exception; {records:,} records "
        f"in {time.monotonic() - began:,.0f} s; from seed {first}",
    }


def _played(game: str, seeds: range) -> Iterator[tuple[int, int, str]]:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        left = iter(seeds)
        waiting = [pool.submit(_some, game, some) for some in iter(lambda: list(islice(left, _AT_A_TIME)), [])]
        for each in waiting:
            yield from each.result()


def _some(game: str, seeds: list[int]) -> list[tuple[int, int, str]]:
    return [(seed, *_one(game, seed)) for seed in seeds]


def _one(game: str, seed: int) -> tuple[int, str]:
    """Return how many records a match has, and what went wrong: nothing when it is empty."""
    try:
        return ENDED[game](seed), ""
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return 0, f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"
