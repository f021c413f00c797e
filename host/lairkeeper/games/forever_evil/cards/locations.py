"""Locations: once played they stay, and work in their owner's own turns ("Forever Evil, Locations")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import Cards
from ..effects.script import Bonus, Script
from ..effects.vocabulary import Pick, Reveal, gain_vp, when


def each(type: str, *, but: tuple[str, ...] = ()) -> Script:
    """Power for each card of a type that its owner plays."""
    return Script(bonus=Bonus(Cards(types=(type,), not_kinds=but)))


def watch(*kinds: str) -> Script:
    """Once in each own turn the top card of the own deck is shown: one of these is destroyed, for 1 VP."""
    these = Cards(kinds=kinds)
    found = (Pick("destroy", ("top",), these, 1, shown=True), gain_vp(1))
    return Script(use=(Reveal(1), when(f"shown-is:{','.join(kinds)}", *found)))


LOCATIONS: Final[Mapping[str, Script]] = {
    "belle-reve": each("villain"),
    "blackgate-prison": watch("vulnerability", "weakness"),
    "central-city": each("super-power", but=("kick",)),
    "earth-3": watch("punch"),
    "happy-harbor": each("hero"),
    "star-labs": each("equipment"),
}
