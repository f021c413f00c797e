"""The tags page: choose a box and a pile, then tap its pieces one after the other."""

from __future__ import annotations

from typing import Final

from ...part import Part
from ...parts import DOCK, PROBLEM
from ...screen import Screen
from . import files, model, routes

SCREEN: Final = Screen(
    __name__,
    "/tags",
    routes.ROUTES,
    (PROBLEM, Part("tags/enrol.html", model.enrol), Part("tags/taglist.html", model.taglist, slow=1), DOCK),
    fixed=routes.choices,
    uploads={files.IMPORT: files.MOST},
)
