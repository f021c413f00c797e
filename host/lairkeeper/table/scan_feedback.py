"""The outcome of each scan: kept in the inbox, shown by its reader's light, told as the last scan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from lairkeeper.board import BoardEvent
from lairkeeper.scans import Listener, Sighting
from lairkeeper.scans.explain import ARMED_FOR
from lairkeeper.store import InboxRow, Store
from lairkeeper.table import redact
from lairkeeper.table.last_scan import APPLIED, LastScan, scan_of

EXPIRED: Final = "words-expired"
ALONE: Final = frozenset({"no-use", "verb-no-use"})

Feedback: TypeAlias = Callable[[BoardEvent, str], None]


class ScanFeedback:
    """For one match. ``rows`` are inbox rows in the order of their scans; the last of them is the one shown."""

    def __init__(self, store: Store, listener: Listener, veiled: redact.Veiled, records: Callable[[], int]) -> None:
        self.last: LastScan | None = None
        self.feedback: Feedback | None = None
        self._store = store
        self._listener = listener
        self._veiled = veiled
        self._records = records
        self._rows: dict[int, InboxRow] = {}
        self._expired: tuple[Sighting, list[str]] | None = None

    def expect(self, row: InboxRow) -> None:
        """Note a scan that is not used up yet."""
        self._rows[row.id] = row

    def seen(self, rows: Sequence[int]) -> Sighting | None:
        """Return the scan that is shown for these rows."""
        return self._listener.sighting(rows[-1]) if rows else None

    def show(
        self,
        rows: Sequence[int],
        code: str,
        args: Mapping[str, Any],
        question: int | None = None,
        log: tuple[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """Make these rows the last scan, with what came of it; cards face down stay so."""
        seen = self.seen(rows)
        if seen is not None:
            code, args = self._late(seen, code, args)
            scan = replace(scan_of(seen, code, args, question), log=log, records=self._records())
            self.last = redact.scan(self._veiled, scan)

    def _late(self, seen: Sighting, code: str, args: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """Return what to say of a tap: alone it means nothing, because the words before it have just expired."""
        if code == EXPIRED:
            self._expired = (seen, list(args["cards"]))
        elif code in ALONE and self._expired is not None:
            last, words = self._expired
            if seen.zone == last.zone and seen.seconds_after(last) < 2 * ARMED_FOR:
                return EXPIRED, {"cards": [*words, seen.component or seen.uid]}
        else:
            self._expired = None
        return code, args

    def tell(self, rows: Sequence[int], verdict: str) -> None:
        """Let the boards show what became of their scans."""
        if self.feedback is not None:
            for row in rows:
                if row in self._rows:
                    self.feedback(self._rows[row].event, verdict)

    def applied(
        self,
        rows: Sequence[int],
        code: str,
        args: Mapping[str, Any],
        log: tuple[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """Show, tell and drop scans once what they led to is committed."""
        self.show(rows, code, args, log=log)
        self.tell(rows, APPLIED)
        self.used(rows)

    def consume(self, rows: Sequence[int], outcome: str) -> None:
        """Mark scans that led to nothing in the match."""
        if rows:
            self._store.inbox.consume(rows, outcome)
            self.used(rows)

    def used(self, rows: Sequence[int]) -> None:
        """Drop scans that are done with: whoever committed what they led to has marked them in the inbox."""
        self._listener.used(rows)
        for row in rows:
            self._rows.pop(row, None)
