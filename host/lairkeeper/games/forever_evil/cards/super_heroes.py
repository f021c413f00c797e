"""Super Heroes: texts for the player who plays them, and First Appearances ("Forever Evil, The Super Heroes")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import ANY, Cards
from ..effects.script import Bonus, Script
from ..effects.vocabulary import (
    OWN,
    LoseVP,
    Pick,
    Program,
    Reveal,
    TakeFromMainDeck,
    destroy,
    discard,
    draw,
    gain,
    gain_power,
    gain_vp,
    on_top,
)
from .heroes import LOCATION

_WEAKNESS: Final = (gain("weakness"),)
PUNCH: Final = Cards(kinds=("punch",))
"""Punches."""


def again(type: str, power: int, weaknesses: int = 1, most: int | None = 6) -> Script:
    """Return the script of a Super Hero that may play up to three destroyed cards of a type.

    In the First Appearance a player destroys one card of that type, or gains Weaknesses.
    """
    return Script(
        play=(Pick("play", ("destroyed",), Cards(types=(type,), high=most), 0, 3, otherwise=(gain_power(power),)),),
        appearance=(destroy(cards=Cards(types=(type,)), otherwise=(gain("weakness", weaknesses),)),),
    )


def _one_of_each(*types: str) -> Program:
    """Return a First Appearance that takes a card of each type.

    Both are taken as far as the player has them, and one discarded card avoids the Weakness (fe-62).
    """
    return (Pick("discard", ("hand",), Cards(types=types), 2, 2, each_of=types, otherwise=_WEAKNESS),)


SUPER_HEROES: Final[Mapping[str, Script]] = {
    "the-flash": Script(play=(draw(3), discard(1))),
    "aquaman": Script(
        play=(on_top(ANY, 3, otherwise=(gain_power(3),)),),
        appearance=(on_top(Cards(high=0), 4, low=4, otherwise=_WEAKNESS),),
    ),
    "batman": again("equipment", 3),
    "constantine": Script(
        play=(
            Reveal(3),
            Pick("draw", ("top",), ANY, 1, shown=True),
            Pick("destroy", ("top",), ANY, 1, shown=True, then=(gain_vp(1, each="last-vp"),)),
        ),
        appearance=(LoseVP(3),),
    ),
    "cyborg": Script(
        play=(gain_power(2, each="played:super-power,equipment", later=True),),
        appearance=_one_of_each("super-power", "equipment"),
    ),
    # Each Punch short brings a Weakness (fe-62).
    "green-arrow": Script(bonus=Bonus(PUNCH), appearance=(Pick("discard", ("hand",), PUNCH, 2, 2, missing=_WEAKNESS),)),
    "green-lantern": again("hero", 3),
    # Cards played later in the turn pay too (fe-110).
    "martian-manhunter": Script(
        play=(gain_power(2, each="played:hero,villain", later=True),), appearance=_one_of_each("hero", "villain")
    ),
    "shazam": Script(
        play=(TakeFromMainDeck(2, play=True), Pick("destroy", ("in-play",), ANY, 1, shown=True)),
        appearance=(Pick("bottom", OWN, Cards(low=5), 1, otherwise=_WEAKNESS),),
    ),
    "superman": again("super-power", 4, 2, None),
    "swamp-thing": Script(
        play=(gain_power(2, each="locations-in-play"),),
        appearance=(Pick("push-back", ("in-play",), LOCATION, 1, otherwise=_WEAKNESS),),
    ),
    "wonder-woman": again("villain", 3),
}
"""Scripts by kind."""
