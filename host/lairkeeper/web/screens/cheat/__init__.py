"""The cheat sheet: how to tap a game at a level, on one page to print."""

from __future__ import annotations

from typing import Final

from ...access.gate import LET_IN, Allowed
from ...parts import PROBLEM
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__,
    "/cheat",
    routes.ROUTES,
    (PROBLEM,),
    fixed=routes.values,
    back=routes.address,
    allowed=dict.fromkeys(("/cheat", "/cheat/pdf"), Allowed(read=LET_IN)),
)
