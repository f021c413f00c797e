"""Locations: once played they stay in play and work in their owner's own turns ("Forever Evil, Locations")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import Cards
from ..effects.script import Bonus, Script
from ..effects.vocabulary import Pick, Reveal, gain_vp, when


def each(type: str, *, but: tuple[str, ...] = ()) -> Script:
    """Return the script of a Location that gives Power for each card of a type that its owner plays (fe-101)."""
    return Script(bonus=Bonus(Cards(types=(type,), not_kinds=but)))


def watch(*kinds: str) -> Script:
    """Return the script of a Location that shows the top card of its owner's deck, once in each own turn (fe-101).

    A card of one of the kinds is destroyed, for 1 VP.
    """
    these = Cards(kinds=kinds)
    found = (Pick("destroy", ("top",), these, 1, shown=True), gain_vp(1))
    return Script(use=(Reveal(1), when(f"shown-is:{','.join(kinds)}", *found)))


LOCATIONS: Final[Mapping[str, Script]] = {
    "belle-reve": each("villain"),
    "blackgate-prison": watch("vulnerability", "weakness"),
    # A Kick is a Super Power, and only Central City leaves it out (fe-174).
    "central-city": each("super-power", but=("kick",)),
    "earth-3": watch("punch"),
    "happy-harbor": each("hero"),
    "star-labs": each("equipment"),
}
"""Scripts by kind."""
