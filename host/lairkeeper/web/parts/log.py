"""The log of the match in words, the newest line first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.command import Command
from lairkeeper.table import EDITS, HAPPENED, NOW, PUT, PUT_UNSEEN, WHAT

from ..figures import clock, iso
from ..part import Part, Shown, of_the_match
from ..translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Table

LOG_LINES: Final = 40


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of the log."""

    n: int
    at: str
    iso: str
    text: str
    by: str
    undone: bool
    uid: str
    """The tag that was tapped; empty without one."""
    reader: str
    """Where it was tapped, as the table names it: Bo’s tray."""
    back: bool
    """True when the match can be taken back to here."""
    unsure: str
    """Checks that this tracking level could not make, in words."""
    forced: str
    """The reason for which the table insisted."""
    why: str
    """The reason for which the past was changed."""
    edited: str
    """The word of ``ui.log`` for what an edit made of it; empty where none did."""
    change: bool
    """True when it can be corrected, left out or put back."""


def log_of(table: Table, t: Translator, limit: int = LOG_LINES) -> tuple[LogRow, ...]:
    """Return the newest lines of the log, the newest first."""
    history = table.history
    return tuple(
        LogRow(
            n=line.n,
            at=clock(line.at),
            iso=iso(line.at),
            text=log_text(line.code, line.args, t),
            by=who(line.who, t),
            undone=line.undone,
            uid=line.uid or "",
            reader=t.ui("scan.at-reader", zone=t.reader(line.zone)) if line.zone else "",
            back=bool(history.after(line.n)),
            unsure=", ".join(t.say("check", check) for check in history.judged(line.n).unverified),
            forced=_forced(history.judged(line.n).command, t),
            why=edit.reason if (edit := history.record(line.n).edit) is not None else "",
            edited=line.edited,
            change=table.edits.record(line.n) is not None,
        )
        for line in table.log(limit=limit)
    )


def log_text(code: str, args: Mapping[str, Any], t: Translator) -> str:
    """Return what was done, in words; a level goes by its name, and what was undone or edited by its own line."""
    if WHAT in args and code not in EDITS:
        of, what = args[WHAT]
        return t.say("log", f"{code}-{WHAT}", {WHAT: log_text(of, what, t)})
    if code in EDITS:
        lines = {name: args[name] for name in (WHAT, NOW) if name in args}
        return t.say("log", code, {name: log_text(of, what, t) for name, (of, what) in lines.items()})
    if code in (PUT, PUT_UNSEEN):
        return t.say("log", code, {**args, "target": t.target(args["target"])})
    level = {"option": t.say("level", args["option"])} if code == "set-level" else {}
    return t.say("log", code, {**args, **level})


def _forced(command: Command | None, t: Translator) -> str:
    """Why the table insisted: what was typed, or that somebody pressed *it happened*."""
    reason = (command.force or "") if command is not None else ""
    return t.say("answer", "force") if reason == HAPPENED else reason


def who(name: str, t: Translator) -> str:
    """Who did it, in words; a name of a person stays as it is."""
    key = f"ui.who.{name}"
    return t.texts.say(key) if key in t.texts else name


def _values(shown: Shown) -> dict[str, Any]:
    return {"log": log_of(shown.match[0], shown.t) if shown.match else ()}


LOG: Final = Part("parts/log.html", _values, of_the_match, slow=1)
