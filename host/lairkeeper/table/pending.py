"""Data beside a match's log: what hands must do, a wish to take back that waits for a word, turns that end unsaid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from lairkeeper.core.history import COMMAND, History, Record
from lairkeeper.core.ids import Seat
from lairkeeper.scans import Instruction
from lairkeeper.scans.question import AGREE, ASK_EACH, ASK_ONCE, EVERY, KEEP, Question, QuestionOption
from lairkeeper.scans.todo_list import done_by, merged, ticked
from lairkeeper.scans.turn_memory import TurnMemory
from lairkeeper.store import Store

ASKS: Final = "undo-asks"
"""The setting: who must agree when a reveal or somebody else's choice is taken back."""
TABLE_ONCE: Final = "table"
"""One answer for all, given in everybody's hearing."""
EACH: Final = "everybody"
"""One answer from each seat."""
FIRST_ID: Final = 900_000_000
"""Ids of these questions, far from those of inbox rows."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Take the last ``n`` commands back, once ``waiting`` agree (empty: once the table does).

    ``records`` is the length of the log that it was said about; when that grows, the wish is gone.
    """

    n: int
    records: int
    who: str
    at: float
    reveals: bool = False
    others: tuple[Seat, ...] = ()
    waiting: tuple[Seat, ...] = ()

    @property
    def question(self) -> Question:
        """Return the question with the text ``question.take-back-…``: why everybody is asked."""
        code = "reveal" if self.reveals else "others" if self.others else "steps"
        agrees = [QuestionOption(AGREE, args={"seat": seat}) for seat in self.waiting] or [QuestionOption(AGREE)]
        mode = QuestionOption(ASK_ONCE) if self.waiting else QuestionOption(ASK_EACH)
        asks = (mode,) if self.reveals or self.others else ()
        return Question(
            id=FIRST_ID + self.records, code=f"take-back-{code}", rows=(), at=0.0, zone="", uid="",
            channel=EVERY, args={"n": self.n, "seats": list(self.others)},
            options=(*agrees, QuestionOption(KEEP), *asks),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pending:
    """``since`` is the length of the log when the list last grew: what comes after it is play."""

    todo: tuple[Instruction, ...] = ()
    since: int = 0
    wish: UndoRequest | None = None
    turns: TurnMemory = field(default_factory=TurnMemory)

    def after(self, record: Record, lines: Sequence[Instruction]) -> Pending:
        """Return what is kept after one more record in the log, which asks for these lines."""
        if record.kind == COMMAND:
            return replace(self, todo=done_by(self.todo, record.events), wish=None)
        return Pending(merged(self.todo, lines), record.n + 1, None, self.turns)

    def ticked(self, at: int) -> Pending:
        """Return what is kept with one piece of a line done. Raises ``IndexError``."""
        return replace(self, todo=ticked(self.todo, at))


def load(store: Store, match: int) -> Pending:
    """Return what was kept beside this match."""
    kept: dict[str, Any] = store.settings.get(_key(match), {})
    wish = kept.get("wish")
    if wish is not None:
        wish = UndoRequest(**{**wish, "others": tuple(wish["others"]), "waiting": tuple(wish["waiting"])})
    turns = kept.get("turns", {})
    seat, turn = turns.get("ended") or (None, 0)
    memory = TurnMemory(turns.get("agreed", False), (seat, turn) if seat is not None else None)
    return Pending(tuple(Instruction(**line) for line in kept.get("todo", ())), kept.get("since", 0), wish, memory)


def save(store: Store, match: int, aside: Pending) -> None:
    """Keep it; call inside the transaction of what brought it about."""
    store.settings.set(_key(match), asdict(aside))


def _key(match: int) -> str:
    return f"aside.{match}"


def undo_request_of(
    history: History, n: int, who: str, seat: Seat | None, mode: str, now: float, *, always: bool = False
) -> UndoRequest | None:
    """Return what must be agreed to before the last ``n`` commands are taken back; None: they were one's own.

    Nobody can tell who presses a button that all share: it counts as pressed by whoever did the last thing. Undos in a
    row are one: they all count as pressed by whoever did the last thing before the first of them.
    """
    span = history.live[-n:]
    by = seat or (*span, *history.run)[-1].by
    others = tuple(dict.fromkeys(record.by for record in span if record.by is not None and record.by != by))
    reveals = history.reveals(n)
    if not (always or reveals or others):
        return None
    waiting = history.state.seats if mode == EACH and (reveals or others) else ()
    return UndoRequest(n, len(history), who, now, reveals, others, waiting)
