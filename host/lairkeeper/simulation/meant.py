"""The answer that simulated players mean, and the taps that the app takes for the one before."""

from __future__ import annotations

from lairkeeper.scans.presence import FLICKERED
from lairkeeper.scans.question import PUT_BACK
from lairkeeper.table import LastScan, Question

from .acts import Act


def option_meant(question: Question, act: Act | None) -> int | None:
    """Return the option that an act means; without an act "put it back". None when no option is meant."""
    for n, option in enumerate(question.options):
        command = option.command
        wanted = (
            option.action == PUT_BACK
            if act is None
            else command is not None
            and (option.first is not None) == bool(act.ends)
            and all(getattr(command, key) == value for key, value in (act.choose or {}).items())
        )
        if wanted:
            return n
    return None


def flickered(last: LastScan | None, before: LastScan | None, component: str) -> bool:
    """Return True when the screen calls this tap the one before and says how to tap once more."""
    return last is not None and last is not before and (last.code, last.args.get("card")) == (FLICKERED, component)
