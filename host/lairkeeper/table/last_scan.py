"""The last scan: what was seen, and what it was taken for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from lairkeeper.core.history import COMMAND, UNDO, History
from lairkeeper.core.ids import Component
from lairkeeper.scans import Sighting

APPLIED: Final = "applied"
ASKED: Final = "asked"
REFUSED: Final = "refused"
"""The answers that the board gets about a scan."""

SILENT: Final = frozenset({"removed", "reader-report", "already-there", "set-back", "moved-on", "played-past"})
"""Outcomes that nobody needs to hear of."""
UNDONE: Final = "undone"
"""The code of a scan whose command was undone since."""


@dataclass(frozen=True, slots=True)
class LastScan:
    """Text ``scan.<code>`` with ``args``. ``at`` is seconds since the epoch.

    ``question`` is the id of what was asked about it, ``refusal`` the code of the rule that forbade it, ``log`` the log
    line (code, args) of what it did, which is the last of ``records`` records.
    """

    at: float
    zone: str
    uid: str
    component: Component | None
    code: str
    args: Mapping[str, Any] = field(default_factory=dict)
    question: int | None = None
    refusal: str | None = None
    log: tuple[str, Mapping[str, Any]] | None = None
    records: int = 0


def scan_of(sighting: Sighting, code: str, args: Mapping[str, Any], question: int | None = None) -> LastScan:
    """Return the strip for a sighting; a refusal among the arguments is told apart."""
    named = {"zone": sighting.zone, "card": sighting.component or sighting.uid, "uid": sighting.uid, **args}
    refusal = named.pop("refusal", None)
    return LastScan(
        sighting.wall, sighting.zone, sighting.uid, sighting.component, code, named, question, refusal and str(refusal)
    )


def still_true(last: LastScan, history: History, questions: Collection[int]) -> LastScan | None:
    """Return what may still be said of a scan; None when nothing of it holds any more.

    What was done holds while it counts, a question while it is open, and a refusal until the match goes on.
    """
    if last.log is not None:
        record = history.record(last.records - 1)
        if record.kind == COMMAND:
            return last if history.counts(record.n) else replace(last, code=UNDONE, log=None)
        return last if all(history.counts(n) != (record.kind == UNDO) for n in record.span) else None
    if last.question is not None:
        return last if last.question in questions else None
    return last if last.records == len(history) else None
