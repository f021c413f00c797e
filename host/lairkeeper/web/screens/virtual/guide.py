"""Three steps for somebody who sees the virtual table for the first time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ...part import Shown
from ...translator import Translator
from .bank import Thing, thing_of

if TYPE_CHECKING:
    from lairkeeper.core.view import View
    from lairkeeper.table import Hub, Table

EXAMPLES: Final = ("vp-5", "vp-1", "plus-1")
"""Pieces that bring points by themselves in many games: the first that may be tapped now is the example."""


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One step: what to do, and what happens then. ``now``: it is the next one. ``piece`` can be dragged from here."""

    text: str
    more: str
    done: bool = False
    now: bool = False
    piece: Thing | None = None


def steps_of(hub: Hub, match: tuple[Table, View] | None, t: Translator) -> tuple[GuideStep, ...]:
    """Return the three steps, with those that were done in the running match."""
    moved = match is not None and len(match[0].history) > 1
    undone = match is not None and len(match[0].history) > len(match[0].history.live)
    done = (moved, undone, False)
    text, piece = _first(hub, match, t)
    told = (text, t.ui("virtual.guide.undo"), t.ui("virtual.guide.go-on"))
    more = (t.ui("virtual.guide.drag-more"), t.ui("virtual.guide.undo-more"), t.ui("virtual.guide.go-on-more"))
    current = done.index(False)
    return tuple(
        GuideStep(text, then, has, n == current, None if n else piece)
        for n, (text, then, has) in enumerate(zip(told, more, done, strict=True))
    )  # fmt: skip


def _first(hub: Hub, match: tuple[Table, View] | None, t: Translator) -> tuple[str, Thing | None]:
    """Return the first step with a piece that counts now, where the game has such a piece."""
    for kind in EXAMPLES if match is not None else ():
        for offer in match[0].offers(naming=f"{kind}#1") if match is not None else ():
            command = offer.command
            if offer.refusal is None and command.by is not None:
                return t.ui("virtual.guide.drag", reader=_reader(hub, command.by, t)), thing_of(hub, kind, t)
    return t.ui("virtual.guide.drag-any"), None


def _reader(hub: Hub, seat: str, t: Translator) -> str:
    """Return the tray of a seat in words; without one, the first reader."""
    readers = hub.virtual.readers if hub.virtual is not None else ()
    own = next((name for name in readers if hub.seat_at(name) == seat), None)
    return t.reader(own or readers[0]) if readers else ""


def guide(shown: Shown) -> dict[str, Any]:
    """Return the steps."""
    return {"steps": steps_of(shown.hub, shown.match, shown.t)}
