"""Heroes of the main deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import ANY, Cards
from ..effects.script import Script
from ..effects.vocabulary import (
    AddToLineUp,
    Borrow,
    GiveUp,
    Pick,
    Reveal,
    destroy,
    draw,
    foe,
    gain_power,
    gain_vp,
    may,
    on_top,
    steal_vp,
    when,
)

LOCATION: Final = Cards(types=("location",))
"""Locations."""


def cost_of_a(type: str) -> Script:
    """Return the script of a card that may destroy a card for Power.

    The Power is the destroyed card's cost if it has the right type, and none if it has not. The player who destroys
    nothing has +2 Power (fe-27).
    """
    return Script(
        play=(
            may(
                destroy(
                    then=(when(f"last-is:{type}", gain_power(1, each="last-cost")),),
                    otherwise=(gain_power(2),),
                )
            ),
        )
    )


def trash_no(type: str) -> Script:
    """Return the script of a card that may destroy a card without a given type.

    Its player gains 1 VP if that card cost something. Element Woman has every type, so that she never fits (fe-175).
    """
    return Script(play=(may(destroy(cards=Cards(not_types=(type,)), then=(when("last-costs", gain_vp(1)),))),))


HEROES: Final[Mapping[str, Script]] = {
    "amanda-waller": cost_of_a("villain"),
    "catwoman": Script(play=(gain_power(1), foe(steal_vp(1)))),
    "commissioner-gordon": Script(play=(gain_power(1),), defend=(GiveUp(), gain_vp(1))),
    "dr-light": Script(play=(draw(1), foe(Pick("push-back", ("in-play",), LOCATION, 1)))),
    "element-woman": Script(play=(gain_power(2),)),
    "firestorm": Script(play=(Reveal(1), Borrow())),
    "pandora": Script(play=(AddToLineUp(), gain_power(1, each="line-up-costs"))),
    "phantom-stranger": Script(play=(may(destroy("hand")), may(destroy("discard")))),
    "power-girl": Script(play=(gain_power(3),)),
    "stargirl": Script(
        play=(gain_power(2),), defend=(GiveUp(), draw(1), Pick("bottom", ("destroyed",), Cards(low=1), 1))
    ),
    "steel": trash_no("hero"),
    "steve-trevor": Script(destroyed=(draw(2), Pick("discard", ("hand",), ANY, 1))),
    "vibe": Script(play=(gain_power(1), on_top(Cards(types=("hero", "super-power"), high=5)))),
}
"""Scripts by kind."""
