"""Records, headers, states and views as plain JSON values and back. Old logs are lifted by pure upcasters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from . import events as ev
from .command import Command
from .events import EVENT_TYPES, Event
from .header import Header
from .record import COMMAND, EDIT, REDO, START, UNDO, Edit, Record, Snapshot
from .refusals import CoreRefusal
from .result import Refused
from .state import Frame, Mark, Pool, Prompt, State
from .view import View

FORMAT: Final = 2
"""Newest form of a log. A change needs an upcaster from the form before it, and a golden log that stays.

Form 2 knows edits of the past. What has none is written in form 1, as ever: an older version reads it, and refuses a
record of form 2.
"""
PLAIN_FORMAT: Final = 1

Json: TypeAlias = dict[str, Any]
Upcaster: TypeAlias = Callable[[Json], Json]

UPCASTERS: Final[Mapping[int, Upcaster]] = {1: lambda data: data}
"""From the form with that number to the next one."""

_BY_NAME: Final[Mapping[str, type[Event]]] = {each.__name__: each for each in EVENT_TYPES}
_AS_IT_IS: Final = frozenset({type(None), bool, int, float, str})
_KINDS: Final = frozenset({START, COMMAND, UNDO, REDO, EDIT})


class LogError(ValueError):
    """A log line that cannot be read; ``refusal`` says why and is what the players are told."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(f"{refusal.code}: {dict(refusal.args)}")
        self.refusal = refusal


def broken(n: object, what: str) -> LogError:
    """Return the error of a log whose line ``n``, or whatever stands for it, cannot be read."""
    return LogError(Refused(CoreRefusal.LOG_BROKEN, {"n": n, "kind": what}, invalid=True))


@cache
def _fields_of(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def plain(value: Any) -> Any:
    """Convert any value of the kernel to JSON: tuples become lists, keys become text, dataclasses become objects."""
    kind: Any = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is tuple or kind is list:
        return [each if type(each) in _AS_IT_IS else plain(each) for each in value]
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int | float):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, frozenset | set):
        return sorted(plain(each) for each in value)
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in _fields_of(kind)}
    raise TypeError(f"{type(value).__name__} has no JSON form")


def frozen(value: Any) -> Any:
    """Convert JSON back to the kernel's form: lists become tuples."""
    if isinstance(value, list):
        return tuple(frozen(each) for each in value)
    if isinstance(value, dict):
        return {key: frozen(each) for key, each in value.items()}
    return value


def command_to_json(command: Command) -> Json:
    """Return the fields of a command that were said, without those that are None."""
    named = {field.name: getattr(command, field.name) for field in fields(command)}
    return {name: value for name, value in named.items() if value is not None}


def command_from_json(data: Json) -> Command:
    """Read a command from JSON. Raises ``LogError`` when the data is no command."""
    try:
        return Command(**data)
    except TypeError as error:
        raise broken(data.get("move"), str(error)) from None


def event_to_json(event: Event) -> Json:
    """Return an event as ``{"event": "Paid", "payer": …}``; leave out fields that hold their default."""
    out: Json = {"event": type(event).__name__}
    for field in fields(event):
        value = getattr(event, field.name)
        if value != _default(field):
            out[field.name] = plain(value)
    return out


def _default(field: Field[Any]) -> Any:
    """Return the value that a log line omits for a field; return the field itself when it has no default."""
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field if field.default is MISSING else field.default


