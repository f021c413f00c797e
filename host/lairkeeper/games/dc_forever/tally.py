"""Level ``score``: completed Schemes against rescued citizens, and characters in play; cards are not followed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, kind_of
from lairkeeper.core.kernel import Move, Verdict, seats_of
from lairkeeper.core.moves import table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import CARDS, CHARACTERS, DO_RESCUE, side_of, sort_of
from .citizens import SANCTUARY, citizens, supply
from .frames import typed
from .harm import enter, fall, fallen, recover
from .places import BOX, HERO, ROGUE, char_label, everybody, in_play, owner_of, players, side
from .refusals import DC, no
from .resolution import finish_if_won
from .steps import Tallying

CITE: Final = "win"


def _resume(work: Work, step: Tallying) -> None:
    if work.top.prompt is None:
        work.ask("tally", cite=CITE)


def _rescue_check(state: State, command: Command) -> Verdict:
    """Refuse a Rescue without a number: citizens are named, or each tapped token stands for some."""
    if side(state, command.by) != HERO:
        return no(DC.WRONG_SIDE, "rescue", seat=command.by)
    n = _amount(command)
    if (command.card is None) == (command.amount is None) or not n:
        return no(DC.NOT_OPEN, "rescue", card=command.card or "")
    have = citizens(state, SANCTUARY)
    if have + n < 0:
        bounds = {"option": "amount", "value": n, "allowed": f"-{have}..99"}
        return Refused(CoreRefusal.BAD_VALUE, bounds, "rescue")
    return None


def _amount(command: Command) -> int:
    if command.card is None:
        return command.amount or 0
    if kind_of(command.card) == DO_RESCUE:
        return 1
    shared = piece(command.card)
    return shared.amount if shared else 0


def _rescue(work: Work, command: Command) -> None:
    n = _amount(command)
    if n > 0:
        supply(work, SANCTUARY, n)
    else:
        work.pay(SANCTUARY, "bank", -n)


def _rescue_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in players(state, HERO):
        if seat in seats_of(state, viewer):
            for card in (DO_RESCUE, "plus-1", "plus-5", "minus-1"):
                if naming is None or kind_of(naming) == card:
                    yield Command(move="rescue", by=seat, card=card)


def _complete_check(state: State, command: Command) -> Verdict:
    if side(state, command.by) != ROGUE:
        return no(DC.WRONG_SIDE, "complete", seat=command.by)
    if command.card is not None and sort_of(command.card) != CARDS:
        return no(DC.NOT_A_SCHEME, "complete", card=command.card)
    return None


def _complete(work: Work, command: Command) -> None:
    work.count("completed", 1)


def _complete_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in players(state, ROGUE):
        if seat in seats_of(state, viewer) and (naming is None or sort_of(naming) == CARDS):
            yield Command(move="complete", by=seat, card=naming)


def _recruit_check(state: State, command: Command) -> Verdict:
    card = char_label(command.card) or command.card or ""
    if sort_of(card) != CHARACTERS or side_of(card) != side(state, command.by):
        return no(DC.NOT_A_CHARACTER, "recruit", card=card)
    if fallen(state, card):
        return no(DC.FALLEN, "recruit", card=card)
    return None if card in state.zone(BOX) else no(DC.DRAFTED, "recruit", card=card, seat=owner_of(state, card) or "")


def _recruit(work: Work, command: Command) -> None:
    card, seat = char_label(command.card) or "", command.by or ""
    work.count(f"owner.{kind_of(card)}", work.state.seats.index(seat) + 1)
    enter(work, seat, card)


def _recruit_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    meant = char_label(naming)
    for seat in seats_of(state, viewer):
        for card in state.zone(BOX):
            if side_of(card) == side(state, seat) and (naming is None or card == meant):
                yield Command(move="recruit", by=seat, card=naming or card)


def _in_play_check(state: State, command: Command) -> Verdict:
    card = char_label(command.card) or command.card or ""
    return None if sort_of(card) == CHARACTERS and in_play(state, card) else no(DC.NOT_IN_PLAY, "damage", card=card)


def _fall(work: Work, command: Command) -> None:
    fall(work, char_label(command.card) or "", command.by)


def _fallen_check(state: State, command: Command) -> Verdict:
    card = char_label(command.card) or command.card or ""
    return None if fallen(state, card) else no(DC.NOT_OPEN, "recover", card=card)


def _recover(work: Work, command: Command) -> None:
    recover(work, char_label(command.card) or "")


def _fall_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield from _named("fall", everybody(state), naming)


def _recover_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield from _named("recover", (*state.zone("knocked-out"), *state.zone("captured")), naming)


def _named(move: str, cards: Iterable[Component], naming: Label | None) -> Iterable[Command]:
    meant = char_label(naming)
    for card in cards:
        if naming is None or card == meant:
            yield Command(move=move, card=naming or card)


def _end(work: Work, command: Command) -> None:
    """End a cycle with the check of its Resolution Phase, the only moment at which a side wins (df-111)."""
    work.count("cycles", 1)
    finish_if_won(work)


def _end_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="end-turn")


def _options(state: State, step: Tallying, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("cycle-over", each) for each in _end_offers(state, viewer, None))


TALLY: Final = typed(
    Tallying,
    table_of(
        Move("rescue", _rescue, _rescue_check, _rescue_offers, ("by",), ("card", "amount"), amount=(-99, 99),
             refusals=(DC.WRONG_SIDE, DC.NOT_OPEN, CoreRefusal.BAD_VALUE), rule="rescue"),
        Move("complete", _complete, _complete_check, _complete_offers, ("by",), ("card",),
             refusals=(DC.WRONG_SIDE, DC.NOT_A_SCHEME), rule="complete"),
        Move("recruit", _recruit, _recruit_check, _recruit_offers, ("by", "card"),
             refusals=(DC.NOT_A_CHARACTER, DC.FALLEN, DC.DRAFTED), rule="recruit"),
        Move("fall", _fall, _in_play_check, _fall_offers, ("card",), ("by",), refusals=(DC.NOT_IN_PLAY,),
             rule="damage"),
        Move("recover", _recover, _fallen_check, _recover_offers, ("card",), ("by",), refusals=(DC.NOT_OPEN,),
             rule="recover"),
        Move("end-turn", _end, candidates=_end_offers, takes=("by",), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("tally", ("cycle-over",), CITE),),
)  # fmt: skip
