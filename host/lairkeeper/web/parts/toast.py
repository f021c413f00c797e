"""The last scan, large for some seconds, with what takes it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from lairkeeper.table.log import line_of, told_of

from ..part import Part, Shown
from ..translator import Translator
from .log import log_text
from .scan import mood_of, took_text
from .undo import undo_words

if TYPE_CHECKING:
    from lairkeeper.table import Hub

SECONDS: Final = 4.0
"""Seconds that a scan is shown; the style sheet hides it after as many."""


@dataclass(frozen=True, slots=True)
class Toast:
    """The result of a scan in words; ``undo`` is empty where it did nothing that can be taken back."""

    key: str
    mood: Literal["none", "good", "ask", "bad"]
    said: str
    more: str = ""
    undo: str = ""


def toast_of(hub: Hub, t: Translator, now: float) -> Toast | None:
    """Return the scan of the last seconds; None without one, and when what it did does not count any more."""
    last, table = hub.last_scan, hub.table
    if last is None or now - last.at > SECONDS:
        return None
    key, mood = f"{last.at:.3f}", mood_of(last)
    if last.log is None or table is None:
        return Toast(key, mood, took_text(last, t), t.ui("scan.at-reader", zone=t.reader(last.zone)))
    history = table.history
    counted = t.ui("scan.counted", piece=t.copy(last.component) if last.component else last.uid)
    if last.log[0] in ("undo", "redo"):
        if last.records != len(history):
            return None
        back = told_of(history, history.record(last.records - 1))
        return Toast(key, mood, log_text(*back, t), counted)
    if last.log != line_of(table.game, history.live[-1]):
        return None
    return Toast(key, mood, log_text(*last.log, t), counted, undo_words(table, t))


def _values(shown: Shown) -> dict[str, Any]:
    return {"toast": toast_of(shown.hub, shown.t, shown.hub.wall)}


TOAST: Final = Part("parts/toast.html", _values, frozen=True)
