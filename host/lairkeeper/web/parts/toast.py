"""The last scan, large for some seconds, with what takes it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from lairkeeper.core.history import COMMAND
from lairkeeper.table.log import line_of, told_of

from ..part import Part, Shown
from ..translator import Translator
from .log import log_text
from .scan import mood_of, took_text
from .undo import undo_words

if TYPE_CHECKING:
    from lairkeeper.table import Hub

SECONDS: Final = 4.0
"""How long a scan is shown; the style sheet hides it after as long."""


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
    record = history.record(last.records - 1)
    if record.kind != COMMAND:  # a token that took something back, or brought it back
        went_on = last.records != len(history)
        return None if went_on else Toast(key, mood, log_text(*told_of(history, record), t), counted)
    if last.log != line_of(table.game, history.live[-1]):
        return None
    return Toast(key, mood, log_text(*last.log, t), counted, undo_words(table, t))


def _values(shown: Shown) -> dict[str, Any]:
    return {"toast": toast_of(shown.hub, shown.t, shown.hub.wall)}


TOAST: Final = Part("parts/toast.html", _values)
