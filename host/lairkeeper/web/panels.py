"""The live parts of a page, and the values that they show."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.printed import PROXY

from .card_faces import NUMBERS
from .part import Part, Shown
from .parts.asking import ASKING
from .parts.banner import BANNER, banner_of
from .parts.pace import PACE
from .parts.scan import armed_of, scan_of
from .parts.undo import redo_words, undo_words
from .screens import all_screens
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

    from .lan import Lan

OVER: Final = frozenset({"over", "sink-over"})
"""The troubles that are none any more."""
GONE: Final = "gone"
"""The trouble that a button helps against: the database file was deleted, but can be saved."""


def parts_of(page: str, names: Collection[str] | None = None) -> tuple[Part, ...]:
    """Return the parts of ``page`` (all, if none are named): its own, then the banner and the pace of every screen.

    A page that is no screen has none.
    """
    screen = all_screens().get(page)
    parts = (*screen.parts, ASKING, BANNER, PACE) if screen is not None else ()
    return tuple(part for part in parts if names is None or part.name in names)


def in_order(page: str) -> tuple[tuple[str, ...], ...]:
    """Return the names of the parts of ``page``: first the quick ones together, then the slow ones one by one."""
    quick = tuple(part.name for part in parts_of(page) if not part.slow)
    slow = sorted((part.slow, part.name) for part in parts_of(page) if part.slow)
    return (quick, *((name,) for _, name in slow))


def context(hub: Hub, page: str, t: Translator, lan: Lan) -> dict[str, Any]:
    """Return the values that every page has, and those for the parts of ``page``."""
    table = hub.table
    shown = Shown(hub, t, None if table is None else (table, table.view()), lan)
    values = common(shown)
    for part in parts_of(page):
        values |= part.values(shown)
    return values


def common(shown: Shown) -> dict[str, Any]:
    """Return the values that every page has. Everything about the match comes from the table's own view."""
    hub, t, table, troubles = shown.hub, shown.t, shown.hub.table, shown.hub.troubles.all
    values: dict[str, Any] = {
        "running": table is not None,
        "finished": False,
        "crests": {} if table is None else table.crests,
        "match_number": 0 if table is None else table.match,
        "proxy": False,
        "problem": " ".join(t.say("trouble", each.code, each.args) for each in troubles) or None,
        "over": bool(troubles) and all(each.code in OVER for each in troubles),
        "gone": hub.problem is not None and hub.problem.code == GONE,
        "banner": banner_of(hub, t),
        "scan": scan_of(hub, t),
        "armed": armed_of(table, t),
        "can_undo": table is not None and table.can_undo,
        "can_redo": table is not None and table.can_redo,
        "undo_words": undo_words(table, t),
        "redo_words": redo_words(table, t),
    }
    if shown.match is not None:
        _, view = shown.match
        values |= {"finished": view.finished, "proxy": view.extra.get(NUMBERS) == PROXY}
    return values
