"""Measure taps a turn and write them into the games' packages: ``python -m tests.simulation.taps``.

Simulated players play whole matches in the kernel, with one reader a seat. All taps that are meant count, those of
set-up and final count too. What the app asked them and which action tokens they used is written down as well.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from lairkeeper.games import TAPS, all_games, get_game, module_of
from lairkeeper.simulation.acts import Intent
from lairkeeper.simulation.auto import simulated_match_of
from lairkeeper.simulation.installed import levels_of

from .listening import Listening

PLAYERS: Final = 4
MATCHES: Final = 6
MEANT: Final = (Intent.MOVE, Intent.JIGGLE)
LAYOUT: Final = "seats"
VERB: Final = "verb-"


@dataclass(frozen=True, slots=True)
class Played:
    """A whole match: the taps that were meant, the turns that the app counted, and how often another seat began.

    ``asked`` counts the prompts by code, ``verbs`` the action tokens.
    """

    taps: int
    counted: int
    begun: int
    asked: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)


def played(game: str, level: str, seed: int) -> Played:
    """Play one match in the kernel."""
    match = Listening(simulated_match_of(game, PLAYERS, seed, level, LAYOUT, {}))
    taps, begun, active, prompt = 0, 0, None, None
    asked: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    for act in match.evening.acts():
        taps += len(act.taps) * (act.intent in MEANT)
        shown = match.view().prompt
        if shown is not None and shown.id != prompt:
            prompt = shown.id
            asked[shown.code] += 1
        verbs.update(tap.component.partition("#")[0] for tap in act.taps if tap.component.startswith(VERB))
        match.act(act)
        now = match.history.state.active
        begun, active = begun + (now not in (None, active)), now or active
    assert match.view().finished, (game, level, seed)
    return Played(taps, match.view().turn, begun, asked, verbs)


@cache
def whole(game: str) -> Played:
    """Return a match at the fullest level, which shows what the game's turns are."""
    return played(game, get_game(game).levels[-1], 1)


def turns_of(game: str, match: Played) -> int:
    """Return the turns of single players in a match: of a round, one for each. A level may count none at all."""
    full = whole(game)
    return (match.counted or full.counted) * (PLAYERS if full.begun > full.counted else 1)


def measured(game: str, level: str, seeds: Iterable[int]) -> float:
    """Return taps a turn over whole matches of these seeds."""
    return per_turn(game, [played(game, level, seed) for seed in seeds])


def per_turn(game: str, matches: list[Played]) -> float:
    """Return taps a turn over matches."""
    return sum(each.taps for each in matches) / sum(turns_of(game, each) for each in matches)


def file_of(game: str) -> Path:
    """Return where the taps of a game are kept."""
    return Path(str(import_module(module_of(game)).__file__)).parent / TAPS


def _often(counts: Iterable[Counter[str]]) -> list[str]:
    """Return what was counted, the most frequent first."""
    return [each for each, _ in sum(counts, Counter[str]()).most_common()]


def main(names: Iterable[str]) -> None:
    """Measure every level of these games and write what was found."""
    for name in names:
        matches = {
            level: [played(name, level, seed) for seed in range(1, MATCHES + 1)]
            for level in get_game(name).levels
            if level in levels_of(name)
        }
        levels = {level: round(per_turn(name, each), 1) for level, each in matches.items()}
        asked = {level: _often(match.asked for match in each) for level, each in matches.items()}
        verbs = {level: _often(match.verbs for match in each) for level, each in matches.items()}
        found = {"players": PLAYERS, "matches": MATCHES, "layout": LAYOUT, "levels": levels}
        found |= {"asked": asked, "verbs": verbs}
        file_of(name).write_text(json.dumps(found) + "\n", encoding="utf-8")
        print(name, levels, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(all_games()))
