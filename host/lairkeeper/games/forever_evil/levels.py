"""Moves with a different meaning at each tracking level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

LEVELS: Final = ("score", "deck", "full")
DECK: Final = ("deck", "full")
"""Levels that follow the Line-Up, the stacks and who owns which card."""
DECK_ONLY: Final = ("deck",)
FULL: Final = ("full",)
"""Level that follows hands, Power and the texts of cards."""
NOT_FULL: Final = ("score", "deck")


def by_level(*moves: Move) -> Move:
    """Return moves of one name as one move; at each level, the one that has it among its ``levels`` counts."""
    table = {level: move for move in moves for level in move.levels}
    first = moves[0]
    takes = tuple(dict.fromkeys(name for move in moves for name in move.takes))
    strange = {level: tuple(name for name in takes if name not in move.takes) for level, move in table.items()}

    def check(state: State, command: Command) -> Verdict:
        move = table[state.level]
        for name in strange[state.level]:
            if getattr(command, name) is not None:
                args = {"move": move.name, "argument": name}
                return Refused(CoreRefusal.UNEXPECTED_ARGUMENT, args, invalid=True)
        return move.check(state, command)

    def apply(work: Work, command: Command) -> None:
        table[work.state.level].apply(work, command)

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        return table[state.level].candidates(state, viewer, naming)

    def spoken(state: State, command: Command) -> bool:
        return table[state.level].is_spoken(state, command)

    return replace(
        first,
        apply=apply,
        check=check,
        candidates=candidates,
        takes=takes,
        levels=() if set(table) == set(LEVELS) else tuple(level for level in LEVELS if level in table),
        spoken=spoken if len({move.spoken for move in moves}) > 1 else first.spoken,
        fan_levels=tuple(level for move in moves for level in move.fan_levels),
        refusals=tuple(dict.fromkeys(code for move in moves for code in move.refusals)),
    )
