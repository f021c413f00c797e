"""Super Powers of the main deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import ANY, Cards
from ..effects.script import Script
from ..effects.vocabulary import (
    OWN,
    Discount,
    GiveUp,
    PassLeft,
    Pick,
    destroy,
    discard,
    draw,
    foe,
    foes,
    gain,
    gain_power,
    gain_vp,
    when,
)
from .heroes import cost_of_a, trash_no

SUPER_POWERS: Final[Mapping[str, Script]] = {
    # Its player gains a Weakness first, even the last one (fe-54).
    "bizarro-power": Script(play=(gain_power(4), gain("weakness"), foes(gain("weakness")))),
    "constructs-of-fear": Script(play=(gain_power(3), foes(discard(2)))),
    "expert-marksman": trash_no("super-power"),
    "giant-growth": Script(play=(gain_power(2),)),
    # It passes only as the first card of the turn (fe-72).
    "insanity": Script(play=(when("first-card", PassLeft()),), defend=(GiveUp(), Pick("give", OWN, ANY))),
    # A player who destroys a Vulnerability keeps this card; otherwise it is discarded (fe-73).
    "invulnerable": Script(
        play=(gain_power(1),),
        defend=(Pick("destroy", OWN, Cards(kinds=("vulnerability",)), otherwise=(GiveUp(),)),),
    ),
    "power-drain": Script(play=(gain_power(2), foe(discard(1, whose="victim")))),
    "super-intellect": cost_of_a("equipment"),
    "transmutation": Script(
        play=(destroy(then=(Pick("gain", ("line-up",), up_to_last=True),)), gain_vp(1)),
    ),
    "ultra-strength": Script(play=(gain_power(3), draw(2))),
    # The discount adds up per copy (fe-21).
    "word-of-power": Script(destroyed=(Discount(4),)),
}
"""Scripts by kind."""
