"""The tags page: enrol one piece, or many in order."""

from __future__ import annotations

from typing import Final

from ...part import Part
from ...parts import DOCK, PROBLEM
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(
    __name__,
    "/tags",
    routes.ROUTES,
    (PROBLEM, Part("tags/enrol.html", model.enrol), Part("tags/taglist.html", model.taglist, slow=1), DOCK),
    fixed=routes.choices,
)
