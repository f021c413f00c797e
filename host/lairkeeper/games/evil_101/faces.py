"""Card types of the cards of Evil:101, as pages draw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lairkeeper.core.events import Facts
from lairkeeper.core.face import Face, corner
from lairkeeper.core.ids import Kind

from .cards import AGENT, CHASE, PLOT, TARGET, sort_of

_TYPES: Final[Mapping[str, str]] = {PLOT: "scheme", TARGET: "place", AGENT: "person", CHASE: "power"}


def face(kind: Kind, printed: Facts) -> Face:
    """Return the face of a kind, with the points of a Plot."""
    sort = sort_of(kind)
    return Face(_TYPES.get(sort, Face().type), sort, vp=corner(printed.get("points")))
