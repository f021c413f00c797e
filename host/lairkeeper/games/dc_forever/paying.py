"""Paying for a limited ability, card by card ("DC Forever, Character Abilities")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import replace, save

from .abilities import finish_ability, icons_of, payers, pays_from_hand
from .args import asked, with_card
from .catalog import side_of
from .hands import discard, discard_from_hand, in_hand
from .places import hand_labels, side
from .refusals import DC, no
from .steps import Paying

CITE: Final = "ability"


def _resume(work: Work, step: Paying) -> None:
    """Ask for cards until the cost is met; what a card pays beyond it is lost (df-34)."""
    if step.paid >= step.need:
        work.pop()
        finish_ability(work, step.seat, step.card, step.option, step.about)
    else:
        work.ask("pay", cite=CITE, seat=step.seat, card=step.card, n=step.need - step.paid)


def _payer(state: State, step: Paying, card: Label) -> Component | None:
    """Return the card on or under a Hero that a label means; of equal cards any one; else None."""
    return next((each for each in payers(state, step.seat, step.char) if card in (each, kind_of(each))), None)


def _cannot_pay(now: Moment[Paying], by: Seat, card: Label) -> Verdict:
    """Refuse cards that do not pay.

    A Rogue pays from the hand of the own player (df-35, df-142), with Infamy only (df-149). A Hero pays with cards
    attached to or empowering that Hero, never from hand or pool (df-199).
    """
    state = now.state
    if not pays_from_hand(state, by):
        return None if _payer(state, now.step, card) else no(DC.NOT_OPEN, CITE, card=card)
    verdict = in_hand(state, by, card, CITE)
    if not isinstance(verdict, Refused) and (not icons_of(state, card) or side_of(card) != side(state, by)):
        return no(DC.NO_ICONS, CITE, card=card)
    return verdict


def _pay(work: Work, step: Paying, by: Seat, card: Label) -> None:
    """Discard a card that pays to its owner's pile (df-196)."""
    n = icons_of(work.state, card)
    if pays_from_hand(work.state, by):
        discard_from_hand(work, by, card)
    else:
        discard(work, _payer(work.state, step, card) or card)
    save(work, step, replace(step, paid=step.paid + n), "paid")
    work.again()


def _stop(work: Work, step: Paying, by: Seat) -> None:
    """End a payment without an effect (df-143); cards that were discarded stay discarded."""
    work.pop()


def _cards(now: Moment[Paying]) -> Iterator[Label]:
    """Offer cards with icons, of the player's own side or of none."""
    state, seat = now.state, now.step.seat
    cards: Iterable[Label] = (now.naming,) if now.naming is not None else ()
    if now.naming is None:
        cards = hand_labels(state, seat) if pays_from_hand(state, seat) else payers(state, seat, now.step.char)
    for card in cards:
        if icons_of(state, card) and side_of(card) in (side(state, seat), None):
            yield card


PAY: Final = step_kind(
    Paying,
    move("pay", Paying, _pay, unless=_cannot_pay, codes=(DC.NOT_OPEN, DC.NO_ICONS, DC.NOT_IN_HAND, DC.NO_NUMBERS),
         stamped=True, by=asked(CITE), card=Arg(_cards),
         answers=Answer("pay", with_card, cards=True, even_refused=True), rule=CITE),
    move("pass", Paying, _stop, by=asked(CITE), answers=Answer("not-paid", even_refused=True), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("pay", ("pay", "not-paid"), CITE),),
)  # fmt: skip
