"""The doors: each seat with its score, and the sides where sides win together."""

from __future__ import annotations

from typing import Any, Final

from ..part import Part, Shown, of_the_match
from .seats import seats_of
from .sides import sides_of


def _values(shown: Shown) -> dict[str, Any]:
    if shown.match is None:
        return {"seats": (), "sides": ()}
    tiles = seats_of(*shown.match, shown.t)
    return {"seats": tiles, "sides": sides_of(shown.match[1], tiles, shown.t)}


DOORS: Final = Part("parts/seats.html", _values, of_the_match, frozen=True)
