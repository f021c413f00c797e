"""Cards without a script: players do what the card says, and the app follows single steps until all is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .. import hands
from ..gaining import GAIN
from ..market import DEAL, FREEZE, deck_card
from ..owning import BOTTOM, DESTROY, PASS, PASS_UNSEEN, PUT_BACK
from ..places import bring, discard_of, find, hand_of, in_play_of
from ..refusals import FE, no
from ..team import foes as foes_of
from ..team import not_a_mate
from ..tokens import LOSE, STEAL
from .asking import awaited
from .attack import push_attack
from .turn_facts import POWER, note, noted

BY_HAND: Final = "by-hand"
RULE: Final = "order-of-play"


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        seat = frame.data["seat"]
        work.ask(BY_HAND, seats=(seat,), cite=RULE, seat=seat, card=frame.data["card"])


def _done(work: Work, command: Command) -> None:
    work.answer(command.by, option="by-hand-done")
    work.pop()


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat, prompt in awaited(state, viewer):
        yield Command(move="done", by=seat, prompt=prompt)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("done", each) for each in _done_offers(state, viewer, None))


# Single steps that only this level knows --------------------------------------------------------------------------


def _draw(work: Work, command: Command) -> None:
    hands.draw(work, command.by or "", command.amount or 1)


def _power_check(state: State, command: Command) -> Verdict:
    amount = command.amount or 0
    have = noted(state, POWER)
    if amount == 0 or have + amount < 0:
        args = {"option": "amount", "value": amount, "allowed": f"-{have}..99"}
        return Refused(CoreRefusal.BAD_VALUE, args, invalid=True)
    return None


def _power(work: Work, command: Command) -> None:
    note(work, POWER, command.amount or 0)


def _discard_check(state: State, command: Command) -> Verdict:
    card, seat = command.card or "", command.by or ""
    refused = deck_card(card, RULE)
    if refused is None and find(state, card, (hand_of(seat), in_play_of(seat))) is None:
        return no(FE.NOT_IN_HAND, RULE, card=card, seat=seat)
    return refused


def _discard(work: Work, command: Command) -> None:
    seat = command.by or ""
    bring(work, command.card or "", discard_of(seat), (hand_of(seat), in_play_of(seat)))


def _attack_check(state: State, command: Command) -> Verdict:
    if command.target is not None and command.target == command.by:
        return Refused(FE.NOT_A_FOE, {"seat": command.target}, "attacks")
    return not_a_mate(state, command.by or "", command.target)


def _attack(work: Work, command: Command) -> None:
    """Attack from a card without a script; nobody is hit before everybody has decided (fe-51)."""
    seat: Seat = command.by or ""
    foes = foes_of(work.state, seat) if command.target is None else (command.target,)
    push_attack(work, foes, together=True, text=None, part="", path=(), card=work.top.data["card"], by=seat)


def _by(move: str, amount: int | None = None) -> Callable[[State, str, Label | None], Iterable[Command]]:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        yield Command(move=move, by=running(state).data["seat"], amount=amount)

    return offers


def _discard_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in state.seats if naming is not None and deck_card(naming, RULE) is None else ():
        yield Command(move="discard", by=seat, card=naming)


POWER_BY_HAND: Final = Move(
    "power",
    _power,
    _power_check,
    _by("power", amount=1),
    ("amount",),
    ("by",),
    amount=(-99, 99),
    refusals=(CoreRefusal.BAD_VALUE,),
    rule="gameplay",
)
"""Move that adds or takes Power, for a card that the app cannot read."""
_DECK_MOVES: Final = (GAIN, LOSE, STEAL, DESTROY, PASS, PASS_UNSEEN, BOTTOM, PUT_BACK, DEAL, FREEZE)

BY_HAND_STEP: Final = FrameKind(
    BY_HAND,
    table_of(
        *_DECK_MOVES,
        Move("draw", _draw, candidates=_by("draw"), needs=("by",), takes=("amount",), amount=(1, 20), rule="shuffling"),
        POWER_BY_HAND,
        Move("discard", _discard, _discard_check, _discard_offers, ("by", "card"), spoken=True,
             refusals=(FE.NOT_A_DECK_CARD, FE.NOT_IN_HAND), rule="order-of-play"),
        Move("attack", _attack, _attack_check, _by("attack"), ("by",), ("target",), target="seat",
             refusals=(FE.NOT_A_FOE,), rule="attacks"),
        Move("done", _done, waiting_check, _done_offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=RULE),
    ),
    _resume,
    _options,
    (PromptSpec(BY_HAND, ("done",), RULE),),
)  # fmt: skip
"""Step in which players resolve a card at the table and then confirm it."""
