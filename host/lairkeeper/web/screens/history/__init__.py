"""History: all matches that were played, and each of them as it was after every turn."""

from __future__ import annotations

from typing import Final

from ...access.gate import PLAYERS, TABLE_ROLES, Allowed
from ...parts import PROBLEM
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__,
    "/history",
    routes.ROUTES,
    (PROBLEM,),
    fixed=routes.values,
    nav=3,
    icon="history",
    redrawn=False,
    allowed={
        "/history": Allowed(read=PLAYERS),
        "/history/{n:int}": Allowed(read=PLAYERS),
        **dict.fromkeys((f"/history/{name}" for name in routes.DEEDS), Allowed(send=TABLE_ROLES)),
    },
)
