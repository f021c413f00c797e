"""Arguments that several moves of Evil:101 share: cards that can come from a hand or a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lairkeeper.core.ids import Path
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.result import Refused
from lairkeeper.rules.args import Arg, Moment, Value
from lairkeeper.rules.step import StepData

from .places import DECK, copies, handler, is_sort, may_come
from .refusals import E1, refuse

Place = Callable[[Moment[Any]], Path]


def from_hand(sort: str, hand: Place, wrong: E1, cite: str) -> Arg[StepData]:
    """Return a card of a sort that can come from a hand of the asked seat, as far as everybody can tell."""
    return _card(sort, hand, wrong, cite, lambda now, card: refuse(E1.NOT_IN_HAND, cite, card=card, seat=now.asked))


def from_deck(sort: str, wrong: E1, cite: str) -> Arg[StepData]:
    """Return a card of a sort that can come from its deck, as far as everybody can tell."""
    missing = E1.NOT_IN_DECK
    return _card(sort, lambda now: DECK[sort], wrong, cite, lambda now, card: refuse(missing, cite, card=card), missing)


def _card(
    sort: str,
    place: Place,
    wrong: E1,
    cite: str,
    missing: Callable[[Moment[StepData], str], Refused],
    code: E1 = E1.NOT_IN_HAND,
) -> Arg[StepData]:
    def why_not(now: Moment[StepData], card: Any) -> Verdict:
        refused = is_sort(now.state, card, sort, wrong, cite)
        if refused is None and ("#" not in card or not may_come(now.state, place(now), card)):
            refused = missing(now, card)
        return refused

    def offer(now: Moment[StepData]) -> Iterable[Value]:
        return copies(now.state, sort, place(now), now.naming)

    return Arg(offer, why_not, (wrong, E1.NO_NUMBERS, code))


def _not_the_handler(now: Moment[StepData], said: Any, cite: str) -> Verdict:
    seat = handler(now.state)
    return None if said == seat else refuse(E1.NOT_THE_HANDLER, cite, seat=said, handler=seat)


def the_handler(cite: str) -> Arg[StepData]:
    """Return the seat of the Handler, and nobody else."""
    return Arg(
        lambda now: (handler(now.state),), lambda now, said: _not_the_handler(now, said, cite), (E1.NOT_THE_HANDLER,)
    )
