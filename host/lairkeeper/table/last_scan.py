"""The last scan: what was seen, and what it was taken for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from lairkeeper.core.ids import Component
from lairkeeper.scans import Sighting

APPLIED: Final = "applied"
ASKED: Final = "asked"
REFUSED: Final = "refused"
"""The answers that the board gets about a scan."""

SILENT: Final = frozenset({"removed", "reader-report", "already-there", "set-back", "moved-on", "played-past"})
"""Outcomes that nobody needs to hear of."""


@dataclass(frozen=True, slots=True)
class LastScan:
    """Text ``scan.<code>`` with ``args``. ``at`` is seconds since the epoch.

    ``question`` is the id of what was asked about it, ``refusal`` the code of the rule that forbade it, ``log`` the log
    line (code, args) of what it did.
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


def scan_of(sighting: Sighting, code: str, args: Mapping[str, Any], question: int | None = None) -> LastScan:
    """Return the strip for a sighting; a refusal among the arguments is told apart."""
    named = {"zone": sighting.zone, "card": sighting.component or sighting.uid, "uid": sighting.uid, **args}
    refusal = named.pop("refusal", None)
    return LastScan(
        sighting.wall, sighting.zone, sighting.uid, sighting.component, code, named, question, refusal and str(refusal)
    )
