"""The table page: whose turn it is, what to do now, the scores, and the cards of the table."""

from __future__ import annotations

from typing import Final

from ...part import Part, of_the_match
from ...parts import ENDING, NOW, PROBLEM, TODO_LIST
from ...parts.toast import TOAST
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(
    __name__,
    "/table",
    routes.ROUTES,
    (
        PROBLEM,
        NOW,
        Part("table/troubled.html", model.troubled),
        TODO_LIST,
        ENDING,
        Part("table/seats.html", model.seats, of_the_match),
        Part("table/count.html", model.count, of_the_match),
        Part("table/zones.html", model.zones, of_the_match),
        TOAST,
    ),
    fixed=routes.names,
    nav=1,
    icon="table",
)
