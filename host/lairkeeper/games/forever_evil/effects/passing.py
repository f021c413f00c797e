"""Passing a card to the left, everybody at the same time: no Attack and no gain ("Forever Evil, FAQ")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from ..args import WAITING, awaited, of_a_deck
from ..catalog import CATALOG
from ..hands import unseen_at
from ..market import deck_card
from ..owning import ONE_CARD
from ..places import find, hand_of
from ..refusals import FE, no
from .acts import hand_over, left_hand
from .carry_out import Text
from .vocabulary import PassLeft

RULE: Final = "cards"


@quick
@dataclass(frozen=True, slots=True)
class PassingLeft(StepData):
    """Everybody chooses a card to pass to the left."""

    KIND: ClassVar[str] = "pass-left"
    card: Label
    """Card that says so."""
    seats: tuple[Seat, ...]
    """Seats that hold a card."""
    secret: bool = False
    """True once a card was named, which the log then does not name (`core.log_words.SECRET`)."""


def pass_left(work: Work, step: Text, verb: PassLeft, at: int) -> None:
    """Ask each player who holds a card to pass one; an empty hand passes nothing and still receives one (fe-72)."""
    seats = tuple(seat for seat in work.state.clockwise(step.seat) if work.state.size(hand_of(seat)))
    if seats:
        push(work, PassingLeft(step.card, seats))


def _resume(work: Work, step: PassingLeft) -> None:
    answers = ask_each(work, step.KIND, step.seats, cite=RULE, sealed=True, card=step.card)
    if answers is not None:
        work.pop()
        _hand_over(work, {seat: answer.get("card") for seat, answer in answers.items()})


def _hand_over(work: Work, cards: dict[Seat, Label | None]) -> None:
    """Pass all cards at once, so that nobody passes on a card that has just arrived (fe-71)."""
    state = work.state
    for seat, card in cards.items():
        left = state.clockwise(seat)[1 % len(state.seats)]
        if card is None:
            work.emit(ev.PoolShifted(hand_of(seat), hand_of(left), 1))
            left_hand(work, seat)
        else:
            hand_over(work, seat, card, hand_of(left), left, (hand_of(seat),))


def _not_held(now: Moment[PassingLeft], by: Seat, card: Label) -> Verdict:
    return no(FE.NOT_IN_HAND, RULE, card=card, seat=by) if find(now.state, card, (hand_of(by),)) is None else None


def _pass(work: Work, step: PassingLeft, by: Seat, card: Label) -> None:
    """Note the card that a player passes, and keep it a secret of two players (fe-71).

    These are the player who passes it and the player who gets it when everybody has chosen.
    """
    save(work, step, replace(step, secret=True), "secret")
    work.answer(by, card=card)


def _unseen(work: Work, step: PassingLeft, by: Seat, card: Label | None = None) -> None:
    work.answer(by, option="unseen")


def _offers(now: Moment[PassingLeft]) -> Iterable[tuple[Seat, Label]]:
    for seat in awaited(now):
        for card in _cards(now, seat):
            yield seat, card


def _cards(now: Moment[PassingLeft], seat: Seat) -> Iterable[Label]:
    state, naming = now.state, now.naming
    if naming is not None:
        return (naming,) if deck_card(naming, RULE) is None and find(state, naming, (hand_of(seat),)) else ()
    kinds = dict.fromkeys(kind_of(card) for card, _ in unseen_at(state, hand_of(seat)))
    return (kind for kind in kinds if kind in CATALOG.kinds)


def _no_card(now: Moment[StepData], said: Any) -> Verdict:
    if said in {None, ONE_CARD}:
        return None
    args = {"move": "pass-unseen", "argument": "card"}
    return Refused(CoreRefusal.UNEXPECTED_ARGUMENT, args, RULE, invalid=True)


def _face_down(now: Moment[StepData]) -> Iterable[Label | None]:
    if now.naming is None:
        yield None
    elif kind_of(now.naming) == ONE_CARD:
        yield ONE_CARD


_ONE: Final[Arg[StepData]] = Arg(_face_down, _no_card, (CoreRefusal.UNEXPECTED_ARGUMENT,))
"""The token for a card whose face nobody shows; none by click."""

PASS_LEFT_STEP: Final = step_kind(
    PassingLeft,
    move("pass", PassingLeft, _pass, card=of_a_deck(RULE), by=WAITING, unless=_not_held, codes=(FE.NOT_IN_HAND,),
         offers=_offers, stamped=True, rule=RULE),
    move("pass-unseen", PassingLeft, _unseen, card=_ONE, by=WAITING, stamped=True,
         first_codes=(CoreRefusal.NOT_ASKED,), answers=Answer("unseen", lambda now, command: {"seat": command.by}),
         rule=RULE),
    resume=_resume,
    prompts=(PromptSpec(PassingLeft.KIND, ("unseen",), RULE),),
)  # fmt: skip
"""Step in which each player taps the card that is passed, or says that it is passed face down."""
