"""Purchases: players buy Chase cards at the end of a round ("Evil:101, Calling the Cleaners")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.purse import worth
from lairkeeper.core.quick import quick
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, ASKED, Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from ..places import (
    CHASE,
    CHASE_COST,
    DECK,
    ask_seat,
    available,
    chase_of,
    copies,
    draw,
    in_order,
    is_sort,
    may_come,
    turn_to,
)
from ..refusals import E1, refuse

CITE: Final = "cleaners"


@quick
@dataclass(frozen=True, slots=True)
class Purchases(StepData):
    """Players buy Chase cards, one player after the other."""

    KIND: ClassVar[str] = "purchases"
    seats: tuple[Seat, ...]
    at: int
    """Index of the seat that is asked."""


def buyers(state: State) -> tuple[Seat, ...]:
    """Return the seats that can pay for a Chase card, clockwise from the Handler's left.

    The old and the new Handler are among them (e1-74). Nobody can buy at level ``full`` when no Chase card is left.
    """
    if state.level == "full" and not available(state, DECK[CHASE]):
        return ()
    return tuple(seat for seat in in_order(state) if worth(state, seat) >= CHASE_COST)


def _not_for_sale(now: Moment[Purchases], by: Seat, card: Component | None = None) -> Verdict:
    """Return why a seat may not buy a Chase card.

    Nobody may go below 0 points (e1-40). Nothing limits how many Chase cards a player holds (e1-76). Only the house
    rule ``purchase`` lets the buyer name a card (e1-75).
    """
    state = now.state
    if worth(state, by) < CHASE_COST:
        return refuse(E1.TOO_FEW_POINTS, CITE, seat=by, have=worth(state, by))
    full = state.level == "full"
    if full and not available(state, DECK[CHASE]):
        return refuse(E1.DECK_EMPTY, CITE, deck=DECK[CHASE])
    if not full or state.rules.purchase == "top-card":
        return None if card is None else refuse(E1.BOUGHT_UNSEEN, CITE, card=card)
    if card is None:
        return refuse(E1.SAY_WHICH, CITE, seat=by)
    wrong = is_sort(state, card, CHASE, E1.NOT_A_CHASE_CARD, CITE)
    if wrong is None and ("#" not in card or not may_come(state, DECK[CHASE], card)):
        wrong = refuse(E1.NOT_IN_DECK, CITE, card=card)
    return wrong


def _cards(now: Moment[Purchases]) -> Iterable[Component | None]:
    state = now.state
    if state.level == "full" and state.rules.purchase == "buyer-picks":
        yield from copies(state, CHASE, DECK[CHASE], now.naming)
    elif now.naming is None:
        yield None


def _buy(work: Work, step: Purchases, by: Seat, card: Component | None = None) -> None:
    """Take the price from the buyer's tracker (e1-70) and give the buyer a Chase card.

    It is the unseen top card (e1-75), or the card that the buyer names openly.
    """
    work.pay(by, BANK, CHASE_COST)
    work.count(f"bought.{by}", 1)
    if card is not None:
        work.move(card, chase_of(by), source=DECK[CHASE])
        work.emit(ev.Faced(card, (TABLE,)))
    elif work.state.level == "full":
        draw(work, DECK[CHASE], chase_of(by), 1)
    work.again()


def _on(work: Work, step: Purchases, at: int) -> None:
    """Go on with the seat at this index."""
    save(work, step, replace(step, at=at), "at")
    work.again()


def _no_more(work: Work, step: Purchases, by: Seat) -> None:
    _on(work, step, step.at + 1)


def _nobody(work: Work, step: Purchases, by: Seat | None = None) -> None:
    _on(work, step, len(step.seats))


def _resume(work: Work, step: Purchases) -> None:
    able = buyers(work.state)
    at = next((at for at, seat in enumerate(step.seats) if at >= step.at and seat in able), None)
    if at is None:
        turn_to(work, None)
        work.pop()
        return
    save(work, step, replace(step, at=at))
    ask_seat(work, step.seats[at], "buy", cite=CITE)


def _by_click(now: Moment[Purchases], command: Command) -> Mapping[str, Any] | None:
    """Return no arguments for the answer *buy*; None where buyers name a card (e1-75)."""
    return None if now.state.level == "full" and now.state.rules.purchase == "buyer-picks" else {}


_CODES: Final = (
    E1.TOO_FEW_POINTS, E1.DECK_EMPTY, E1.BOUGHT_UNSEEN, E1.SAY_WHICH, E1.NOT_A_CHASE_CARD, E1.NOT_IN_DECK,
)  # fmt: skip
BUY: Final = step_kind(
    Purchases,
    move("buy", Purchases, _buy, by=ASKED, card=Arg(_cards), unless=_not_for_sale, codes=_CODES,
         answers=Answer("buy", _by_click, stamped=False), rule=CITE),
    move("pass", Purchases, _no_more, by=ASKED, answers=Answer("no-more"), rule=CITE),
    move("end-turn", Purchases, _nobody, by=ANYBODY, answers=Answer("nobody"), rule=CITE),
    resume=_resume, prompts=(PromptSpec("buy", ("buy", "no-more", "nobody"), CITE),),
)  # fmt: skip
