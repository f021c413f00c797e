"""Paying for a limited ability, card by card ("DC Forever, Character Abilities")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, kind_of
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work
from lairkeeper.rules.step import replace, save

from .abilities import finish_ability, icons_of, payers, pays_from_hand
from .catalog import side_of
from .frames import asked, current, not_asked, plain, typed
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


def _stop_check(state: State, command: Command) -> Verdict:
    return not_asked(state, command, CITE)


def _payer(state: State, step: Paying, card: Label) -> Component | None:
    """Return the card on or under a Hero that a label means; of equal cards any one; else None."""
    return next((each for each in payers(state, step.seat, step.char) if card in (each, kind_of(each))), None)


def _pay_check(state: State, command: Command) -> Verdict:
    """Refuse cards that do not pay.

    A Rogue pays from the hand of the own player (df-35, df-142), with Infamy only (df-149). A Hero pays with cards
    attached to or empowering that Hero, never from hand or pool (df-199).
    """
    refused, step, card = not_asked(state, command, CITE), current(Paying, state), command.card or ""
    if refused is not None:
        return refused
    seat = step.seat
    if not pays_from_hand(state, seat):
        return None if _payer(state, step, card) else no(DC.NOT_OPEN, CITE, card=card)
    verdict = in_hand(state, seat, card, CITE)
    if not isinstance(verdict, Refused) and (not icons_of(state, card) or side_of(card) != side(state, seat)):
        return no(DC.NO_ICONS, CITE, card=card)
    return verdict


def _pay(work: Work, command: Command) -> None:
    """Discard a card that pays to its owner's pile (df-196)."""
    step, seat, card = current(Paying, work.state), command.by or "", command.card or ""
    n = icons_of(work.state, card)
    if pays_from_hand(work.state, seat):
        discard_from_hand(work, seat, card)
    else:
        discard(work, _payer(work.state, step, card) or card)
    save(work, step, replace(step, paid=step.paid + n), "paid")
    work.again()


def _stop(work: Work, command: Command) -> None:
    """End a payment without an effect (df-143); cards that were discarded stay discarded."""
    work.pop()


def _pay_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    found = asked(state, viewer)
    if found is None:
        return
    seat, number = found
    char = current(Paying, state).char
    cards = hand_labels(state, seat) if pays_from_hand(state, seat) else payers(state, seat, char)
    for card in cards if naming is None else (naming,):
        if icons_of(state, card) and side_of(card) in (side(state, seat), None):
            yield Command(move="pay", by=seat, card=card, prompt=number)


_stop_offers: Final = plain("pass")


def _options(state: State, step: Paying, viewer: str) -> tuple[Option, ...]:
    cards = (Option("pay", each, {"card": each.card}) for each in _pay_offers(state, viewer, None))
    return (*cards, *(Option("not-paid", each) for each in _stop_offers(state, viewer, None)))


_CODES: Final = (CoreRefusal.NOT_ASKED, DC.NOT_OPEN, DC.NO_ICONS, DC.NOT_IN_HAND, DC.NO_NUMBERS)
PAY: Final = typed(
    Paying,
    table_of(
        Move("pay", _pay, _pay_check, _pay_offers, ("by", "card"), refusals=_CODES, rule=CITE),
        Move("pass", _stop, _stop_check, _stop_offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("pay", ("pay", "not-paid"), CITE),),
)
