"""Arguments that several moves of Smugglers share: cards that can come from a hand or a deck."""

from __future__ import annotations

from typing import Any

from lairkeeper.core.kernel import Verdict
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.step import StepData

from .cards import COVES, GOODS, sort_of
from .places import copies, hand_of, may_come
from .refusals import SM, refuse


def from_hand(cite: str) -> Arg[StepData]:
    """Return goods that can come from the hand of the asked seat, as far as everybody can tell."""

    def why_not(now: Moment[StepData], card: Any) -> Verdict:
        if sort_of(card) != GOODS:
            return refuse(SM.NOT_GOODS, cite, card=card)
        held = may_come(now.state, hand_of(now.asked), card)
        return None if held else refuse(SM.NOT_IN_HAND, cite, card=card, seat=now.asked)

    return Arg(
        lambda now: copies(now.state, GOODS, hand_of(now.asked), now.naming), why_not, (SM.NOT_GOODS, SM.NOT_IN_HAND)
    )


def from_the_deck(cite: str) -> Arg[StepData]:
    """Return a cove that can come from its deck, as far as everybody can tell."""

    def why_not(now: Moment[StepData], card: Any) -> Verdict:
        if sort_of(card) != COVES:
            return refuse(SM.NOT_A_COVE, cite, card=card)
        return None if may_come(now.state, COVES, card) else refuse(SM.NOT_IN_DECK, cite, card=card)

    return Arg(lambda now: copies(now.state, COVES, COVES, now.naming), why_not, (SM.NOT_A_COVE, SM.NOT_IN_DECK))
