"""Matches of the Evil League as an earlier version logged them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.state import State
from lairkeeper.games.evil_league import GAME
from lairkeeper.kit.driver import NAMES

from ..recordings import Match, Recordings

_HOUSE: Final = {
    "trading": True, "passing": True, "loot-timing": "any", "beating-order": "table", "reward-declined": True,
    "rewards-from": "board", "short-schemes": "table", "scheme-cost": "paid", "fight-again": "resource",
    "superpower-cost": 1, "loot-limit": 6, "parts-limit": 5, "bonus-commit": False, "start-count": "by-space",
    "scheme-refill": "all", "reward-order": "round",
}  # fmt: skip
_FREE: Final = {**_HOUSE, "passing": False, "bonus-commit": True, "fight-counts": "own"}
_WEAPON: Final = ["part-1#1", "part-2#1", "part-3#1"]
_RICH: Final = {
    "phase": "move", "hammer": "exchange", "weapon.Ana": [*_WEAPON, "part-4#1"], "weapon.Bo": ["part-1#2", "part-2#3"],
    "spare.Bo": ["part-4#2", "part-1#3", "part-3#3"], "spare.Cy": ["part-2#2", "part-3#2", "part-4#3"],
    "power.Ana": 5, "power.Bo": 5, "power.Cy": 5,
}  # fmt: skip
_THIEVES: Final = {"villain.Ana": "villain-3", "villain.Bo": "villain-5", "villain.Cy": "villain-9"}


def _header(players: int, level: str, rules: dict[str, object], setup: dict[str, object]) -> Header:
    return Header(GAME.id, NAMES[:players], level, rules, setup, GAME.version)


MATCHES: Final = {
    "score": Match(_header(4, "score", {}, {"reputation.Ana": 3}), 198),
    "score-defeated": Match(_header(4, "score", {}, {"reputation.Ana": 3}), 223),
    "opening": Match(_header(3, "full", {}, {"villain.Ana": "villain-4"}), 41),
    "full": Match(_header(4, "full", {}, {**_RICH, **_THIEVES, "hand.Di": ["loot-1#1", "loot-4#1", "loot-7#1"]}), 42),
    "house-rules": Match(_header(3, "full", _HOUSE, {**_RICH, **_THIEVES}), 54),
    "bonus-actions": Match(_header(3, "full", _HOUSE, {**_RICH, **_THIEVES}), 66),
    "bonus-commit": Match(_header(3, "full", _FREE, {**_RICH, **_THIEVES}), 56),
    "boosting": Match(_header(5, "full", {"hammer-down-blocks": False}, {**_RICH, "villain.Ana": "villain-7"}), 44),
    "changing-levels": Match(_header(3, "full", {}, {"phase": "move"}), 45, switch=True),
}
"""The matches: both levels, the opening, rare house rules, and one that changes its level on the way."""
_PIECES: Final = (
    "part-1", "part-2#1", "loot-1", "loot-3#1", "take-power", "take-parts", "take-bonus", "take-reputation", "pawn-3",
    "pawn-5#1", "captain-hammer", "villain-3", "scheme-1", "lair", "mall", "marker-1", "plus-5", "minus-1",
)  # fmt: skip


def _pieces(state: State) -> Iterator[Label]:
    """Yield a card of a hand and four other pieces, which change from moment to moment."""
    held = (card for card in sorted(state.where) if state.where[card].startswith("hand."))
    yield next(held, "loot-6#1")
    yield from (_PIECES[(state.next_id + n) % len(_PIECES)] for n in (0, 5, 10, 15))


def _taps(rng: Random) -> list[Label]:
    return rng.sample(_PIECES, 2)


RECORDINGS: Final = Recordings(
    GAME,
    Path(__file__).parent / "recorded",
    MATCHES,
    _pieces,
    _taps,
    most=220,
    last=frozenset({"defeat", "end-game", "defeated", "all-lose"}),
    mended={"changing-levels": dict.fromkeys((174, 212), "rounds count on when the level is lowered to score")},
)

if __name__ == "__main__":
    RECORDINGS.write()
