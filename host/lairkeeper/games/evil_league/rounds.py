"""Rounds of five phases ("Evil League, Game Structure")."""

from __future__ import annotations

from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.kernel import FrameKind
from lairkeeper.core.state import Frame
from lairkeeper.core.work import Work

from .catalog import CORNERS, HAMMER, SCHEMES
from .dealing import in_scheme_deck
from .losing import lose
from .places import (
    BOOST,
    COMMITTED,
    DOWN,
    EMPOWERED,
    EQUIPPED,
    SCHEMES_OUT,
    hammer_at,
    lying,
    move_hammer,
    scheme_at,
    seats_at,
    unmark,
)
from .schemes import begin_schemes, blocks
from .taking import to_act
from .track import order, win

STEPS: Final = ("hammer", "move", "actions", "last", "schemes", "beating", "refresh", "next")
"""Steps of a round: the five phases, always in this order (el-85)."""


def begin_round(work: Work, **data: Any) -> None:
    """Begin a round and fix its turn order (el-22; "Evil League, Reputation Turn Order")."""
    state = work.state
    work.emit(ev.SeatsOrdered(state.seats, None, state.turn + 1))
    work.set(step=STEPS[0], order=order(state), **data)


def _resume(work: Work, frame: Frame) -> None:
    """Begin the next step of the round.

    In the first round Captain Hammer stays where the set-up has put him (el-14). Later he moves before the players
    (el-15).
    """
    data = frame.data
    if "order" not in data:
        begin_round(work)
        work.again()
        return
    step = data["step"]
    work.set(step=STEPS[STEPS.index(step) + 1] if step != "next" else STEPS[0])
    match step:
        case "hammer":
            if not data.get("first"):
                move_hammer(work)
        case "move":
            work.push("move")
        case "actions":
            work.push("actions", at=0)
        case "last":
            work.push("last", seat=data.get("last"), how=data.get("how"))
        case "schemes":
            begin_schemes(work)
        case "beating":
            _beat(work)
        case "refresh":
            _refresh(work)
        case _:
            work.set(first=False, last=None, how=None)
            begin_round(work)
    work.again()


def _beat(work: Work) -> None:
    """Let the villains at Captain Hammer's location lose two resources each, in every round (el-69, el-115).

    He is never in the Lair, so nobody is beaten there (el-117).
    """
    state = work.state
    if blocks(state):
        there = seats_at(state, hammer_at(state))
        lose(work, tuple(seat for seat in order(state) if seat in there), 2)


def _refresh(work: Work) -> None:
    """End the game if no Scheme is left, else stand all pawns up and fill the board (el-74).

    Without a Scheme Captain Hammer wins (el-77, el-79). The check comes after all Schemes and the beating (el-78).
    Pawns stay where they are (el-121). Captain Hammer stands up too (el-75). Each player may equip and use the
    superpower once again (el-43). Slots are filled in this phase only (el-29).
    """
    state = work.state
    if not in_scheme_deck(state) and not any(scheme_at(state, place) for place in CORNERS):
        win(work, None)
        return
    for seat in state.seats:
        for name in (COMMITTED, EQUIPPED, EMPOWERED):
            unmark(work, seat, name)
    unmark(work, HAMMER, DOWN)
    for place in CORNERS:
        for scheme in lying(state, place, SCHEMES):
            unmark(work, scheme, BOOST)
            if state.rules.scheme_refill == "all" and in_scheme_deck(state):
                work.move(scheme, SCHEMES_OUT)
    to_act(work, None)
    work.push("deal")


ROUND: Final = FrameKind("round", {}, _resume)
"""Step of a whole round; each phase that asks does so in a frame inside it."""
