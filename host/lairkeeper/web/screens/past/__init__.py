"""The past of the running match: correct a command, leave it out or put it back, and decide about what follows."""

from __future__ import annotations

from typing import Final

from ...access.gate import TABLE_ROLES, Allowed
from ...parts import PROBLEM
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__,
    "/past",
    routes.ROUTES,
    (PROBLEM,),
    fixed=routes.values,
    allowed={
        "/past": Allowed(read=TABLE_ROLES),
        **{route.path: Allowed(send=TABLE_ROLES) for route in routes.ROUTES if route.path != "/past"},
    },
)
