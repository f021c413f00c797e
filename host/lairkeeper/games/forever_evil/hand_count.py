"""Hands and discard piles where level ``full`` begins in the middle of a match: asked for, never assumed.

The app first puts five cards in each hand, and players correct the number. A discard pile is known when its cards are
shown; all other cards of a player are in deck and hand together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.quick import quick
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push

from .args import of_a_deck
from .hands import begin_hands
from .moving import bring
from .owning import own_cards
from .places import deck_of, discard_of, find, hand_of
from .refusals import FE, no

HANDS_KNOWN: Final = "hands-known"
RULE: Final = "gameplay"
WAITS: Final = "level.full-next"
"""Counter that is set while level ``full`` waits for the next turn."""
_STEPS: Final = ("plus-1", "plus-5", "minus-1")


@quick
@dataclass(frozen=True, slots=True)
class CountingHands(StepData):
    """Players tell how many cards they hold and show their discard piles."""

    KIND: ClassVar[str] = "hand-count"


def begin_full(work: Work) -> None:
    """Follow every card from this turn on."""
    work.count(WAITS, -1)
    work.emit(ev.LevelSet("full"))
    begin_hands(work, work.state.seats)
    push(work, CountingHands())


def _resume(work: Work, step: CountingHands) -> None:
    if work.top.prompt is None:
        work.ask(step.KIND, cite=RULE)


# The hand ---------------------------------------------------------------------------------------------------------


def _new_size(state: State, seat: Seat, card: Label | None, amount: int | None) -> int:
    """Return the new number of cards in the hand: the number said, or the old one changed by the tapped token."""
    if amount is not None:
        return amount
    shared = piece(kind_of(card)) if card is not None else None
    return state.size(hand_of(seat)) + (shared.amount if shared else 0)


def _no_hand(now: Moment[CountingHands], by: Seat, card: Label | None = None, amount: int | None = None) -> Verdict:
    if (card is None) == (amount is None) or (card is not None and kind_of(card) not in _STEPS):
        return Refused(FE.SAID_TWICE, {"move": "hand"}, RULE, invalid=True)
    most = now.state.size(hand_of(by)) + now.state.size(deck_of(by))
    if not 0 <= _new_size(now.state, by, card, amount) <= most:
        return no(FE.NO_SUCH_HAND, RULE, seat=by, n=most)
    return None


def _hand(work: Work, step: CountingHands, by: Seat, card: Label | None = None, amount: int | None = None) -> None:
    more = _new_size(work.state, by, card, amount) - work.state.size(hand_of(by))
    if more:
        source, target = (deck_of(by), hand_of(by)) if more > 0 else (hand_of(by), deck_of(by))
        work.emit(ev.PoolShifted(source, target, abs(more)))


def _hands(now: Moment[CountingHands]) -> Iterable[tuple[Seat, Label, None]]:
    for seat in seats_of(now.state, now.viewer):
        for kind in _STEPS:
            if now.naming is None or kind_of(now.naming) == kind:
                yield seat, kind, None


# The discard pile -------------------------------------------------------------------------------------------------


def _not_owned(now: Moment[CountingHands], by: Seat, card: Label) -> Verdict:
    return no(FE.NOT_IN_DECK, RULE, card=card, seat=by) if find(now.state, card, (deck_of(by),)) is None else None


def _discard(work: Work, step: CountingHands, by: Seat, card: Label) -> None:
    bring(work, card, discard_of(by), (deck_of(by),))


def _discards(now: Moment[CountingHands]) -> Iterable[tuple[Seat, Label]]:
    for seat in seats_of(now.state, now.viewer):
        for card in own_cards(now.state, seat, now.naming):
            yield seat, card


def _done(work: Work, step: CountingHands, by: Seat | None = None) -> None:
    work.answer(by, option=HANDS_KNOWN)
    work.pop()


HAND_COUNT_STEP: Final = step_kind(
    CountingHands,
    move("hand", CountingHands, _hand, unless=_no_hand, codes=(FE.SAID_TWICE, FE.NO_SUCH_HAND), offers=_hands,
         rule=RULE),
    move("discard", CountingHands, _discard, card=of_a_deck(RULE), unless=_not_owned, codes=(FE.NOT_IN_DECK,),
         offers=_discards, rule=RULE),
    move("done", CountingHands, _done, by=ANYBODY, spoken=True, answers=Answer("done"), rule=RULE),
    resume=_resume,
    prompts=(PromptSpec(CountingHands.KIND, ("done",), RULE),),
)  # fmt: skip
"""Step in which players tell how many cards they hold and show their discard piles."""
