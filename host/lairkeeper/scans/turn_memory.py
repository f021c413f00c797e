"""Turns that end without a word: whether the table has agreed to them, and whose turn ended so last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.ids import Seat
from lairkeeper.core.pieces import moves_of
from lairkeeper.core.state import State
from lairkeeper.scans.question import DO_BOTH, QuestionOption

END_TURN: Final = moves_of("verb-end-turn")


@dataclass(slots=True)
class TurnMemory:
    """Kept while the app runs. After a restart the table is asked once more."""

    agreed: bool = False
    """True once the table has said that a turn was over when the next player began."""
    _unsaid: tuple[Seat, int] | None = None
    """The seat whose turn ended without a word last, and the number of the turn that began then."""

    def answered(self, option: QuestionOption, state: State) -> None:
        """Take in the answer to a question that was asked in this state."""
        if option.action == DO_BOTH and ends_turn(option):
            self.agreed = True
            self.done(state, option.commands)

    def done(self, state: State, commands: Sequence[Command]) -> None:
        """Take in what a scan does in this state; an end of a turn with more after it was not said."""
        ends = sum(command.move in END_TURN for command in commands)
        if ends and state.active is not None:
            self._unsaid = (state.active, state.turn + ends) if len(commands) > ends else None

    def look(self, state: State) -> None:
        """Look at the match as it stands: where a turn that nobody ended is open again, the next one is asked about."""
        if self._unsaid is not None and state.turn < self._unsaid[1]:
            self.agreed, self._unsaid = False, None

    def unsaid(self, state: State) -> Seat | None:
        """Return whose turn ended without a word when the one that runs in this state began; None: it was said."""
        seat, turn = self._unsaid or (None, state.turn)
        return seat if turn == state.turn and seat != state.active else None


def ends_turn(option: QuestionOption) -> bool:
    """Return True for an answer that ends the turn before something else is done."""
    return option.first is not None and option.first.move in END_TURN
