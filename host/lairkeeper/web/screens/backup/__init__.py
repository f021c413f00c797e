"""Backup: everything in one file, a weekly copy, and the way back. For the host alone."""

from __future__ import annotations

from typing import Final

from ...part import Part
from ...parts import PROBLEM
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(
    __name__,
    "/backup",
    routes.ROUTES,
    (PROBLEM, Part("backup/backups.html", model.values)),
    uploads={routes.RESTORE: routes.MOST},
    redrawn=False,
)
