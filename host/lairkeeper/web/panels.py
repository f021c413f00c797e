"""Which live parts each page has, and the values that they show."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request

from lairkeeper.core.printed import PROXY

from . import (
    board_screen,
    count_screen,
    moves_screen,
    numbers_screen,
    oled_screen,
    places,
    screen,
    survey_screen,
    tag_screen,
    todo_screen,
    virtual_screen,
)
from .archived import archived_of
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub, Table

PARTS: Final = {
    "table": ("problem", "now", "todo", "count", "zones", "seats", "moves", "log", "board", "dock"),
    "virtual": ("problem", "now", "todo", "mini", "pads", "field", "log", "board", "dock"),
    "tags": ("problem", "enrol", "taglist", "dock"),
    "new": ("problem", "dock"),
    "numbers": ("problem", "dock"),
    "seat": ("problem", "now", "log", "dock"),
    "readers": ("problem", "survey", "board", "dock"),
}


NUMBERS: Final = "numbers"
"""The name that a view gives to the numbers that its cards have."""
OVER: Final = frozenset({"over", "sink-over"})
"""The troubles that are none any more."""
GONE: Final = "gone"
"""The trouble that a button helps against: the database file was deleted, but can be saved."""
SLOW: Final = ("log", "moves", "taglist")
"""Parts that take longer to make, in this order; a live page gets each of them after the others."""
OF_THE_MATCH: Final = frozenset({"count", "zones", "seats", "mini", "moves", "log"})
"""Parts that change only when the match does, not with each light, scan or board."""


def in_order(page: str) -> tuple[tuple[str, ...], ...]:
    """Return the parts of ``page``: first the quick ones together, then the slow ones one by one."""
    quick = tuple(name for name in PARTS[page] if name not in SLOW)
    return (quick, *((name,) for name in SLOW if name in PARTS[page]))


def context(hub: Hub, page: str, t: Translator, parts: Collection[str]) -> dict[str, Any]:
    """Return the values for ``parts`` of ``page``.

    Everything about the match comes from the table's own view.
    """
    table, troubles = hub.table, hub.troubles.all
    values: dict[str, Any] = {
        "running": table is not None,
        "finished": False,
        "proxy": False,
        "problem": " ".join(t.say("trouble", each.code, each.args) for each in troubles) or None,
        "over": bool(troubles) and all(each.code in OVER for each in troubles),
        "gone": hub.problem is not None and hub.problem.code == GONE,
        "scan": screen.scan_of(hub, t),
        "away": (),
        "armed": screen.armed_of(table, t),
        "can_undo": table is not None and table.can_undo,
        "can_redo": table is not None and table.can_redo,
    }
    if table is None:
        values |= {"now": screen.Now("none", (), t.ui("now.no-match"))}
        values |= dict.fromkeys(("seats", "moves", "log", "places", "before"), ())
        values["todo"] = todo_screen.Todo(False, ())
        values["ending"] = count_screen.Ending()
        values["away"] = archived_of(hub, t)
    else:
        values |= _match(table, t, parts)
    if "board" in parts:
        values["boards"] = board_screen.boards_of(hub, t)
    if "survey" in parts:
        values["cards"] = survey_screen.cards_of(hub, t)
    if "pads" in parts:
        values["virtual"] = hub.virtual is not None
        values["pads"] = virtual_screen.pads_of(hub, t)
        points = hub.virtual.screen() if hub.virtual is not None else None
        values["glass"] = None if points is None else oled_screen.outline(points)
        values["sound"] = hub.virtual.sound() if hub.virtual is not None else 0
        values["glass_says"] = oled_screen.caption(hub, points, t) if points is not None else ""
    if "field" in parts:
        values["uid"] = virtual_screen.uids_of(hub)
    if "enrol" in parts:
        values["goal"] = tag_screen.goal_of(hub, t)
        values["asked"] = numbers_screen.asked_of(hub, t)
    if "taglist" in parts:
        values |= tag_screen.lists(hub, t)
        values["typed_in"] = any(game.printed.fields for game in hub.games.values())
    return values


def _match(table: Table, t: Translator, parts: Collection[str]) -> dict[str, Any]:
    view = table.view()
    values: dict[str, Any] = {"finished": view.finished, "proxy": view.extra.get(NUMBERS) == PROXY}
    if "now" in parts:
        values["now"] = screen.now_of(table, view, t)
    if "todo" in parts:
        values["todo"] = todo_screen.instructions_of(table, t)
    if "count" in parts:
        values["ending"] = count_screen.ending_of(view, t)
    if "seats" in parts or "mini" in parts:
        values["seats"] = screen.seats_of(table, view, t, quick_buttons="seats" in parts)
    if "zones" in parts or "field" in parts:
        layout = places.layout_of(table, view, t)
        values["places"] = layout.shared
        values["before"] = tuple((seat, lying) for seat, lying in layout.seats.items() if lying)
    if "log" in parts:
        values["log"] = screen.log_of(table, t)
    if "moves" in parts:
        values["moves"] = moves_screen.moves_of(table, view, t)
    return values


def stamp(hub: Hub, part: str) -> tuple[object, ...]:
    """Return the state that a part depends on.

    While this stays the same, so does the part (in one language, on one page).
    """
    table = hub.table
    if part == "survey":
        return (hub.version, hub.survey.version)
    if part not in OF_THE_MATCH:
        return (hub.version,)
    # Names and numbers of copies are the owner's, and change while a match runs.
    return (table.match, table.history.last.n, hub.names.version, hub.numbers.version) if table else ()


def page_only(hub: Hub, page: str, request: Request, t: Translator) -> dict[str, Any]:
    """Values for the parts of a page that do not change while it is open."""
    if page == "virtual":
        query = request.query_params.get("q", "")[:80]
        return {"q": query, "groups": virtual_screen.groups_of(hub, t, query)}
    if page == "table":
        return {"names": _names(hub, t)}
    if page == "seat":
        return {"seat": None, "names": ()}
    if page == "tags":
        return tag_screen.choices(hub, t)
    return {}


def _names(hub: Hub, t: Translator) -> tuple[str, ...]:
    """Return the names that a piece of the running game may have."""
    kinds = hub.table.game.catalog.kinds if hub.table else ()
    return tuple(sorted({t.name(kind) for kind in kinds}, key=str.casefold))
