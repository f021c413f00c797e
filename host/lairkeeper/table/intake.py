"""The way of each scan from the inbox to whoever takes it up, and the last scan for the strip of all pages."""

from __future__ import annotations

from collections.abc import Callable

from lairkeeper.core.ids import Seat
from lairkeeper.store import InboxRow, Store, StoreError
from lairkeeper.table.boards import Boards
from lairkeeper.table.clocks import Clock
from lairkeeper.table.collection import OwnedPieces
from lairkeeper.table.enrolment import EnrolSession
from lairkeeper.table.inbox_readers import Enrolment, IdleReader, InboxReader
from lairkeeper.table.inbox_rows import sighting_of
from lairkeeper.table.join_requests import JoinRequests
from lairkeeper.table.last_scan import ASKED, LastScan, scan_of
from lairkeeper.table.reader_trial import ReaderTrial
from lairkeeper.table.scan_feedback import Feedback
from lairkeeper.table.table import Table
from lairkeeper.table.trouble import Troubles


class Intake:
    """Hands scans to the enrolment that runs, to the match, or to the strip alone."""

    def __init__(
        self,
        store: Store,
        pieces: OwnedPieces,
        boards: Boards,
        troubles: Troubles,
        *,
        table: Callable[[], Table | None],
        feedback: Feedback,
        changed: Callable[[], None],
        steady: Clock,
    ) -> None:
        self._outside: tuple[EnrolSession | None, LastScan] | None = None
        """The last scan outside a match, and the enrolment that it was for."""
        self._registry = pieces.registry
        self._troubles = troubles
        self._table = table
        self._changed = changed
        self._idle = IdleReader(store, pieces.registry, self._strip, feedback, changed)
        self.enrolment = Enrolment(store, pieces.registry, pieces.stock, boards, self._strip, feedback, changed, steady)
        self.trial = ReaderTrial(
            store, pieces.registry, feedback, changed, steady,
            lambda: [zone for status in boards.statuses for zone in status.zones],
        )  # fmt: skip
        self.joining = JoinRequests(store, pieces.registry, feedback, changed, steady, self._seats)

    def pump(self, now: float | None = None) -> None:
        """Make something of what was received. What the disk refuses is told on every page, and is tried again."""
        try:
            for reader in self._readers():
                reader.pump(now)
            self.enrolment.look_at_the_clock()
            self.trial.look_at_the_clock()
            self.joining.look_at_the_clock()
            if self._troubles.failing:
                self._troubles.try_again()
        except StoreError as error:
            self._troubles.failed(error)
            if self.enrolment.session is not None:
                self.enrolment.read_again()
            self._changed()

    @property
    def deadline(self) -> float | None:
        """Return when to pump again although nothing was received, by the steady clock."""
        table = self._table()
        waits = (
            table.deadline() if table is not None else None,
            self.enrolment.idle.deadline,
            self.trial.idle.deadline,
            self.joining.deadline,
        )
        return min((each for each in waits if each is not None), default=None)

    @property
    def last(self) -> LastScan | None:
        """Return the last scan of whoever takes scans up now: what was said before belongs to something else."""
        session, table = self.enrolment.session, self._table()
        if session is None and table is not None:
            return table.last_scan
        of, scan = self._outside or (None, None)
        return scan if of is session else None

    def forget(self) -> None:
        """Forget what was scanned before a match."""
        self._outside = None

    def _readers(self) -> tuple[InboxReader, ...]:
        """Return who takes up scans, in this order: no match hears what an enrolment or trial has used up."""
        asked = self.joining if self._seats() and any(self.joining) else None
        aside = self.enrolment if self.enrolment.session is not None else self.trial if self.trial.mode else None
        readers = (aside or asked, self._table())
        return tuple(filter(None, readers)) or (self._idle,)

    def _seats(self) -> tuple[Seat, ...]:
        table = self._table()
        return table.header.seats if table is not None else ()

    def _strip(self, row: InboxRow, code: str) -> None:
        sighting = sighting_of(row, self._registry)
        self._outside = self.enrolment.session, scan_of(sighting, code, {})
        if self.enrolment.session is None:
            self.trial.note(sighting, ASKED)
