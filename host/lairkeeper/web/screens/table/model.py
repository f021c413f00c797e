"""The table page in words: boards in trouble, and what a count has otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...part import Shown
from ...parts.board import boards_of
from ...translator import Translator
from .count import Ending, ending_of

if TYPE_CHECKING:
    from lairkeeper.table import Hub


def troubled(shown: Shown) -> dict[str, Any]:
    """Return the boards that need somebody; those that work are shown in the workshop only."""
    return {"troubled": tuple(board for board in boards_of(shown.hub, shown.t) if board.mood != "good")}


def count(shown: Shown) -> dict[str, Any]:
    """Return what differs while decks are counted, and the stacks after the match."""
    return {"ending": ending_of(shown.match[1], shown.t) if shown.match else Ending()}


def names_of(hub: Hub, t: Translator) -> tuple[str, ...]:
    """Return the names that a piece of the running game may have."""
    kinds = hub.table.game.catalog.kinds if hub.table else ()
    return tuple(sorted({t.name(kind) for kind in kinds}, key=str.casefold))
