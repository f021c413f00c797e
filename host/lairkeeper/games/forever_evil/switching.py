"""Changing the tracking level before the final count: down at once, up from what can be known.

Nothing is made up for what is under way. Going down, the app drops questions that the lower level does not ask, and
players go on by hand. Going up to ``deck``, a census shows what lies on the table. ``full`` begins with the next turn:
what was played in this one, its Power and the abilities used in it were not followed.
"""

from __future__ import annotations

from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.moves import set_level
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push, read

from .appearance import tell_by_hand
from .census import Census
from .effects.attack import Attacking
from .effects.turn_facts import forget
from .end_effects import gather
from .hand_count import WAITS
from .layout import lay_out
from .places import followed
from .refusals import FE, no
from .steps import Appearance
from .turn import EndingTurn, begin_turn

RULE: Final = "contents"
_COUNTING: Final = frozenset({"clean-up", "sweep", "audit"})
"""Steps of the final count, which differs from level to level."""
_OF_DECK: Final = frozenset({"turn", "end-of-turn", "refill", "flip", "printed-vp", "census", Appearance.KIND})
"""Steps that level ``deck`` has too."""


def level_move(levels: tuple[str, ...]) -> Move:
    """Return the move ``set-level``; the final count goes on at the level at which it began."""
    move = set_level(levels, _changed)
    core_check = move.check

    def check(state: State, command: Command) -> Verdict:
        step = state.top.kind if state.top is not None else ""
        if command.option in levels and step in _COUNTING:
            return no(FE.LEVEL_LATER, RULE, step=step)
        if command.option == state.level and state.counters.get(WAITS):
            return None
        return core_check(state, command)

    return Move(
        move.name, move.apply, check, move.candidates, move.needs, move.takes, spoken=True,
        refusals=(*move.refusals, FE.LEVEL_LATER),
    )  # fmt: skip


def _changed(work: Work, before: str, after: str) -> None:
    waits = work.state.counters.get(WAITS, 0)
    if after == "full":
        work.emit(ev.LevelSet("deck"))
        work.count(WAITS, 1 - waits)
    elif waits:
        work.count(WAITS, -waits)
    if before == "full":
        forget(work)
        gather(work)
    if after == "score":
        _drop_all(work)
    elif before == "full":
        _drop_texts(work)
    elif before == "score":
        if not followed(work.state):
            lay_out(work, work.state.seats)
        push(work, Census())
    else:
        work.again()


def _drop_all(work: Work) -> None:
    """Drop every step but the turn, as `score` has no other; what was asked at the end of a turn is over."""
    first = work.state.frames[0]
    while work.top.kind != "turn" and work.top.id != first.id:
        work.pop()
    if first.kind == EndingTurn.KIND:
        work.pop()
        begin_turn(work, work.state.clockwise(read(EndingTurn, first).seat)[1])
    else:
        work.again()


def _drop_texts(work: Work) -> None:
    """Leave texts to the players; a First Appearance is told by players whom it has not reached yet."""
    hero, seats = _not_yet_reached(work.state)
    while work.top.kind not in _OF_DECK:
        work.pop()
    work.again()
    if seats:
        tell_by_hand(work, hero, seats)


def _not_yet_reached(state: State) -> tuple[Component, tuple[Seat, ...]]:
    """Return the Super Hero of a First Appearance under way, and the seats that it has not finished with.

    These are the seat that it is hitting and the seats that it has still to attack.
    """
    for frame in state.frames:
        attack = read(Attacking, frame) if frame.kind == Attacking.KIND else None
        if attack is not None and attack.by is None:
            now = (attack.victim,) if attack.phase == "hit" else ()
            return attack.card, (*now, *attack.targets[attack.at :])
    return "", ()
