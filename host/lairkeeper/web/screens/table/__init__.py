"""The table page: what to do now, the places, the scores and the log of the running match."""

from __future__ import annotations

from typing import Final

from ...part import Part, of_the_match
from ...parts import BOARD, DOCK, LOG, NOW, PROBLEM, TODO_LIST
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(
    __name__,
    "/",
    routes.ROUTES,
    (
        PROBLEM,
        NOW,
        TODO_LIST,
        Part("table/count.html", model.count, of_the_match),
        Part("table/zones.html", model.zones, of_the_match),
        Part("table/seats.html", model.seats, of_the_match),
        Part("table/moves.html", model.moves, of_the_match, slow=2),
        LOG,
        BOARD,
        DOCK,
    ),
    fixed=routes.names,
    nav=1,
    icon="table",
)
