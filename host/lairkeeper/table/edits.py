"""The past of a running match, changed: drafted, judged again and decided about; only then is it written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lairkeeper.core.command import Command
from lairkeeper.core.editing import DROP, EditDraft, EditPlan, EditRefusal, plan_of
from lairkeeper.core.history import Record
from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.quick import replace as changed
from lairkeeper.core.result import Accepted, Offer, Refused
from lairkeeper.core.showing import tells, words
from lairkeeper.core.state import State
from lairkeeper.core.view import View
from lairkeeper.table.log import Line, line_of
from lairkeeper.table.match_log import MatchLog
from lairkeeper.table.pending import ASKS, EACH, TABLE_ONCE


class Edits:
    """One draft at a time, for all who sit at the table. It is judged again whenever the match has gone on."""

    def __init__(self, book: MatchLog, done: Callable[[Accepted | Refused], Accepted | Refused]) -> None:
        self._book = book
        self._done = done
        self._draft: EditDraft | None = None
        self._judged: tuple[int, EditDraft, EditPlan | Refused] | None = None

    # What may be changed

    def line(self, n: int) -> Line | None:
        """Return the line of a command that can be changed; None where there is none."""
        record = self.record(n)
        return None if record is None else line_of(self._book.history.game, record)

    def record(self, n: int) -> Record | None:
        """Return a command as it was judged last, if it was not taken back; None for everything else."""
        history = self._book.history
        found = history.judged(n) if 0 < n < len(history) else None
        return found if found is not None and found.command is not None and history.after(n) is not None else None

    def counts(self, n: int) -> bool:
        """Return False for a command that an edit left out."""
        return self._book.history.counts(n)

    def moment(self, n: int) -> tuple[View, tuple[Offer, ...]]:
        """Return the table's view of the moment of a command, and what may be done then. Raises ``IndexError``."""
        return self._at(self._book.history.state_before(n))

    def known(self, n: int) -> Command | None:
        """Return a command without the cards that its line in the log does not name; None where there is none."""
        record = self.record(n)
        if record is None or record.command is None:
            return None
        _, args = line_of(self._book.history.game, record)
        told = {kind_of(name) for name in words(args)}
        card, target = (
            each if each is None or kind_of(each) in told else None
            for each in (record.command.card, record.command.target)
        )
        return changed(record.command, card=card, target=target, prompt=None)

    def possible(self, n: int) -> tuple[Offer, ...]:
        """Return what a typed command may mean at this moment: of the draft where it does not fit, else of the past."""
        plan, history = self.plan, self._book.history
        if isinstance(plan, EditPlan) and plan.misfit is not None and plan.misfit.record.n == n:
            return history.game.possible(plan.misfit.before, TABLE)
        return history.game.possible(history.state_before(n), TABLE)

    # The draft

    @property
    def plan(self) -> EditPlan | Refused | None:
        """Return the draft as it is judged now; None without one."""
        draft, n = self._draft, len(self._book.history)
        if draft is None:
            return None
        if self._judged is None or self._judged[:2] != (n, draft):
            self._judged = n, draft, plan_of(self._book.history, draft)
        return self._judged[2]

    def begin(self, n: int, command: Command | None) -> Refused | None:
        """EditDraft a change of command ``n`` (None: leave it out). A refusal leaves the draft before as it was."""
        return self._try(EditDraft(n, command))

    def put_back(self, n: int) -> Refused | None:
        """EditDraft that a command that was left out counts again."""
        record = self.record(n)
        if record is None or self.counts(n):
            return Refused(EditRefusal.NOT_THERE, {"n": n})
        return self.begin(n, record.command)

    def keep(self, n: int, reason: str) -> Refused | None:
        """Decide that the command that does not fit happened all the same."""
        plan = self.plan
        if not isinstance(plan, EditPlan) or plan.misfit is None or plan.misfit.record.n != n:
            return Refused(EditRefusal.NOT_THERE, {"n": n})
        return self.choose(n, changed(plan.misfit.command, force=reason))

    def choose(self, n: int, command: Command | None) -> Refused | None:
        """Decide about the command that does not fit: another one, or None to leave it out.

        A refusal says why the new one does not fit either; then nothing is decided.
        """
        plan, draft = self.plan, self._draft
        if draft is None or not isinstance(plan, EditPlan) or plan.misfit is None or plan.misfit.record.n != n:
            return Refused(EditRefusal.NOT_THERE, {"n": n})
        later = draft.deciding(n, DROP if command is None else command)
        after = plan_of(self._book.history, later)
        if isinstance(after, EditPlan) and after.misfit is not None and after.misfit.record.n == n:
            return after.misfit.refusal
        self._draft = later
        return None

    def drop_rest(self) -> None:
        """Decide that whatever else does not fit is left out."""
        if self._draft is not None:
            self._draft = replace(self._draft, drop_rest=True)

    def cancel(self) -> None:
        """Forget the draft: nothing has changed."""
        self._draft = self._judged = None

    def _try(self, draft: EditDraft) -> Refused | None:
        plan = plan_of(self._book.history, draft)
        if isinstance(plan, Refused):
            return plan
        self._draft, self._judged = draft, (len(self._book.history), draft, plan)
        return None

    # What it leads to

    def standing(self, plan: EditPlan) -> tuple[View, View]:
        """Return the table's view as it is and as it would be."""
        game = self._book.history.game
        return game.view(self._book.history.state, TABLE), game.view(plan.after, TABLE)

    def question(self, plan: EditPlan) -> tuple[Line, Refused | None, View, tuple[Offer, ...]]:
        """Return the first command that does not fit: its line, why (None: that would tell a secret), what may be done.

        Raises ``LookupError`` without one.
        """
        misfit = plan.misfit
        if misfit is None:
            raise LookupError("everything fits")
        game = self._book.history.game
        secret = tells(game, misfit.before, misfit.record, misfit.refusal.args)
        why = changed(misfit.refusal, args={}) if secret else misfit.refusal
        return line_of(game, misfit.record), None if secret else why, *self._at(misfit.before)

    def rewritten(self, plan: EditPlan) -> tuple[tuple[Line, Line], ...]:
        """Return the lines that would read otherwise: before and after, as everybody may know them."""
        game = self._book.history.game
        old = {record.n: line_of(game, record) for record in self._book.history.valid if record.n > plan.edit.of}
        pairs = ((old[each.n], line_of(game, each)) for each in plan.edit.then if each.n in old)
        return tuple((was, now) for was, now in pairs if was != now)

    def line_now(self, plan: EditPlan) -> Line | None:
        """Return the line of the command that would stand in the place of the one that is changed."""
        return None if plan.edit.now is None else line_of(self._book.history.game, plan.edit.now)

    def gone(self, plan: EditPlan) -> tuple[Line, ...]:
        """Return the lines of the commands that would not count any more."""
        return tuple(line_of(self._book.history.game, record) for record in plan.gone)

    @property
    def each_agrees(self) -> bool:
        """Return True when each player must agree to a change of what was shown or what others did."""
        return bool(self._book.store.settings.get(ASKS, TABLE_ONCE) == EACH)

    def make(self, records: int, reason: str, who: str, *, hands: bool) -> Accepted | Refused:
        """Write the edit. Refused while something is undecided, or when the match went on since it was looked at."""
        plan = self.plan
        if isinstance(plan, Refused):
            return plan
        if plan is None or plan.misfit is not None or records != len(self._book.history):
            return Refused(EditRefusal.STILL_OPEN, {"n": plan.edit.of if plan else 0})
        edit = changed(plan.edit, reason=reason, hands=hands)
        done = self._done(self._book.edit(replace(plan, edit=edit), who))
        if isinstance(done, Accepted):
            self.cancel()
        return done

    @property
    def records(self) -> int:
        """Return the length of the log that the draft was judged with."""
        return len(self._book.history)

    def _at(self, state: State) -> tuple[View, tuple[Offer, ...]]:
        game = self._book.history.game
        return game.view(state, TABLE), game.offers(state, TABLE)


__all__ = ["EditPlan", "EditRefusal", "Edits"]
