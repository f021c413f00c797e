"""The first page: the running match, the way to the next one, the last ones, and what needs attention."""

from __future__ import annotations

from typing import Final

from ...part import Part
from ...parts import LAN, PROBLEM
from ...screen import Screen
from . import attention, first_run, matches, playing, routes

SCREEN: Final = Screen(
    __name__,
    "/",
    routes.ROUTES,
    (
        PROBLEM,
        Part("home/playing.html", playing.values, playing.stamp),
        Part("home/first.html", first_run.values),
        Part("home/last.html", matches.values, matches.stamp),
        Part("home/attention.html", attention.values),
        LAN,
    ),
    nav=0,
    icon="home",
)
