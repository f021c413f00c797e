"""Equipment of the main deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.filters import ANY, Cards
from ..effects.script import Script
from ..effects.vocabulary import (
    AddToLineUp,
    DrawOrPass,
    GiveUp,
    KeepLast,
    Pick,
    PlayTop,
    Reveal,
    TakeFromMainDeck,
    Until,
    destroy,
    foe,
    gain_power,
    may,
    when,
)
from .heroes import cost_of_a, trash_no

SERUM: Final = "serum"
"""Mark of the card that is destroyed at the end of this turn."""

EQUIPMENT: Final[Mapping[str, Script]] = {
    # The attacker destroys the card and gets what this brings (fe-66).
    "broadsword": Script(
        play=(gain_power(2), foe(destroy("discard", cards=Cards(low=1, high=3), whose="victim"))),
    ),
    "cold-gun": Script(play=(gain_power(1), Pick("freeze", ("line-up",), ANY))),
    "cosmic-staff": Script(play=(gain_power(2),), defend=(GiveUp(), TakeFromMainDeck())),
    "firestorm-matrix": Script(play=(Reveal(1), PlayTop(), KeepLast())),
    "mallet": Script(play=(Reveal(1), DrawOrPass())),
    # Both verbs read the VP tokens once, as the card is played (fe-78).
    "man-bat-serum": Script(play=(when("five-tokens", Until(SERUM)), gain_power(1, each="tokens"))),
    # The card shown first is one of the added cards (fe-98).
    "pandoras-box": Script(play=(AddToLineUp(), AddToLineUp(last_cost=True))),
    "power-armor": Script(play=(gain_power(3),), defend=(may(destroy()),)),
    "secret-society-communicator": cost_of_a("hero"),
    "sledgehammer": trash_no("equipment"),
    "venom-injector": Script(destroyed=(gain_power(2),)),
}
"""Scripts by kind."""
