"""Change the past of a match: what would follow is judged again, and what no longer fits is decided one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeAlias

from .command import Command
from .evolve import fold
from .history import COMMAND, Edit, History, Record
from .quick import replace as changed
from .refusals import CoreRefusal
from .result import Accepted, Refused
from .showing import shows
from .state import State


class EditRefusal(StrEnum):
    """Reasons why the past stays as it is."""

    NOT_THERE = "not-there"
    """No command has that number, it was taken back, or it is as it shall be (args: n)."""
    NOTHING_CHANGES = "nothing-changes"
    """The match would be exactly as it is (args: n)."""
    STILL_OPEN = "still-open"
    """A command that no longer fits is not decided about (args: n)."""


DROP: Final = None
"""The choice that leaves a command out."""
Choice: TypeAlias = Command | None
"""The command that is judged instead of one that no longer fits; ``DROP`` for none."""


@dataclass(frozen=True, slots=True)
class EditDraft:
    """A change of record ``of`` into ``command`` (None: it is left out), and what was decided about later records.

    ``drop_rest`` leaves out whatever else does not fit.
    """

    of: int
    command: Command | None
    reason: str = ""
    choices: Mapping[int, Choice] = field(default_factory=dict)
    drop_rest: bool = False

    def deciding(self, n: int, choice: Choice) -> EditDraft:
        """Return the draft with one more decision."""
        return replace(self, choices={**self.choices, n: choice})


@dataclass(frozen=True, slots=True)
class Misfit:
    """A command that no longer fits: ``record`` as it counts now, and why ``command`` is refused at ``before``."""

    record: Record
    command: Command
    refusal: Refused
    before: State


@dataclass(frozen=True, slots=True)
class EditPlan:
    """A draft, judged. ``misfit`` is the first command to decide about; without one the edit can be made.

    ``gone`` counted and will not any more; ``shows``: something was shown by what would be changed.
    """

    draft: EditDraft
    edit: Edit
    after: State
    misfit: Misfit | None = None
    gone: tuple[Record, ...] = ()
    shows: bool = False


def plan_of(history: History, draft: EditDraft) -> EditPlan | Refused:
    """Judge again all that follows, as far as it is decided. A refusal: the new command itself is against the rules."""
    if not _can_edit(history, draft.of):
        return Refused(EditRefusal.NOT_THERE, {"n": draft.of})
    old = {record.n: record for record in history.valid}
    was = old.get(draft.of)
    if was is None and draft.command is None:
        return Refused(EditRefusal.NOT_THERE, {"n": draft.of})
    judge = _Judge(history, draft)
    if draft.command is not None:
        refused = judge.take(draft.of, judge.answering(draft.command))
        if refused is not None:
            return refused
    if was is not None:
        judge.pass_by(was)
    for record in history.valid:
        if record.n > draft.of and not judge.go_on(record):
            break
    then = tuple(judge.then)
    if judge.misfit is None and _alike(then, tuple(each for each in history.valid if each.n >= draft.of)):
        return Refused(EditRefusal.NOTHING_CHANGES, {"n": draft.of})
    edit = Edit(draft.of, then, was, draft.reason)
    gone = tuple(record for record in (*((was,) if was is not None and draft.command is None else ()), *judge.gone))
    return EditPlan(draft, edit, judge.state, judge.misfit, gone, judge.shown)


def _can_edit(history: History, n: int) -> bool:
    """Return True for a command that was not taken back; it may have been left out by an edit, and can come back."""
    return 0 < n < len(history) and history.record(n).kind == COMMAND and history.after(n) is not None


class _Judge:
    """Walks along the line as it counts now, and beside it along what follows from the draft."""

    def __init__(self, history: History, draft: EditDraft) -> None:
        self._game = history.game
        self._draft = draft
        self._old = history.state_before(draft.of)
        self.state = self._old._replace(next_id=history.state.next_id)
        self.then: list[Record] = []
        self.gone: list[Record] = []
        self.misfit: Misfit | None = None
        self.shown = False

    def take(self, n: int, command: Command) -> Refused | None:
        """Do a command under this number, or say why it cannot be done."""
        decision = self._game.decide(self.state, command)
        if isinstance(decision, Refused):
            return decision
        self.state = _after(decision, self.state)
        self.then.append(Record(n, COMMAND, command, decision.events, decision.unverified, command.by))
        return None

    def answering(self, command: Command) -> Command:
        """Return a command that was chosen for this moment with the number of the question that is open in it."""
        prompt = self.state.prompt
        return command if command.prompt is None or prompt is None else changed(command, prompt=prompt.id)

    def pass_by(self, record: Record) -> None:
        """Go on along the line as it counts now."""
        self.shown = self.shown or shows(self._game, self._old, record.command, record.events)
        self._old = fold(self._old, record.events)

    def go_on(self, record: Record) -> bool:
        """Judge the next command again; False when somebody must decide first."""
        assert record.command is not None
        command: Choice
        command, open_still = self._asked_again(record.command)
        if record.n in self._draft.choices:
            command, open_still = self._draft.choices[record.n], True
            command = command and self.answering(command)
        if command is None:
            self.gone.append(record)
        elif (refused := self.take(record.n, command) if open_still else self._unasked(command)) is not None:
            if not self._draft.drop_rest:
                self.misfit = Misfit(record, command, refused, self.state)
                return False
            self.gone.append(record)
        self.pass_by(record)
        return True

    def _asked_again(self, command: Command) -> tuple[Command, bool]:
        """Return an answer with the number that its question has now; False and no number when that is not open."""
        old, new = self._old.prompt, self.state.prompt
        if command.prompt is None:
            return command, True
        if old is None or new is None or (old.id, new.code) != (command.prompt, old.code):
            return changed(command, prompt=None), False
        return changed(command, prompt=new.id), True

    def _unasked(self, command: Command) -> Refused:
        """Return why the answer to a question that is not open cannot be given; one that could, the table may keep."""
        decision = self._game.decide(self.state, command)
        if isinstance(decision, Refused):
            return decision
        return Refused(CoreRefusal.STALE_PROMPT, {"prompt": 0}, forcible=True)


def _after(decision: Accepted, before: State) -> State:
    return decision.after if decision.after is not None else fold(before, decision.events)


def _alike(some: tuple[Record, ...], others: tuple[Record, ...]) -> bool:
    """Return True when these are the same commands, so that they do the same, whatever numbers the questions had."""
    return [(each.n, _bare(each.command)) for each in some] == [(each.n, _bare(each.command)) for each in others]


def _bare(command: Command | None) -> Command | None:
    return command and changed(command, prompt=None)
