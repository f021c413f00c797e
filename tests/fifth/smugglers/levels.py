"""Change of the level: ``score`` follows coins, ``full`` every card. It happens at the start of a round."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.kernel import Verdict
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.levels import change_of_level
from lairkeeper.rules.step import push

from .cards import COVES, GOODS
from .moves.courses import Choosing
from .moves.coves import Dealing
from .moves.hiring import Muster
from .moves.tally import Tallying
from .places import DISCARDS, ROUND, ROW, TAVERN, carry, crew_of, fill_hands, hand_of, in_order, turn_to
from .refusals import SM, refuse
from .round import begin_round

LEVELS: Final = ("score", "full")
CITE: Final = "setup"
_BEGINNINGS: Final = frozenset({Dealing.KIND, Choosing.KIND, Tallying.KIND})


def _not_yet(state: State, level: str) -> Verdict:
    """Return why the level may not change now: a round has begun and somebody has done something in it."""
    top = state.top
    fresh = top is not None and top.kind in _BEGINNINGS and not (top.prompt is not None and top.prompt.answers)
    return None if fresh else refuse(SM.LEVEL_LATER, CITE, step=top.kind if top is not None else "")


def _begin(work: Work, before: State) -> None:
    """Begin the round again at the new level.

    At ``full`` all cards are gathered in their decks, the hands are filled, and players tell their crew: nobody has
    followed them.
    """
    work.count(ROUND, -1)
    if work.state.level == "full":
        turn_to(work, None)
        for place, deck in ((ROW, COVES), *((discards, deck) for deck, discards in DISCARDS.items())):
            carry(work, place, deck)
        for seat in work.state.seats:
            carry(work, hand_of(seat), GOODS)
            carry(work, crew_of(seat), TAVERN)
        fill_hands(work)
    begin_round(work, lying=work.state.level == "full")
    if work.state.level == "full" and work.state.rules.crew and work.state.counters.get(ROUND, 0) > 1:
        push(work, Muster(in_order(work.state)))


LEVEL: Final = change_of_level(LEVELS, _begin, unless=_not_yet, codes=(SM.LEVEL_LATER,), rule=CITE)
