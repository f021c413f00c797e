"""Arguments that several moves of Evil:101 share: cards that can come from a hand or a deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lairkeeper.core.ids import Path
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.result import Refused
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.step import StepData

from .places import DECK, copies, handler, is_sort, may_come
from .refusals import E1, refuse

Place = Callable[[Moment[Any]], Path]


def from_hand(sort: str, hand: Place, wrong: E1, cite: str) -> Arg[StepData]:
    """Return a card of a sort that can come from a hand of the asked seat, as far as everybody can tell."""

    def elsewhere(now: Moment[StepData], card: str) -> Refused:
        return refuse(E1.NOT_IN_HAND, cite, card=card, seat=now.asked)

    return _card(sort, hand, wrong, cite, elsewhere, E1.NOT_IN_HAND)


def from_deck(sort: str, wrong: E1, cite: str) -> Arg[StepData]:
    """Return a card of a sort that can come from its deck, as far as everybody can tell."""

    def elsewhere(now: Moment[StepData], card: str) -> Refused:
        return refuse(E1.NOT_IN_DECK, cite, card=card)

    return _card(sort, lambda now: DECK[sort], wrong, cite, elsewhere, E1.NOT_IN_DECK)


def _card(
    sort: str, place: Place, wrong: E1, cite: str, elsewhere: Callable[[Moment[StepData], str], Refused], code: E1
) -> Arg[StepData]:
    def why_not(now: Moment[StepData], card: Any) -> Verdict:
        refused = is_sort(now.state, card, sort, wrong, cite)
        if refused is None and ("#" not in card or not may_come(now.state, place(now), card)):
            refused = elsewhere(now, card)
        return refused

    return Arg(lambda now: copies(now.state, sort, place(now), now.naming), why_not, (wrong, E1.NO_NUMBERS, code))


def the_handler(cite: str) -> Arg[StepData]:
    """Return the seat of the Handler, and nobody else."""

    def why_not(now: Moment[StepData], said: Any) -> Verdict:
        seat = handler(now.state)
        return None if said == seat else refuse(E1.NOT_THE_HANDLER, cite, seat=said, handler=seat)

    return Arg(lambda now: (handler(now.state),), why_not, (E1.NOT_THE_HANDLER,))
