"""Cards without a script: players do what the card says, and the app follows single steps until all is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, DeclaredMove, move, step_kind

from .. import hands
from ..args import WAITING, of_a_deck
from ..gaining import GAIN
from ..market import DEAL, FREEZE, deck_card
from ..moving import bring
from ..owning import BOTTOM, DESTROY, PASS, PASS_UNSEEN, PUT_BACK
from ..places import discard_of, find, hand_of, in_play_of
from ..refusals import FE, no
from ..steps import ByHand, OfCard, shared
from ..team import foes as foes_of
from ..team import not_a_mate
from ..tokens import LOSE, STEAL
from .attack import push_attack
from .carry_out import asking_card
from .turn_facts import POWER, note, noted

RULE: Final = "order-of-play"
T = TypeVar("T", bound=OfCard)


def _resume(work: Work, step: ByHand) -> None:
    if work.top.prompt is None:
        work.ask(step.KIND, seats=(step.seat,), cite=RULE, seat=step.seat, card=asking_card(work.state, step.card))


def _done(work: Work, step: ByHand, by: Seat) -> None:
    work.answer(by, option="by-hand-done")
    work.pop()


# Single steps that only this level knows --------------------------------------------------------------------------

_THE_SEAT: Final[Arg[OfCard]] = Arg(lambda now: (now.step.seat,))
"""Any seat; the one that carries out the card is offered."""


def _draw(work: Work, step: ByHand, by: Seat, amount: int | None = None) -> None:
    hands.draw(work, by, amount or 1)


def _no_power(now: Moment[OfCard], said: Any) -> Verdict:
    have = noted(now.state, POWER)
    if said != 0 and have + said >= 0:
        return None
    args = {"option": "amount", "value": said, "allowed": f"-{have}..99"}
    return Refused(CoreRefusal.BAD_VALUE, args, invalid=True)


def _power(work: Work, step: OfCard, amount: int, by: Seat | None = None) -> None:
    note(work, POWER, amount)


def power_by_hand(kind: type[T]) -> DeclaredMove[T]:
    """Return the move that adds or takes Power, for a card that the app cannot read."""
    amount: Arg[OfCard] = Arg(lambda now: (1,), _no_power, (CoreRefusal.BAD_VALUE,))
    return move("power", kind, _power, amount=amount, by=_THE_SEAT, amounts=(-99, 99), rule="gameplay")


def _not_held(now: Moment[ByHand], by: Seat, card: Label) -> Verdict:
    held = find(now.state, card, (hand_of(by), in_play_of(by))) is not None
    return None if held else no(FE.NOT_IN_HAND, RULE, card=card, seat=by)


def _discard(work: Work, step: ByHand, by: Seat, card: Label) -> None:
    bring(work, card, discard_of(by), (hand_of(by), in_play_of(by)))


def _discards(now: Moment[ByHand]) -> Iterable[tuple[Seat, Label]]:
    naming = now.naming
    return ((seat, naming) for seat in now.state.seats) if naming and deck_card(naming, RULE) is None else ()


def _no_foe(now: Moment[ByHand], by: Seat, target: Seat | None = None) -> Verdict:
    if target is not None and target == by:
        return Refused(FE.NOT_A_FOE, {"seat": target}, "attacks")
    return not_a_mate(now.state, by, target)


def _attack(work: Work, step: ByHand, by: Seat, target: Seat | None = None) -> None:
    """Attack from a card without a script; nobody is hit before everybody has decided (fe-51)."""
    foes = foes_of(work.state, by) if target is None else (target,)
    push_attack(work, foes, step.card, by, together=True)


_DECK_MOVES: Final = (GAIN, LOSE, STEAL, DESTROY, PASS, PASS_UNSEEN, BOTTOM, PUT_BACK, DEAL, FREEZE)

BY_HAND_STEP: Final = step_kind(
    ByHand,
    *shared(ByHand, _DECK_MOVES),
    move("draw", ByHand, _draw, by=_THE_SEAT, amount=Arg(lambda now: (None,)), amounts=(1, 20), rule="shuffling"),
    power_by_hand(ByHand),
    move("discard", ByHand, _discard, card=of_a_deck(RULE), unless=_not_held, codes=(FE.NOT_IN_HAND,),
         offers=_discards, spoken=True, rule=RULE),
    move("attack", ByHand, _attack, unless=_no_foe, codes=(FE.NOT_A_FOE, FE.MATE), seat_target=True, rule="attacks",
         offers=lambda now: ((now.step.seat, None),)),
    move("done", ByHand, _done, by=WAITING, answers=Answer("done"), rule=RULE),
    resume=_resume,
    prompts=(PromptSpec(ByHand.KIND, ("done",), RULE),),
)  # fmt: skip
"""Step in which players resolve a card at the table and then confirm it."""
