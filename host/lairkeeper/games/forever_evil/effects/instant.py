"""Verbs that ask nobody: they happen as soon as a text comes to them."""

from __future__ import annotations

from lairkeeper.core import events as ev
from lairkeeper.core.purse import worth
from lairkeeper.core.state import BANK
from lairkeeper.core.work import Work

from .. import hands
from . import acts
from .counts import Told, count
from .turn_facts import DISCOUNT, LATER, POWER, note
from .vocabulary import (
    INSTANT,
    Discount,
    Draw,
    Gain,
    GainPower,
    GainVP,
    GiveUp,
    LoseVP,
    Program,
    StealVP,
    Until,
    Verb,
)


def is_instant(program: Program) -> bool:
    """Return whether a program can run without a frame."""
    return all(isinstance(verb, INSTANT) for verb in program)


def run_all(work: Work, program: Program, told: Told) -> None:
    """Carry out a program of instant verbs."""
    for verb in program:
        perform(work, verb, told)


def perform(work: Work, verb: Verb, told: Told) -> None:
    """Carry out one instant verb; a discount is lost outside the player's own turn (fe-163).

    Raises ``TypeError`` for a verb that is not instant.
    """
    match verb:
        case GainPower(n, each, later):
            _power(work, n if each is None else n * count(work.state, each, told), told)
            if later and each is not None and work.state.active == told.seat:
                note(work, LATER + each, n)
        case Draw(n):
            hands.draw(work, told.seat, n)
        case GainVP(n, each):
            acts.gain_vp(work, told.seat, n if each is None else n * count(work.state, each, told))
        case LoseVP(n):
            _lose(work, n, told)
        case StealVP(n, from_attacker):
            _steal(work, n, told, from_attacker=from_attacker)
        case Gain(kind, n):
            acts.gain_from_stack(work, told.seat, kind, n)
        case Discount(n):
            if work.state.active == told.seat:
                note(work, DISCOUNT, n)
        case Until(mark):
            work.emit(ev.Marked(told.card, mark, told.seat, 1, "turn"))
        case GiveUp():
            acts.discard(work, told.seat, told.card)
        case _:
            raise TypeError(f"{type(verb).__name__} is not instant")


def _power(work: Work, n: int, told: Told) -> None:
    """Add Power in the player's own turn; outside of it Power is lost (fe-163)."""
    if work.state.active == told.seat:
        note(work, POWER, n)


def _lose(work: Work, n: int, told: Told) -> None:
    """Take VP tokens from the player; a player who has none gains a Weakness instead (fe-65)."""
    if worth(work.state, told.seat) > 0:
        work.pay(told.seat, BANK, n)
    else:
        acts.gain_from_stack(work, told.seat, "weakness", 1)


def _steal(work: Work, n: int, told: Told, *, from_attacker: bool) -> None:
    """Move VP tokens between attacker and victim; a First Appearance has no attacker, so that nothing moves (fe-59)."""
    if told.by is None:
        return
    if from_attacker:
        acts.steal_vp(work, told.seat, told.by, n)
    else:
        acts.steal_vp(work, told.by, told.seat, n)
