"""The places that belong to nobody: cards on top of stacks, rows of cards, Locations, piles."""

from __future__ import annotations

from typing import Any, Final

from ..part import Part, Shown, of_the_match
from ..places import layout_of


def _values(shown: Shown) -> dict[str, Any]:
    return {"places": layout_of(*shown.match, shown.t).shared if shown.match else ()}


ZONES: Final = Part("parts/zones.html", _values, of_the_match)
