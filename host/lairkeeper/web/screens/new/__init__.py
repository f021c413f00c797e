"""The set-up page: who plays which game by which rules."""

from __future__ import annotations

from typing import Final

from ...access.gate import TABLE_ROLES, Allowed
from ...parts import PROBLEM
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__,
    "/new",
    routes.ROUTES,
    (PROBLEM,),
    redrawn=False,
    allowed={"/new": Allowed(TABLE_ROLES, TABLE_ROLES), "/new/draft": Allowed(send=TABLE_ROLES)},
)
