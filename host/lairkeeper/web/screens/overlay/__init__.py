"""The overlay: scores and whose turn it is, on nothing, for a program that mixes pictures such as OBS."""

from __future__ import annotations

from typing import Final

from ...access.gate import LET_IN, Allowed
from ...part import Part, of_the_hub
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(
    __name__,
    "/overlay",
    routes.ROUTES,
    (Part("overlay/strip.html", model.values, of_the_hub),),
    allowed={"/overlay": Allowed(read=LET_IN)},
)
