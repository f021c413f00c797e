"""The people who play here: their names, colours and symbols."""

from __future__ import annotations

from typing import Final

from ...part import Part
from ...parts import PROBLEM
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(__name__, "/players", routes.ROUTES, (PROBLEM, Part("players/people.html", model.values)))
