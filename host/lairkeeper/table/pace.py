"""The pace of a match: how long the present turn takes, and a pause. Both belong to the match and outlive a restart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lairkeeper.core.ids import Seat
from lairkeeper.store import Store, StoreError

from .clocks import Clocks

if TYPE_CHECKING:
    from .table import Table

SETTING: Final = "pace"
CLOCK: Final = "clock"
PAUSED: Final = "paused"

Turn: TypeAlias = tuple[int, int, Seat]
"""The match, the number of the turn, and whose turn it is."""


class Pace:
    """The turn clock and the pause of the match on the table, each off until it is switched on.

    A turn is timed by the steady clock, without pauses. What an earlier run of the app saw of it is told by the times
    in the journal, up to the last record. A turn that comes back by an undo goes on where it was.
    """

    def __init__(self, store: Store, clocks: Clocks, changed: Callable[[], None]) -> None:
        self._store, self._clocks, self._changed = store, clocks, changed
        self._match: int | None = None
        self._on: frozenset[str] = frozenset()
        self._records = 0
        self._turn: Turn | None = None
        self._since = 0.0
        self._spent: dict[Turn, float] = {}
        self.version = 0
        """Grows with each change of what a page shows."""

    @property
    def clock(self) -> bool:
        """Return True while the turn clock is shown."""
        return CLOCK in self._on

    @property
    def paused(self) -> bool:
        """Return True during a pause."""
        return PAUSED in self._on

    @property
    def whose(self) -> Seat | None:
        """Return whose turn is timed; None while it is nobody's."""
        return self._turn[2] if self._turn is not None else None

    @property
    def seconds(self) -> float:
        """Return how long the turn has taken by now."""
        if self._turn is None:
            return 0.0
        return self._spent[self._turn] + (0.0 if self.paused else self._clocks.steady() - self._since)

    @property
    def began(self) -> float:
        """Return when the turn began if it had not been paused, in seconds of the wall clock."""
        return self._clocks.wall() - self.seconds

    def switch(self, table: Table, what: str, on: bool) -> None:
        """Switch the clock or the pause on or off, and tell the pages. Raises ``StoreError``."""
        self.look(table)
        wanted = self._on | {what} if on else self._on - {what}
        self._keep(wanted)
        self._follow(wanted)
        self._changed()

    def look(self, table: Table | None) -> None:
        """Follow the match: another turn has begun, or a record has ended the pause."""
        if table is None:
            self._match = self._turn = None
            return
        if table.match != self._match:
            self._match, self._records = table.match, len(table.history)
            self._spent, self._on = {}, frozenset(self._kept().get(str(table.match), ()))
            self._turn = None
            self.version += 1
            known = _told(table) if self.clock else 0.0
        else:
            known = 0.0
        state = table.history.state
        turn = (table.match, state.turn, state.active) if state.active and not state.finished else None
        if turn != self._turn:
            self._stop()
            self._turn = turn
            if turn is not None:
                self._spent.setdefault(turn, known)
            self._since = self._clocks.steady()
            self.version += 1
        if len(table.history) != self._records:
            self._records = len(table.history)
            if self.paused:
                with suppress(StoreError):  # after a restart the pause is back; nothing else is lost
                    self._keep(self._on - {PAUSED})
                self._follow(self._on - {PAUSED})

    def _stop(self) -> None:
        if self._turn is not None:
            self._spent[self._turn] = self.seconds

    def _keep(self, on: frozenset[str]) -> None:
        kept = {match: words for match, words in self._kept().items() if match != str(self._match)}
        self._store.settings.set(SETTING, kept | ({str(self._match): sorted(on)} if on else {}))

    def _follow(self, on: frozenset[str]) -> None:
        self._stop()
        self._since, self._on = self._clocks.steady(), on
        self.version += 1

    def _kept(self) -> dict[str, Any]:
        found = self._store.settings.get(SETTING, {})
        return found if isinstance(found, dict) else {}


def _told(table: Table) -> float:
    """Return the seconds from the record that began the present turn to the last one, by the journal."""
    history = table.history
    live, state = history.live, history.state
    depth = 0
    while depth + 1 < len(live):
        before = history.state_at(depth + 1)
        if (before.turn, before.active) != (state.turn, state.active):
            break
        depth += 1
    rows = table.store.journal.read(table.match, live[len(live) - 1 - depth].n)
    return max(0.0, rows[-1].at - rows[0].at) if rows else 0.0
