"""Who takes up the scans in the inbox: the match, an enrolment, or the strip of the last scan when there is neither."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from lairkeeper.board import BoardEvent
from lairkeeper.store import InboxRow, Store
from lairkeeper.table.boards import Boards
from lairkeeper.table.clocks import Clock
from lairkeeper.table.enrolment import EnrolSession
from lairkeeper.table.idle_limit import IdleLimit
from lairkeeper.table.inbox_rows import TAG_KINDS, sighting_of
from lairkeeper.table.last_scan import APPLIED, ASKED, REFUSED
from lairkeeper.table.scan_feedback import Feedback
from lairkeeper.table.tag_write import SETTING as WRITE_TAGS
from lairkeeper.table.tag_write import UNABLE, TagWrite
from lairkeeper.tags import Registry, Stock, Tag, TagRefusal

Strip = Callable[[InboxRow, str], None]
"""A function that makes a row the last scan, with the code of what became of it."""


class InboxReader(Protocol):
    """Takes up scans; each scan is used up in the transaction of what it brings about. ``Table`` is one, too."""

    def pump(self, now: float | None = None) -> None:
        """Take up what was received, at ``now`` by the steady clock. Raises ``StoreError``, and then can go on."""


class IdleReader:
    """Sends scans outside a match to the strip, and nowhere else."""

    def __init__(
        self, store: Store, registry: Registry, strip: Strip, feedback: Feedback, changed: Callable[[], None]
    ) -> None:
        self._store = store
        self._registry = registry
        self._strip = strip
        self._feedback = feedback
        self._changed = changed

    def pump(self, now: float | None = None) -> None:
        """Show what was received."""
        changed = False
        for row in self._store.inbox.unconsumed():
            sighting = sighting_of(row, self._registry)
            shown = _is_laid_down(row)
            code = "foreign-tag" if sighting.foreign else "no-match" if sighting.component else "unknown-tag"
            self._store.inbox.consume([row.id], code if shown else "removed")
            if shown:
                self._strip(row, code)
                self._feedback(row.event, ASKED)
                changed = True
        if changed:
            self._changed()


@dataclass(frozen=True, slots=True)
class EndedEnrolment:
    """An enrolment that ended itself because nobody tapped: the box, the pile, and how far it came."""

    game: str
    pile: str
    done: int
    total: int


class Enrolment:
    """Hands tags to the enrolment that runs, if one does, and has them written."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        stock: Callable[[str], Stock],
        boards: Boards,
        strip: Strip,
        feedback: Feedback,
        changed: Callable[[], None],
        steady: Clock,
    ) -> None:
        self._store = store
        self._registry = registry
        self._stock = stock
        self._boards = boards
        self._strip = strip
        self._feedback = feedback
        self._changed = changed
        self.idle = IdleLimit(steady)
        self.session: EnrolSession | None = None
        self.ended: EndedEnrolment | None = None
        """The last enrolment, if it ended itself."""
        self.read_again()

    def read_again(self) -> None:
        """Go on with the enrolment that the store knows of: what was not kept was not enrolled."""
        self.session = EnrolSession.resume(self._store, self._registry, self._stock, self._touched)
        if self.session is not None:
            self.idle.touch()

    def start(self, game: str, plan: str, *, pile: str = "", tagged: int = 0) -> TagRefusal | None:
        """Enrol a list in order: what lacks a tag of a ``pile`` of which ``tagged`` pieces have one, or another list.

        Raises ``PlanError``, ``UnknownGameError``.
        """
        session = EnrolSession.begin(
            self._store, self._registry, self._stock(game), plan, self._touched, pile=pile, tagged=tagged
        )
        if isinstance(session, TagRefusal):
            return session
        self.session, self.ended = session, None
        self._touched()
        return None

    def stop(self) -> None:
        """End the enrolment, if one runs."""
        if self.session is not None:
            self.session.end()
            self.session = None
            self.idle.clear()
            self._changed()

    def look_at_the_clock(self) -> None:
        """End an enrolment for which nobody taps any more, and let pages forget after a while that it has ended."""
        session = self.session
        if session is not None and self.idle.idle:
            ended = EndedEnrolment(session.game, session.pile, session.done, session.total)
            self.stop()
            self.ended = ended
            self.idle.expire()
            self._changed()
        elif self.idle.faded:
            self._changed()

    def _touched(self) -> None:
        """Note that somebody did something, and tell the pages."""
        self.idle.touch()
        self._changed()

    def insist(self) -> None:
        """Use the tag that was refused last, where that can be."""
        session = self.session
        if session is not None and isinstance(result := session.insist(), Tag):
            self._write(session, result)

    def write_over(self) -> None:
        """Write the tag that has something else on it; it must lie there still."""
        session = self.session
        if session is not None and session.writing is not None and session.writing.code == "content":
            self._write(session, session.writing.tag, force=True)
            self._changed()

    @property
    def writes_tags(self) -> bool:
        """Return True when what an enrolled tag stands for is written onto the tag itself."""
        return bool(self._store.settings.get(WRITE_TAGS, True))

    def set_writes_tags(self, on: bool) -> None:
        """Keep in the settings whether enrolled tags are written."""
        self._store.settings.set(WRITE_TAGS, on)
        self._changed()

    def pump(self, now: float | None = None) -> None:
        """Hand what was received to the enrolment."""
        session = self.session
        if session is None:
            return
        changed = False
        for row in self._store.inbox.after(session.after):
            if row.outcome is None:
                changed = self._take(session, row) or changed
        if changed:
            self._touched()

    def _take(self, session: EnrolSession, row: InboxRow) -> bool:
        """Take up one row; return whether a page shows that."""
        sighting = sighting_of(row, self._registry)
        if not _is_laid_down(row):
            self._store.inbox.consume([row.id], "removed")
            session.gone(sighting)
            return False
        again = session.unwritten(sighting.uid)
        with self._store.write():
            result = again.tag if again else session.scan(sighting)
            refused = isinstance(result, TagRefusal)
            outcome = "not-enrolled" if refused else "enrolled"
            self._store.inbox.consume([row.id], outcome)
        session.place = (row.event.device, row.event.zone)
        self._strip(row, outcome)
        if not (isinstance(result, Tag) and self._write(session, result, row.event)):
            self._feedback(row.event, REFUSED if refused else APPLIED)
        return True

    def _write(self, session: EnrolSession, tag: Tag, event: BoardEvent | None = None, *, force: bool = False) -> bool:
        """Have what a tag stands for written onto it; return whether the verdict of ``event`` waits for that."""
        if not self.writes_tags:
            return False
        writing = TagWrite(tag, *session.place)

        def done(result: TagWrite) -> None:
            session.wrote(result)
            if event is not None:
                self._feedback(event, ASKED if result.failed else APPLIED)

        session.write(writing)
        begun = self._boards.write(writing, force, done)
        if not begun:
            session.wrote(replace(writing, code=UNABLE))
        return begun


def _is_laid_down(row: InboxRow) -> bool:
    """Return True when this row says that a tag was laid on a reader or tapped."""
    return row.event.kind in TAG_KINDS and row.event.kind != "-"
