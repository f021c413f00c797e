"""The places that belong to nobody: cards on top of stacks, rows of cards, Locations, piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from ..part import Part, Shown, of_the_match
from ..places import Place, layout_of

if TYPE_CHECKING:
    from lairkeeper.core.view import View
    from lairkeeper.table import Table

    from ..translator import Translator

_last: WeakKeyDictionary[Table, dict[str, tuple[tuple[object, ...], tuple[Place, ...]]]] = WeakKeyDictionary()
"""The places of each running match by language, with all that they were made from: most scans move no card."""


def _places(table: Table, view: View, t: Translator) -> tuple[Place, ...]:
    source = (view.zones, view.extra, view.seats, table.history.state.facts, table.crests, t)
    last = _last.setdefault(table, {})
    if t.lang not in last or last[t.lang][0] != source:
        last[t.lang] = (source, layout_of(table, view, t).shared)
    return last[t.lang][1]


def _values(shown: Shown) -> dict[str, Any]:
    return {"places": _places(*shown.match, shown.t) if shown.match else ()}


ZONES: Final = Part("parts/zones.html", _values, of_the_match, frozen=True)
