"""The cheat sheet: how to tap a game at a level, on one page to print."""

from __future__ import annotations

from typing import Final

from ...parts import PROBLEM
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(__name__, "/cheat", routes.ROUTES, (PROBLEM,), fixed=routes.values, back=routes.address)
