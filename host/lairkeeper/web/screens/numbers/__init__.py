"""The page of printed numbers: they are typed from the cards, shared as a file, imported from one."""

from __future__ import annotations

from typing import Final

from ...parts import DOCK, PROBLEM
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__, "/numbers", routes.ROUTES, (PROBLEM, DOCK), long_forms=frozenset({routes.IMPORT}), redrawn=False
)
