"""The Super-Villains that the players are ("Forever Evil, Oversized Super-Villains"); Bane and The Joker are promos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import Cards
from ..effects.script import Character
from ..effects.vocabulary import Pick, draw, foes, gain, gain_power, gain_vp

CHARACTERS: Final[Mapping[str, Character]] = {
    "bizarro": Character(
        on_destroy=(gain("weakness"),),
        use=(Pick("put-back", ("discard",), Cards(kinds=("weakness",)), 2, 2, then=(draw(1),)),),
        use_often=True,
    ),
    "black-adam": Character(first_of=Cards(types=("super-power",)), reward=(draw(1), gain_vp(1))),
    "black-manta": Character(line_up_to_deck=True),
    "deathstroke": Character(on_destroy_in_turn=(gain_power(1),)),
    "harley-quinn": Character(on_discard=(draw(1),)),
    "lex-luthor": Character(draw_for_heroes=True),
    "sinestro": Character(on_landed=(gain_vp(1),), on_first_vp=(draw(1),)),
    "bane": Character(first_of=Cards(low=1), first_card=True, reward=(gain_power(2),)),
    "the-joker": Character(
        use=(Pick("destroy", ("played",), Cards(types=("villain",)), 1, then=(draw(1), foes(gain("weakness")))),)
    ),
}
