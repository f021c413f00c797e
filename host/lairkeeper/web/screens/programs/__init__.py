"""Programs: the tokens with which other programs call the API, made here and revoked in one click."""

from __future__ import annotations

from typing import Final

from ...parts import PROBLEM
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(__name__, "/programs", routes.ROUTES, (PROBLEM,), redrawn=False)
