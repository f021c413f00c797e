"""Matches of DC Forever as an earlier version logged them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.state import State
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.catalog import DO_RESCUE, DO_THREATEN
from lairkeeper.kit.driver import NAMES

from ..recordings import Match, Recordings
from .scenes import table

_TABLES: Final = {11: 11, 25: 25, 45: 6, 111: 111, 338: 338}
"""Tables of scenes, each with the seed of its chances: together they reach every move of every step."""
MATCHES: Final = {
    "whole": Match(Header(GAME.id, NAMES[:3], "full", {}, {}, GAME.version), 5),
    "first-game": Match(
        Header(GAME.id, NAMES[:2], "full", {"opening": "first-game"}, {}, GAME.version), 61, switch=True
    ),
    "score": Match(Header(GAME.id, NAMES[:3], "score", {}, {"completed": 2}, GAME.version), 7),
    **{f"table-{seed}": Match(table(seed), chance) for seed, chance in _TABLES.items()},
}
"""The matches: both levels, one from the draft on, one that changes its level, and tables in the middle of a match."""
_TOKENS: Final = (DO_THREATEN, DO_RESCUE, "plus-1", "minus-1", "renown", "fame", "prestige")


def _pieces(state: State) -> Iterator[Label]:
    """Yield four pieces that change from moment to moment: on the table, of a hand or deck, and a token."""
    lying = sorted(state.where)
    held = sorted({label for pool in state.pools.values() for label in pool.contents})
    for pieces, n in ((lying, 7), (lying, 31), (held, 11), (_TOKENS, 1)):
        if pieces:
            yield pieces[state.next_id * n % len(pieces)]


def _taps(rng: Random) -> list[Label]:
    return rng.sample(_TOKENS, 2)


_AT_HOME: Final = "a player's own card is not offered to be brought home (df-201)"
_LAID: Final = "a Scheme laid from a hand is not looked for in a deck (df-30)"
RECORDINGS: Final = Recordings(
    GAME,
    Path(__file__).parent / "recorded",
    MATCHES,
    _pieces,
    _taps,
    most=90,
    shown={
        "table-111": {89: _AT_HOME},
        "table-338": {88: _AT_HOME},
        "table-45": dict.fromkeys((48, *range(71, 74)), _AT_HOME),
        "whole": {74: _AT_HOME, **dict.fromkeys((84, 85), _LAID)},
    },
)

if __name__ == "__main__":
    RECORDINGS.write()
