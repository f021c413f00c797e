"""The page of the virtual table: simulated readers, and everything that can be put on them."""

from __future__ import annotations

from typing import Final

from ...part import Part, of_the_match
from ...parts import BOARD, DOCK, LOG, NOW, PROBLEM, TODO_LIST
from ...screen import Screen
from . import guide, model, routes, watch

SCREEN: Final = Screen(
    __name__,
    "/virtual",
    routes.ROUTES,
    (
        PROBLEM,
        NOW,
        TODO_LIST,
        Part("virtual/guide.html", guide.guide, of_the_match),
        Part("virtual/mini.html", model.mini, of_the_match),
        Part("virtual/pads.html", model.pads),
        Part("virtual/watch.html", watch.watch),
        Part("virtual/field.html", model.field),
        Part("virtual/glass.html", model.glass),
        LOG,
        BOARD,
        DOCK,
    ),
    fixed=routes.fixed,
    nav=5,
    icon="pads",
    offered=lambda hub: hub.virtual is not None,
)
