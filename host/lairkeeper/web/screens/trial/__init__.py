"""The test-tap page: tap any tag on any reader and see what is read, while nothing counts."""

from __future__ import annotations

from typing import Final

from ...part import Part
from ...parts import PROBLEM
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(__name__, "/test-tap", routes.ROUTES, (PROBLEM, Part("trial/taps.html", model.taps)))
