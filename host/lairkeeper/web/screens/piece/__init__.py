"""The sheet of a piece or place: opened over the page by our script, a page of its own without it."""

from __future__ import annotations

from typing import Final

from ...screen import Screen
from . import routes

SCREEN: Final = Screen(__name__, None, routes.ROUTES)
