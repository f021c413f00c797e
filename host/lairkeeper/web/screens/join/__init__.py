"""The page that lets somebody in: a phone asks for a seat, a screen for the match, or a code is typed."""

from __future__ import annotations

from typing import Final

from ...access.gate import ANYBODY, Allowed
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__,
    "/join",
    routes.ROUTES,
    redrawn=False,
    allowed={
        "/join": Allowed(ANYBODY, ANYBODY),
        **dict.fromkeys(("/join/code", "/join/cancel", "/join/leave"), Allowed(send=ANYBODY)),
    },
)
