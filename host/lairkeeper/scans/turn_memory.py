"""Turns that end without a word: whether the table has agreed to them, and whose turn ended so last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.ids import Seat
from lairkeeper.core.pieces import moves_of
from lairkeeper.core.state import State
from lairkeeper.scans.question import QuestionOption

END_TURN: Final = moves_of("verb-end-turn")


@dataclass(frozen=True, slots=True)
class TurnMemory:
    """Kept beside the log of a match."""

    agreed: bool = False
    """True once the table has said that a turn was over when the next player began."""
    ended: tuple[Seat, int] | None = None
    """The seat whose turn ended without a word last, and the number of the turn that began then."""

    def after(self, state: State, commands: Sequence[Command]) -> TurnMemory:
        """Return what is kept after these commands, done together in this state.

        The end of a turn with more after it was not said: the table has agreed to it.
        """
        ends = sum(command.move in END_TURN for command in commands)
        if not ends or state.active is None:
            return self
        if len(commands) > ends:
            return TurnMemory(True, (state.active, state.turn + ends))
        return replace(self, ended=None)

    def back(self, state: State) -> TurnMemory:
        """Return what is kept when the match stands so: where such an end was undone, the next one is asked about."""
        return TurnMemory() if self.ended is not None and state.turn < self.ended[1] else self

    def unsaid(self, state: State) -> Seat | None:
        """Return whose turn ended without a word when the one that runs in this state began; None: it was said."""
        seat, turn = self.ended or (None, state.turn)
        return seat if turn == state.turn and seat != state.active else None


def ends_turn(option: QuestionOption) -> bool:
    """Return True for an answer that ends the turn before something else is done."""
    return option.first is not None and option.first.move in END_TURN
