"""Passing a card to the left, everybody at the same time: no Attack and no gain ("Forever Evil, FAQ")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import SECRET, FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from ..catalog import CATALOG
from ..hands import unseen_at
from ..market import deck_card
from ..owning import ONE_CARD
from ..places import find, hand_of
from ..refusals import FE, no
from .acts import hand_over, left_hand
from .asking import awaited
from .vocabulary import PassLeft

PASS_LEFT: Final = "pass-left"
RULE: Final = "cards"


def pass_left(work: Work, frame: Frame, verb: PassLeft, at: int) -> None:
    """Ask each player who holds a card to pass one; an empty hand passes nothing and still receives one (fe-72)."""
    seats = tuple(seat for seat in work.state.clockwise(frame.data["seat"]) if work.state.size(hand_of(seat)))
    if seats:
        work.push(PASS_LEFT, card=frame.data["card"], seats=seats)


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask(PASS_LEFT, seats=tuple(frame.data["seats"]), sealed=True, cite=RULE, card=frame.data["card"])
    elif not frame.prompt.waiting:
        answers = {seat: frame.prompt.answers[seat].get("card") for seat in frame.data["seats"]}
        work.close(frame)
        _hand_over(work, answers)


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


def _check(state: State, command: Command) -> Verdict:
    refused = deck_card(command.card, RULE) or waiting_check(state, command)
    card, seat = command.card or "", command.by or ""
    if refused is None and find(state, card, (hand_of(seat),)) is None:
        return no(FE.NOT_IN_HAND, RULE, card=card, seat=seat)
    return refused


def _pass(work: Work, command: Command) -> None:
    """Note the card that a player passes, and keep it a secret of two players (fe-71).

    These are the player who passes it and the player who gets it when everybody has chosen.
    """
    work.set(**{SECRET: True})
    work.answer(command.by, card=command.card)


def _unseen_check(state: State, command: Command) -> Verdict:
    if command.card not in {None, ONE_CARD}:
        said = {"move": command.move, "argument": "card"}
        return Refused(CoreRefusal.UNEXPECTED_ARGUMENT, said, RULE, invalid=True)
    return waiting_check(state, command)


def _unseen(work: Work, command: Command) -> None:
    work.answer(command.by, option="unseen")


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat, prompt in awaited(state, viewer):
        for card in _cards(state, seat, naming):
            yield Command(move="pass", by=seat, card=card, prompt=prompt)


def _cards(state: State, seat: Seat, naming: Label | None) -> Iterable[Label]:
    if naming is not None:
        return (naming,) if deck_card(naming, RULE) is None and find(state, naming, (hand_of(seat),)) else ()
    kinds = dict.fromkeys(kind_of(card) for card, _ in unseen_at(state, hand_of(seat)))
    return (kind for kind in kinds if kind in CATALOG.kinds)


def _unseen_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is not None and kind_of(naming) != ONE_CARD:
        return
    for seat, prompt in awaited(state, viewer):
        yield Command(move="pass-unseen", by=seat, card=naming and ONE_CARD, prompt=prompt)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("unseen", each, {"seat": each.by}) for each in _unseen_offers(state, viewer, None))


PASS_LEFT_STEP: Final = FrameKind(
    PASS_LEFT,
    table_of(
        Move(
            "pass",
            _pass,
            _check,
            _offers,
            ("by", "card"),
            refusals=(FE.NOT_A_DECK_CARD, CoreRefusal.NOT_ASKED, FE.NOT_IN_HAND),
            rule=RULE,
        ),
        Move(
            "pass-unseen",
            _unseen,
            _unseen_check,
            _unseen_offers,
            ("by",),
            ("card",),
            refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.UNEXPECTED_ARGUMENT),
            rule=RULE,
        ),
    ),
    _resume,
    _options,
    (PromptSpec(PASS_LEFT, ("unseen",), RULE),),
)
"""Step in which each player taps the card that is passed, or says that it is passed face down."""