def event_from_json(data: Json) -> Event:
    """Read an event from JSON. Raises ``LogError`` when the data is no event."""
    kind = _BY_NAME.get(data.get("event", ""))
    if kind is None:
        raise broken(data.get("event"), "event")
    values = {name: frozen(value) for name, value in data.items() if name != "event"}
    if kind is ev.Paid:
        values["tokens"] = {int(key): n for key, n in values.get("tokens", {}).items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise broken(data.get("event"), str(error)) from None


def record_to_json(record: Record) -> Json:
    """Return a record as the JSON of one log line."""
    form = FORMAT if record.kind == EDIT else PLAIN_FORMAT
    out: Json = {"format": form, "n": record.n, "kind": record.kind, **_judged_to_json(record)}
    if record.span:
        out["span"] = list(record.span)
    if record.by is not None:
        out["by"] = record.by
    if record.edit is not None:
        out["edit"] = _edit_to_json(record.edit)
    return out


def _judged_to_json(record: Record) -> Json:
    """Return a command and what it was judged to do."""
    out: Json = {}
    if record.command is not None:
        out["command"] = command_to_json(record.command)
    if record.events:
        out["events"] = [event_to_json(event) for event in record.events]
    if record.unverified:
        out["unverified"] = list(record.unverified)
    return out


def _edit_to_json(edit: Edit) -> Json:
    """Return what an edit says; its command, if it was left out, as JSON's null."""
    return {
        "of": edit.of,
        "was": None if edit.was is None else _judged_to_json(edit.was),
        "then": [{"n": each.n, **_judged_to_json(each)} for each in edit.then],
        "reason": edit.reason,
        "hands": edit.hands,
    }


def _edit_from_json(data: Json) -> Edit:
    of, was = data["of"], data["was"]
    if not isinstance(of, int):
        raise broken(of, EDIT)
    return Edit(
        of,
        tuple(_judged_from_json(each["n"], each) for each in data["then"]),
        None if was is None else _judged_from_json(of, was),
        str(data["reason"]),
        bool(data["hands"]),
    )


def _judged_from_json(n: int, data: Json) -> Record:
    """Read a command under the number of a record, and what it was judged to do."""
    if not isinstance(n, int) or not data.get("command"):
        raise broken(n, EDIT)
    command = command_from_json(data["command"])
    events = tuple(event_from_json(each) for each in data.get("events", ()))
    return Record(n, COMMAND, command, events, tuple(data.get("unverified", ())), command.by)


def lift(data: Json, upcasters: Mapping[int, Upcaster] = UPCASTERS, newest: int = FORMAT) -> Json:
    """Lift a log line or header to today's form. Raises ``LogError`` for a future or unknown form."""
    form = data.get("format")
    if not isinstance(form, int) or isinstance(form, bool):
        raise broken(data.get("n"), "format")
    if form > newest:
        raise LogError(Refused(CoreRefusal.LOG_FROM_FUTURE, {"format": form, "newest": newest}, invalid=True))
    while form < newest:
        if form not in upcasters:
            raise broken(data.get("n"), f"format {form}")
        data = {**upcasters[form](data), "format": form + 1}
        form += 1
    return data


def record_from_json(data: Json, upcasters: Mapping[int, Upcaster] = UPCASTERS) -> Record:
    """Read a record from JSON. Raises ``LogError`` for a line that cannot be read."""
    data = lift(data, upcasters)
    n, kind = data.get("n"), data.get("kind")
    if not isinstance(n, int) or kind not in _KINDS:
        raise broken(n, str(kind))
    command, edit = data.get("command"), data.get("edit")
    if (kind == EDIT) != (edit is not None):
        raise broken(n, str(kind))
    return Record(
        n,
        kind,
        command_from_json(command) if command else None,
        tuple(event_from_json(each) for each in data.get("events", ())),
        tuple(data.get("unverified", ())),
        data.get("by"),
        tuple(data.get("span", ())),
        None if edit is None else _edit_from_json(edit),
    )


def header_to_json(header: Header) -> Json:
    """Return a header as the JSON head of a log."""
    return {"format": PLAIN_FORMAT, **plain(header)}


def header_from_json(data: Json, upcasters: Mapping[int, Upcaster] = UPCASTERS) -> Header:
    """Read a header from JSON. Raises ``LogError`` when the data is no header."""
    data = {name: value for name, value in lift(data, upcasters).items() if name != "format"}
    try:
        return Header(**{name: frozen(value) for name, value in data.items()})
    except TypeError as error:
        raise broken(0, str(error)) from None


def state_to_json(state: State) -> Json:
    """Return a whole state as JSON, for bug reports, comparisons and snapshots."""
    out: Json = plain(state)
    return out


def state_from_json(data: Json, blank: State) -> State:
    """Read a state of the match that begins with ``blank``. Raises ``LogError`` when the data is no state."""
    try:
        values = {name: _READ.get(name, frozen)(value) for name, value in data.items() if name != "rules"}
        return State(**values, rules=blank.rules)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise broken("snapshot", str(error)) from None


def _purses(data: Json) -> Json:
    return {name: {int(value): n for value, n in purse.items()} for name, purse in data.items()}


def _frame(data: Json) -> Frame:
    prompt = data["prompt"]
    return Frame(**{**frozen(data), "prompt": None if prompt is None else Prompt(**frozen(prompt))})


_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "pools": lambda data: {place: Pool(**pool) for place, pool in data.items()},
    "purses": _purses,
    "marks": lambda data: {target: tuple(Mark(**mark) for mark in marks) for target, marks in data.items()},
    "frames": lambda data: tuple(map(_frame, data)),
}
"""Readers for the fields of a state that are not plain JSON."""


def snapshot_to_json(snapshot: Snapshot) -> Json:
    """Return a snapshot as JSON; numbers in a row are ``[first, last]``. Raises ``TypeError``."""
    live, undone = _rows(snapshot.live), list(snapshot.undone)
    edits = list(snapshot.edits)
    return {"n": snapshot.n, "live": live, "undone": undone, "state": state_to_json(snapshot.state), "edits": edits}


def snapshot_from_json(data: Json, blank: State) -> Snapshot:
    """Read a snapshot of the match that begins with ``blank``. Raises ``LogError`` when the data is no snapshot."""
    try:
        live = tuple(n for first, last in data["live"] for n in range(first, last + 1))
        state = state_from_json(data["state"], blank)
        return Snapshot(data["n"], live, tuple(data["undone"]), state, tuple(data["edits"]))
    except (TypeError, ValueError, LookupError) as error:
        raise broken("snapshot", str(error)) from None


def _rows(numbers: tuple[int, ...]) -> list[list[int]]:
    rows: list[list[int]] = []
    for n in numbers:
        if rows and rows[-1][1] == n - 1:
            rows[-1][1] = n
        else:
            rows.append([n, n])
    return rows


def view_to_json(view: View) -> Json:
    """Return a view, which holds what a viewer may know, as JSON."""
    out: Json = plain(view)
    return out
