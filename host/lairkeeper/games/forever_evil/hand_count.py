"""Hands and discard piles where level ``full`` begins in the middle of a match: asked for, never assumed.

The app first puts five cards in each hand, and players correct the number. A discard pile is known when its cards are
shown; all other cards of a player are in deck and hand together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict, seats_of
from lairkeeper.core.moves import table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .hands import begin_hands
from .market import deck_card
from .owning import own_cards
from .places import bring, deck_of, discard_of, find, hand_of
from .refusals import FE, no

HAND_COUNT: Final = "hand-count"
HANDS_KNOWN: Final = "hands-known"
RULE: Final = "gameplay"
WAITS: Final = "level.full-next"
"""Counter that is set while level ``full`` waits for the next turn."""
_STEPS: Final = ("plus-1", "plus-5", "minus-1")


def begin_full(work: Work) -> None:
    """Follow every card from this turn on."""
    work.count(WAITS, -1)
    work.emit(ev.LevelSet("full"))
    begin_hands(work, work.state.seats)
    work.push(HAND_COUNT)


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask(HAND_COUNT, cite=RULE)


# The hand ---------------------------------------------------------------------------------------------------------


def _new_size(state: State, command: Command) -> int:
    """Return the new number of cards in the hand: the number said, or the old one changed by the tapped token."""
    if command.amount is not None:
        return command.amount
    shared = piece(kind_of(command.card or ""))
    return state.size(hand_of(command.by or "")) + (shared.amount if shared else 0)


def _hand_check(state: State, command: Command) -> Verdict:
    seat = command.by or ""
    if (command.card is None) == (command.amount is None) or kind_of(command.card or _STEPS[0]) not in _STEPS:
        return Refused(FE.SAID_TWICE, {"move": command.move}, RULE, invalid=True)
    most = state.size(hand_of(seat)) + state.size(deck_of(seat))
    if not 0 <= _new_size(state, command) <= most:
        return no(FE.NO_SUCH_HAND, RULE, seat=seat, n=most)
    return None


def _hand(work: Work, command: Command) -> None:
    seat = command.by or ""
    more = _new_size(work.state, command) - work.state.size(hand_of(seat))
    if more:
        source, target = (deck_of(seat), hand_of(seat)) if more > 0 else (hand_of(seat), deck_of(seat))
        work.emit(ev.PoolShifted(source, target, abs(more)))


def _hand_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in seats_of(state, viewer):
        for kind in _STEPS:
            if naming is None or kind_of(naming) == kind:
                yield Command(move="hand", by=seat, card=kind)


# The discard pile -------------------------------------------------------------------------------------------------


def _discard_check(state: State, command: Command) -> Verdict:
    card, seat = command.card or "", command.by or ""
    refused = deck_card(card, RULE)
    if refused is None and find(state, card, (deck_of(seat),)) is None:
        return no(FE.NOT_IN_DECK, RULE, card=card, seat=seat)
    return refused


def _discard(work: Work, command: Command) -> None:
    seat = command.by or ""
    bring(work, command.card or "", discard_of(seat), (deck_of(seat),))


def _discard_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in seats_of(state, viewer):
        for card in own_cards(state, seat, naming):
            yield Command(move="discard", by=seat, card=card)


def _done(work: Work, command: Command) -> None:
    work.answer(command.by, option=HANDS_KNOWN)
    work.pop()


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield Command(move="done", prompt=question(state).id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("done", command) for command in _done_offers(state, viewer, None))


HAND_COUNT_STEP: Final = FrameKind(
    HAND_COUNT,
    table_of(
        Move(
            "hand",
            _hand,
            _hand_check,
            _hand_offers,
            ("by",),
            ("card", "amount"),
            refusals=(FE.SAID_TWICE, FE.NO_SUCH_HAND),
            rule=RULE,
        ),
        Move(
            "discard",
            _discard,
            _discard_check,
            _discard_offers,
            ("by", "card"),
            refusals=(FE.NOT_A_DECK_CARD, FE.NOT_IN_DECK),
            rule=RULE,
        ),
        Move("done", _done, candidates=_done_offers, takes=("by",), spoken=True, rule=RULE),
    ),
    _resume,
    _options,
    (PromptSpec(HAND_COUNT, ("done",), RULE),),
)
"""Step in which players tell how many cards they hold and show their discard piles."""
