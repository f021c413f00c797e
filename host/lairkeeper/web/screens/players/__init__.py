"""The people who play here: names, colours, symbols, what each has played, and the matches of all."""

from __future__ import annotations

from typing import Final

from ...parts import PROBLEM
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__, "/players", routes.ROUTES, (PROBLEM,), fixed=routes.listed, back=routes.back, redrawn=True
)
