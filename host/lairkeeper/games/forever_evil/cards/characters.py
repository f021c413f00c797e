"""Super-Villains that the players are ("Forever Evil, Oversized Super-Villains"); Bane and The Joker are promos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import Cards
from ..effects.script import Character
from ..effects.vocabulary import Pick, draw, foes, gain, gain_power, gain_vp

CHARACTERS: Final[Mapping[str, Character]] = {
    # A Weakness for every destroyed card (fe-170). Two go back on their stack at a time, as often as he likes (fe-89).
    "bizarro": Character(
        on_destroy=(gain("weakness"),),
        use=(Pick("put-back", ("discard",), Cards(kinds=("weakness",)), 2, 2, then=(draw(1),)),),
        use_often=True,
    ),
    # The first Super Power of the turn, a Kick too (fe-172).
    "black-adam": Character(first_of=Cards(types=("super-power",)), reward=(draw(1), gain_vp(1))),
    "black-manta": Character(line_up_to_deck=True),
    # In his own turn only (fe-171).
    "deathstroke": Character(on_destroy_in_turn=(gain_power(1),)),
    # Once in each player's turn (fe-70).
    "harley-quinn": Character(on_discard=(draw(1),)),
    # Before the five cards of the next hand are drawn (fe-31).
    "lex-luthor": Character(draw_for_heroes=True),
    # VP for an Attack that hits (fe-68), a draw for the first VP of his own turn (fe-168).
    "sinestro": Character(on_landed=(gain_vp(1),), on_first_vp=(draw(1),)),
    "bane": Character(first_of=Cards(low=1), first_card=True, reward=(gain_power(2),)),
    "the-joker": Character(
        use=(Pick("destroy", ("played",), Cards(types=("villain",)), 1, then=(draw(1), foes(gain("weakness")))),)
    ),
}
"""Abilities by kind of Super-Villain."""
