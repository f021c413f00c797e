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
    "bizarro-power": Script(play=(gain_power(4), gain("weakness"), foes(gain("weakness")))),
    "constructs-of-fear": Script(play=(gain_power(3), foes(discard(2)))),
    "expert-marksman": trash_no("super-power"),
    "giant-growth": Script(play=(gain_power(2),)),
    "insanity": Script(play=(when("first-card", PassLeft()),), defend=(GiveUp(), Pick("give", OWN, ANY))),
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
    "word-of-power": Script(destroyed=(Discount(4),)),
}
