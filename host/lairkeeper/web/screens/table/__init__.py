"""The table page: whose turn it is, what to do now, the scores, and the cards of the table."""

from __future__ import annotations

from typing import Final

from ...access.gate import TABLE_ROLES, Allowed
from ...part import Part, of_the_match
from ...parts import DOORS, ENDING, NOW, PROBLEM, TOAST, TODO_LIST, ZONES
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(
    __name__,
    "/table",
    routes.ROUTES,
    (
        PROBLEM,
        NOW,
        Part("table/troubled.html", model.troubled, frozen=True),
        TODO_LIST,
        ENDING,
        DOORS,
        Part("table/count.html", model.count, of_the_match, frozen=True),
        ZONES,
        TOAST,
    ),
    fixed=routes.names,
    nav=1,
    icon="table",
    allowed={"/table": Allowed(read=TABLE_ROLES)},
)
