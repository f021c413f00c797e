"""The table page in words: places, seats, moves, and what a count has otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...part import Shown
from ...parts.seats import seats_of
from ...places import layout_of
from ...translator import Translator
from .count import Ending, ending_of
from .moves import moves_of

if TYPE_CHECKING:
    from lairkeeper.table import Hub


def count(shown: Shown) -> dict[str, Any]:
    """Return what differs while decks are counted, and the stacks after the match."""
    return {"ending": ending_of(shown.match[1], shown.t) if shown.match else Ending()}


def zones(shown: Shown) -> dict[str, Any]:
    """Return the places that belong to nobody."""
    return {"places": layout_of(*shown.match, shown.t).shared if shown.match else ()}


def seats(shown: Shown) -> dict[str, Any]:
    """Return the seats with their scores, quick buttons and places."""
    return {"seats": seats_of(*shown.match, shown.t) if shown.match else ()}


def moves(shown: Shown) -> dict[str, Any]:
    """Return the moves that can be made by hand."""
    return {"moves": moves_of(*shown.match, shown.t) if shown.match else ()}


def names_of(hub: Hub, t: Translator) -> tuple[str, ...]:
    """Return the names that a piece of the running game may have."""
    kinds = hub.table.game.catalog.kinds if hub.table else ()
    return tuple(sorted({t.name(kind) for kind in kinds}, key=str.casefold))
