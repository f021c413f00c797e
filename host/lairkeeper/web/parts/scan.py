"""The strip at the foot of each page: the last scan, and action tokens that wait for the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..figures import clock
from ..translator import Translator
from .log import log_text

if TYPE_CHECKING:
    from lairkeeper.table import Hub, LastScan, Table


@dataclass(frozen=True, slots=True)
class Scan:
    """The last scan: when, which tag, at which reader, and what it was taken for."""

    mood: Literal["none", "good", "ask", "bad"]
    at: str
    uid: str
    zone: str
    took: str


_GOOD = frozenset({"done", "enrolled", "tick", "agree"})
_BAD = frozenset(
    {
        "refused", "unknown-tag", "foreign-tag", "other-game", "no-reading", "words-expired", "words-dropped",
        "nothing-to-undo", "reader-off", "unknown-reader", "empty-seat", "not-enrolled",
        "two-places-left", "slot-full-left", "fan-over",
    }
)  # fmt: skip


def scan_of(hub: Hub, t: Translator) -> Scan:
    """Return the last scan, even when no match is running."""
    last = hub.last_scan
    if last is None:
        return Scan("none", "", "", "", t.ui("scan.none"))
    return Scan(mood_of(last), clock(last.at), last.uid, last.zone, took_text(last, t))


def mood_of(last: LastScan) -> Literal["none", "good", "ask", "bad"]:
    """Return whether a scan counted, asks something or was refused."""
    if last.question is not None:
        return "ask"
    if last.code in _GOOD:
        return "good"
    return "bad" if last.code in _BAD else "none"


def took_text(last: LastScan, t: Translator) -> str:
    """Return what a scan was taken for: the piece and what it did, or why it did nothing."""
    if last.log is not None:
        piece = t.copy(last.component) if last.component else last.uid
        return f"{piece} — {log_text(*last.log, t)}"
    told = t.say("scan", last.code, last.args)
    if last.refusal is None:
        return told
    cite = last.args.get("cite") if last.question is None else None
    rule = t.ui("now.rule", rule=t.say("rule", cite)) if cite else ""
    return " ".join(part for part in (told, t.say("refusal", last.refusal, last.args), rule) if part)


def armed_of(table: Table | None, t: Translator) -> tuple[str, ...]:
    """Return the action tokens that wait for the rest of their sentence, and how many cards of a fan wait."""
    if table is None:
        return ()
    words = tuple(" + ".join(t.name(word) for word in armed.words) for armed in table.armed)
    return (*words, t.ui("kept", n=len(table.kept))) if table.kept else words
