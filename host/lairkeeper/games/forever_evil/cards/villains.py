"""Villains of the main deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import ANY, Cards
from ..effects.script import Script
from ..effects.vocabulary import GiveUp, StealVP, destroy, discard, draw, foe, gain_power, gain_vp, may, on_top, when
from .heroes import cost_of_a, trash_no


def names_destroyed(line_up: Cards, counted: str) -> Script:
    """Return the script of a card that may destroy a card of the Line-Up.

    It then gives Power for each different name of a type in the destroyed pile (fe-90).
    """
    return Script(play=(may(destroy("line-up", cards=line_up)), gain_power(1, each=f"destroyed:{counted}")))


VILLAINS: Final[Mapping[str, Script]] = {
    "atomica": trash_no("villain"),
    "the-blight": cost_of_a("super-power"),
    "deathstorm": Script(play=(may(destroy("hand")),)),
    "despero": Script(play=(draw(2), foe(discard(1, Cards(low=1))))),
    "emperor-penguin": Script(destroyed=(gain_vp(2),)),
    "giganta": Script(play=(when("cheap-discard", gain_power(2), otherwise=(gain_power(4),)),)),
    "grid": Script(play=(gain_power(1), on_top(Cards(types=("villain", "equipment"), high=5)))),
    "johnny-quick": Script(play=(draw(1),)),
    "man-bat": Script(play=(gain_power(2),), defend=(GiveUp(), StealVP(1, from_attacker=True))),
    "owlman": names_destroyed(Cards(types=("equipment",)), "equipment"),
    "power-ring": names_destroyed(Cards(types=("hero",)), "hero"),
    "royal-flush-gang": Script(play=(draw(2), discard(2), gain_vp(1, each="gangs"))),
    "superwoman": names_destroyed(Cards(types=("villain",)), "villain"),
    "ultraman": names_destroyed(ANY, "super-power"),
}
"""Scripts by kind."""
