"""Which live parts each page has, and the values that they show."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request

from . import board_screen, screen, tag_screen, virtual_screen
from .tongue import Tongue

if TYPE_CHECKING:
    from lairkeeper.table import Hub

PARTS: Final = {
    "table": ("problem", "now", "seats", "moves", "log", "board", "dock"),
    "virtual": ("problem", "now", "mini", "pads", "log", "board", "dock"),
    "tags": ("problem", "enrol", "taglist", "dock"),
    "new": ("problem", "dock"),
}


SLOW: Final = frozenset({"moves", "taglist"})
"""Parts that take longer to make; a live page gets them after the others."""


def in_order(page: str) -> tuple[tuple[str, ...], ...]:
    """The parts of ``page``: first those that are quickly made, then the slow ones."""
    quick = tuple(name for name in PARTS[page] if name not in SLOW)
    slow = tuple(name for name in PARTS[page] if name in SLOW)
    return (quick, slow) if slow else (quick,)


def context(hub: Hub, page: str, t: Tongue, parts: Collection[str]) -> dict[str, Any]:
    """The values for ``parts`` of ``page``. Everything about the match comes from the table's own view."""
    table = hub.table
    values: dict[str, Any] = {
        "running": table is not None,
        "finished": False,
        "problem": hub.problem,
        "scan": screen.scan_of(hub, t),
        "armed": screen.armed_of(table, t),
        "can_undo": table is not None and table.can_undo,
        "can_redo": table is not None and table.can_redo,
    }
    if "now" in parts:
        values |= _match(hub, page, t)
        values["boards"] = board_screen.boards_of(hub, t)
    if "moves" in parts:
        values["moves"] = screen.moves_of(table, table.view(), t) if table else ()
    if "pads" in parts:
        values["virtual"] = hub.virtual is not None
        values["pads"] = virtual_screen.pads_of(hub, t)
    if "enrol" in parts:
        values["goal"] = tag_screen.goal_of(hub, t)
    if "taglist" in parts:
        values |= tag_screen.lists(hub, t)
    return values


def _match(hub: Hub, page: str, t: Tongue) -> dict[str, Any]:
    table = hub.table
    if table is None:
        now = screen.Now("none", (), t.ui("now.no-match"))
        return {"now": now, "seats": (), "log": (), "heading": "Lairkeeper"}
    view = table.view()
    title = table.game.title.get(t.lang, table.game.id)
    return {
        "now": screen.now_of(table, view, t),
        "seats": screen.seats_of(table, view, t, quick_buttons=page == "table"),
        "log": screen.log_of(table, t),
        "finished": view.finished,
        "heading": f"{title} — {t.say('level', view.level)}",
    }


def page_only(hub: Hub, page: str, request: Request, t: Tongue) -> dict[str, Any]:
    """Values for the parts of a page that do not change while it is open."""
    if page == "virtual":
        query = request.query_params.get("q", "")[:80]
        return {"q": query, "groups": virtual_screen.groups_of(hub, t, query)}
    if page == "tags":
        return tag_screen.choices(hub, t)
    return {}
