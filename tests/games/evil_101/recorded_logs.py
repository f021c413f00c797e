"""Matches of Evil:101 as an earlier version logged them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.state import State
from lairkeeper.games.evil_101 import GAME
from lairkeeper.kit.driver import NAMES

from ..recordings import Match, Recordings

_HOUSE: Final = {
    "hold-back": True, "agents": "may-leave", "reveal": "one-by-one", "illegal-plot": "table-decides",
    "chase-order": "handler-chooses", "pocket-the-evidence": True, "game-end": "end-of-round",
    "chase-cards": "may-discard", "purchase": "buyer-picks", "tied-handler": "moves", "tie-purchases": True,
}  # fmt: skip
_CHASES: Final = {
    "chase.Ana": ["chase-car#1", "chase-submarine#1"],
    "chase.Bo": ["chase-helicopter#1", "chase-car#2"],
    "chase.Cy": ["chase-submarine#2", "chase-helicopter#2"],
}
_RICH: Final = {f"purse.{seat}": 4 for seat in NAMES[:3]}
MATCHES: Final = {
    "score": Match(
        Header(GAME.id, NAMES[:4], "score", {"pocket-the-evidence": True}, {"purse.Ana": 3}, GAME.version), 40
    ),
    "full": Match(Header(GAME.id, NAMES[:3], "full", {}, {**_CHASES, "purse.Bo": 8}, GAME.version), 41),
    "house-rules": Match(Header(GAME.id, NAMES[:3], "full", _HOUSE, {**_CHASES, **_RICH}, GAME.version), 58),
    "two-players": Match(
        Header(GAME.id, NAMES[:2], "full", {"deck-exhaustion": "stop-drawing"}, {"agents": 1}, GAME.version), 43
    ),
    "changing-levels": Match(Header(GAME.id, NAMES[:3], "full", {}, {"purse.Ana": 4}, GAME.version), 44, switch=True),
}
"""The matches: both levels, rare house rules, decks that run out, and one that changes its level on the way."""


def _pieces(state: State) -> Iterator[Label]:
    held = (card for card in sorted(state.where) if state.where[card].startswith(("hand.", "plot.")))
    yield from (next(held, "plot-6#1"), "agent-1", "chase-car#1", "target-2#1")


def _taps(rng: Random) -> list[Label]:
    return [f"{sort}-{rng.randint(1, 5)}" for sort in ("agent", "plot")]


RECORDINGS: Final = Recordings(GAME, Path(__file__).parent / "recorded", MATCHES, _pieces, _taps, most=170)

if __name__ == "__main__":
    RECORDINGS.write()
