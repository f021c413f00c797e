"""The sheet of a piece or place: opened over the page by our script, a page of its own without it."""

from __future__ import annotations

from typing import Final

from ...access.gate import PLAYERS, Allowed
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(__name__, None, routes.ROUTES, allowed={"/piece": Allowed(read=PLAYERS)})
