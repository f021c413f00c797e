"""Plays recorded or written scans to a match, by their own clock: for plays, bug reports and tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.ids import Component
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.core.result import Decision, Refused
from lairkeeper.scans.carried import ON_ITS_WAY
from lairkeeper.scans.context import Context
from lairkeeper.scans.fan import SWEPT
from lairkeeper.scans.instructions import Instruction
from lairkeeper.scans.listener import Listener
from lairkeeper.scans.offered import Offered
from lairkeeper.scans.question import BACK, HERE, INSTEAD, Question
from lairkeeper.scans.sighting import PLACED, REMOVED, Sighting
from lairkeeper.scans.todo_list import done_by, hand_instructions, merged, ticked
from lairkeeper.scans.turn_memory import TurnMemory
from lairkeeper.scans.verdict import AnswerChosen, AskTable, Ignored, ScanVerdict, Submit, Tick, Undo

READER: Final = re.compile(r"[a-z0-9-]{1,12}")
STEP: Final = 1.0
"""Seconds between two scans of a play: nobody taps faster than the settling."""


class StreamPlayer:
    """A match in memory that listens. Questions stay open until a token answers them."""

    def __init__(self, history: History, zones: Mapping[str, str] | None = None) -> None:
        self.history = history
        self.zones = dict(zones or {})
        self.boards: dict[str, tuple[str, ...]] = {}
        self.listener = Listener()
        self.verdicts: list[ScanVerdict] = []
        """Everything that came about, but for mere waiting."""
        self.now = 0.0
        self.turns = TurnMemory()
        self.todo: tuple[Instruction, ...] = ()
        self._since = 0
        self._offered = Offered()

    @property
    def questions(self) -> tuple[Question, ...]:
        """Return the questions that are open."""
        return self.listener.questions

    def context(self) -> Context:
        """Return the match as it stands."""
        history = self.history
        return Context(
            history.game,
            history.state,
            history.header.seats,
            self.zones,
            can_undo=history.can_undo,
            boards=self.boards,
            todo=self.todo,
            history=history,
            played_on=self._since != len(history),
            turns=self.turns,
            offered=self._offered,
        )

    def play(self, sightings: Iterable[Sighting]) -> list[ScanVerdict]:
        """Play all of a stream, and then the time that unfinished sentences wait; return ``verdicts``."""
        for sighting in sightings:
            self.until(sighting.at)
            self.listener.hear(sighting)
        self.until(float("inf"))
        return self.verdicts

    def until(self, end: float) -> None:
        """Carry out everything that comes about until ``end``, before the next sighting is heard."""
        while True:
            verdict = self.listener.next(self.context(), self.now)
            if verdict is not None:
                self._carry_out(verdict)
            elif self.listener.deadline is not None and self.listener.deadline <= end:
                self.now = max(self.now, self.listener.deadline)
            else:
                break
        if end != float("inf"):
            self.now = max(self.now, end)

    def _carry_out(self, verdict: ScanVerdict) -> None:
        self.verdicts.append(verdict)
        match verdict:
            case AskTable(question):
                self.listener.hold(question)
                return
            case Submit(commands, rows):
                self.turns = self.turns.after(self.history.state, commands)
                for command in commands:
                    self._submit(command)
            case Undo(rows, n):
                self._undo(n)
            case Tick(line, rows):
                self.todo = ticked(self.todo, line)
            case AnswerChosen(id, option, rows):
                self._answer(next(each for each in self.questions if each.id == id), option)
            case Ignored(_, rows):
                pass
            case _:
                return
        self.listener.used(rows)
        if isinstance(verdict, Submit | Undo | AnswerChosen):
            self._review()

    def choose(self, question: Question, option: int) -> None:
        """Answer an open question, as on a page."""
        self._answer(question, option)
        self._review()

    def _review(self) -> None:
        for gone in self.listener.review(self.context()):
            self.verdicts.append(gone)
            self.listener.used(gone.rows)

    def _answer(self, question: Question, option: int) -> None:
        chosen = question.options[option]
        if chosen.action == HERE:
            self.listener.here(question.id)
            return
        if chosen.action == BACK:
            self._undo(int(chosen.args["n"]))
        elif chosen.action == INSTEAD:
            # The piece was never where it counted first, so there is nothing to put right by hand.
            self.history.undo(int(chosen.args["n"]))
        turns = self.turns.after(self.history.state, chosen.commands)
        for command in chosen.commands:
            if isinstance(self._submit(command), Refused):
                return
        self.turns = turns
        self.listener.used(question.rows)

    def _undo(self, n: int) -> None:
        before = self.history.state
        undone = self.history.live[-n:]
        self.history.undo(n)
        self.turns = self.turns.back(self.history.state)
        self.todo = merged(self.todo, hand_instructions(self.history.game, before, self.history.state, undone))
        self._since = len(self.history)

    def _submit(self, command: Command) -> Decision:
        decision = self.history.submit(command)
        if not isinstance(decision, Refused):
            self.todo = done_by(self.todo, decision.events)
        return decision


class PlayScanner:
    """A tap as a play writes it: reader and component, one after the other."""

    def __init__(self, history: History) -> None:
        self.player = StreamPlayer(history)
        self._row = 0
        self._tapped: dict[Component, str] = {}
        """The reader where each piece was tapped last."""

    def scan(self, reader: str, component: Component) -> None:
        """Tap and take away; raises ``LookupError`` for a reader that this match cannot have."""
        self.sweep(reader, (component,))

    def sweep(self, reader: str, components: Sequence[Component]) -> None:
        """Let pieces pass a reader one after the other, as those of a hand that is fanned out.

        Raises ``LookupError`` for a reader that this match cannot have.
        """
        role = self.player.context().role(reader)
        if not READER.fullmatch(reader) or role.problem is not None:
            raise LookupError(f"no reader {reader!r} at this match; there are tap, seat-1, seat-2 …")
        # At another reader it is another tap of the same piece, and not one that is still on its way.
        elsewhere = any(self._tapped.get(each, reader) != reader for each in components)
        at = self.player.now + (ON_ITS_WAY if elsewhere else 0.0) + STEP
        for component in components:
            self._tapped[component] = reader
            game = SHARED if piece(component) is not None else self.player.history.game.id
            self.player.until(at)
            for kind in (PLACED, REMOVED):
                self._row += 1
                self.player.listener.hear(Sighting(self._row, at, reader, kind, component, game, component))
            at += SWEPT / 2
        self.player.until(max(self.player.now, at - SWEPT / 2 + STEP / 2))
