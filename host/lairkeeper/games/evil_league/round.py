"""Rounds of five phases ("Evil League, Game Structure")."""

from __future__ import annotations

from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.work import Work
from lairkeeper.rules.moves import step_kind
from lairkeeper.rules.step import push, replace, save

from .cards import CORNERS, SCHEMES
from .moves.dealing import Dealing, in_scheme_deck
from .moves.last import Last
from .moves.losing import lose
from .moves.moving import Moving
from .moves.schemes import begin_schemes, blocks
from .places import BOOST, SCHEMES_OUT, hammer_at, lying, move_hammer, scheme_at, seats_at, stand_up, to_act, unmark
from .steps import Actions, Round
from .track import order, win

STEPS: Final = ("hammer", "move", "actions", "last", "schemes", "beating", "refresh", "next")
"""Steps of a round: the five phases, always in this order (el-85)."""


def _begin(work: Work, now: Round) -> None:
    """Begin a round and fix its turn order (el-22; "Evil League, Reputation Turn Order")."""
    state = work.state
    work.emit(ev.SeatsOrdered(state.seats, None, state.turn + 1))
    save(work, now, replace(now, step=STEPS[0], order=order(state)), "step", "order")


def _resume(work: Work, now: Round) -> None:
    """Begin the next step of the round.

    In the first round Captain Hammer stays where the set-up has put him (el-14). Later he moves before the players
    (el-15).
    """
    if not now.order:
        _begin(work, now)
        work.again()
        return
    after = replace(now, step=STEPS[(STEPS.index(now.step) + 1) % len(STEPS)])
    save(work, now, after)
    match now.step:
        case "hammer":
            if not now.first:
                move_hammer(work)
        case "move":
            push(work, Moving())
        case "actions":
            push(work, Actions(at=0))
        case "last":
            push(work, Last(now.last, now.how))
        case "schemes":
            begin_schemes(work)
        case "beating":
            _beat(work)
        case "refresh":
            _refresh(work)
        case _:
            over = replace(after, first=False, last=None, how=None)
            save(work, after, over, "first", "last", "how")
            _begin(work, over)
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
    stand_up(work)
    for place in CORNERS:
        for scheme in lying(state, place, SCHEMES):
            unmark(work, scheme, BOOST)
            if state.rules.scheme_refill == "all" and in_scheme_deck(state):
                work.move(scheme, SCHEMES_OUT)
    to_act(work, None)
    push(work, Dealing())


ROUND_STEP: Final = step_kind(Round, resume=_resume)
