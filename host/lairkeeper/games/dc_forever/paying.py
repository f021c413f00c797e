"""Paying for a limited ability, card by card ("DC Forever, Character Abilities")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .abilities import finish_ability, icons_of, payers, pays_from_hand
from .catalog import side_of
from .frames import asked, not_asked, plain
from .hands import discard, discard_from_hand, in_hand
from .places import hand_labels, side
from .refusals import DC, no

CITE: Final = "ability"


def _resume(work: Work, frame: Frame) -> None:
    """Ask for cards until the cost is met; what a card pays beyond it is lost (df-34)."""
    data = frame.data
    if data["paid"] >= data["need"]:
        work.pop()
        finish_ability(work, data["seat"], data["card"], data["option"], data["about"])
    else:
        work.ask("pay", cite=CITE, seat=data["seat"], card=data["card"], n=data["need"] - data["paid"])


def _stop_check(state: State, command: Command) -> Verdict:
    return not_asked(state, command, CITE)


def _payer(state: State, seat: Seat, char: Component, card: Label) -> Component | None:
    """Return the card on or under a Hero that a label means; of equal cards any one; else None."""
    return next((each for each in payers(state, seat, char) if card in (each, kind_of(each))), None)


def _pay_check(state: State, command: Command) -> Verdict:
    """Refuse cards that do not pay.

    A Rogue pays from the hand of the own player (df-35, df-142), with Infamy only (df-149). A Hero pays with cards
    attached to or empowering that Hero, never from hand or pool (df-199).
    """
    refused, top, card = not_asked(state, command, CITE), running(state), command.card or ""
    if refused is not None:
        return refused
    seat = top.data["seat"]
    if not pays_from_hand(state, seat):
        return None if _payer(state, seat, top.data["char"], card) else no(DC.NOT_OPEN, CITE, card=card)
    verdict = in_hand(state, seat, card, CITE)
    if not isinstance(verdict, Refused) and (not icons_of(state, card) or side_of(card) != side(state, seat)):
        return no(DC.NO_ICONS, CITE, card=card)
    return verdict


def _pay(work: Work, command: Command) -> None:
    """Discard a card that pays to its owner's pile (df-196)."""
    seat, card = command.by or "", command.card or ""
    n = icons_of(work.state, card)
    if pays_from_hand(work.state, seat):
        discard_from_hand(work, seat, card)
    else:
        discard(work, _payer(work.state, seat, work.top.data["char"], card) or card)
    work.set(paid=work.top.data["paid"] + n)
    work.again()


def _stop(work: Work, command: Command) -> None:
    """End a payment without an effect (df-143); cards that were discarded stay discarded."""
    work.pop()


def _pay_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    found = asked(state, viewer)
    if found is None:
        return
    seat, number = found
    char = running(state).data["char"]
    cards = hand_labels(state, seat) if pays_from_hand(state, seat) else payers(state, seat, char)
    for card in cards if naming is None else (naming,):
        if icons_of(state, card) and side_of(card) in (side(state, seat), None):
            yield Command(move="pay", by=seat, card=card, prompt=number)


_stop_offers: Final = plain("pass")


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    cards = (Option("pay", each, {"card": each.card}) for each in _pay_offers(state, viewer, None))
    return (*cards, *(Option("not-paid", each) for each in _stop_offers(state, viewer, None)))


_CODES: Final = (CoreRefusal.NOT_ASKED, DC.NOT_OPEN, DC.NO_ICONS, DC.NOT_IN_HAND, DC.NO_NUMBERS)
PAY: Final = FrameKind(
    "pay",
    table_of(
        Move("pay", _pay, _pay_check, _pay_offers, ("by", "card"), refusals=_CODES, rule=CITE),
        Move("pass", _stop, _stop_check, _stop_offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("pay", ("pay", "not-paid"), CITE),),
)
