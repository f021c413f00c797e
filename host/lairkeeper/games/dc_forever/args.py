"""Arguments that several moves of DC Forever share: the seat that is asked, cards of a hand, and characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.step import StepData

from .catalog import CARDS, RESOURCE, sort_of
from .places import AT, char_label, hand_labels, location
from .steps import Asking, OfSeat

TURN: Final = "turn"
HELD: Final = (CARDS, RESOURCE)
"""Sorts of cards that a hand may hold."""


def may_act(now: Moment[Asking]) -> tuple[Seat, ...]:
    """Return the seat that is asked; none when the viewer may not act for it."""
    seat = now.step.seat
    return (seat,) if seat is not None and seat in seats_of(now.state, now.viewer) else ()


def asked(rule: str) -> Arg[Asking]:
    """Return the seat that is asked, and nobody else."""

    def why_not(now: Moment[Asking], said: Any) -> Verdict:
        return None if said == now.step.seat else Refused(CoreRefusal.NOT_ASKED, {"seat": said}, rule)

    return Arg(may_act, why_not, (CoreRefusal.NOT_ASKED,))


def at_turn(rule: str = TURN) -> Arg[Asking]:
    """Return the player at turn; in another player's turn only reactions may be used (df-39, df-169).

    "DC Forever, Glossary: Turn"; for a draft ``rule`` is the rule of drafting.
    """

    def why_not(now: Moment[Asking], said: Any) -> Verdict:
        seat = now.step.seat
        if said == seat:
            return None
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": said, "active": seat or ""}, rule)

    return Arg(may_act, why_not, (CoreRefusal.OUT_OF_TURN,))


def labels(now: Moment[OfSeat]) -> tuple[Label, ...]:
    """Return the cards that the hand of the asked seat may hold, or the card that was tapped."""
    return hand_labels(now.state, now.step.seat) if now.naming is None else (now.naming,)


HELD_CARD: Final[Arg[OfSeat]] = Arg(lambda now: (card for card in labels(now) if sort_of(card) in HELD))
"""A card of the hand; the moves say why one may not be taken."""
ROW: Final[Arg[StepData]] = Arg(
    lambda now: (*AT, *((location(now.state, at) or at for at in AT) if now.naming else ()))
)
"""A place of the row, by tap also its Location card."""
ANY_PIECE: Final[Arg[OfSeat]] = Arg(labels)
"""A card of the hand, or any piece that is tapped: the refusal then says that it is no card of the hand."""


def named_as(now: Moment[StepData], cards: Iterable[Component]) -> Iterator[Label]:
    """Yield pieces by click; by tap the tapped piece where it means one of them, such as a standee."""
    meant = char_label(now.naming) or now.naming
    for card in cards:
        if meant in (None, card):
            yield now.naming or card


def with_card(now: Moment[StepData], command: Command) -> Args:
    """Return the card of an answer, for the text of its option."""
    return {"card": command.card}


def card_of(command: Command) -> Label:
    """Return the card of an offer that always names one."""
    assert command.card is not None
    return command.card


def target_of(command: Command) -> Label:
    """Return the target of an offer that always names one."""
    assert command.target is not None
    return command.target


def as_character(now: Moment[StepData], said: Label) -> Component:
    """Return the character that a piece means, or the piece."""
    return char_label(said) or said
