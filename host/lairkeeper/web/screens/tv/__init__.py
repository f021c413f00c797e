"""The TV: the match for the whole room, without controls."""

from __future__ import annotations

from typing import Final

from ...access.gate import LET_IN, Allowed
from ...parts import DOORS, ENDING, LAN, NOW, PROBLEM, TOAST, ZONES
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__,
    "/tv",
    routes.ROUTES,
    (PROBLEM, NOW, ENDING, DOORS, ZONES, TOAST, LAN),
    allowed={"/tv": Allowed(read=LET_IN)},
)
