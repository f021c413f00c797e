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
from .history import COMMAND, REDO, START, UNDO, Record, Snapshot
from .refusals import CoreRefusal
from .result import Refused
from .state import Frame, Mark, Pool, Prompt, State
from .view import View

FORMAT: Final = 1
"""Version of the log's form. A change needs an upcaster from the form before it, and a golden log that stays."""

Json: TypeAlias = dict[str, Any]
Upcaster: TypeAlias = Callable[[Json], Json]

UPCASTERS: Final[Mapping[int, Upcaster]] = {}
"""From the form with that number to the next one. Empty as long as there has only been one."""

_BY_NAME: Final[Mapping[str, type[Event]]] = {each.__name__: each for each in EVENT_TYPES}
_AS_IT_IS: Final = frozenset({type(None), bool, int, float, str})
_KINDS: Final = frozenset({START, COMMAND, UNDO, REDO})


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
    out: Json = {"format": FORMAT, "n": record.n, "kind": record.kind}
    if record.command is not None:
        out["command"] = command_to_json(record.command)
    if record.events:
        out["events"] = [event_to_json(event) for event in record.events]
    for name in ("unverified", "span"):
        value = getattr(record, name)
        if value:
            out[name] = list(value)
    if record.by is not None:
        out["by"] = record.by
    return out


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
    command = data.get("command")
    return Record(
        n,
        kind,
        command_from_json(command) if command else None,
        tuple(event_from_json(each) for each in data.get("events", ())),
        tuple(data.get("unverified", ())),
        data.get("by"),
        tuple(data.get("span", ())),
    )


def header_to_json(header: Header) -> Json:
    """Return a header as the JSON head of a log."""
    return {"format": FORMAT, **plain(header)}


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
    return {"n": snapshot.n, "live": live, "undone": undone, "state": state_to_json(snapshot.state)}


def snapshot_from_json(data: Json, blank: State) -> Snapshot:
    """Read a snapshot of the match that begins with ``blank``. Raises ``LogError`` when the data is no snapshot."""
    try:
        live = tuple(n for first, last in data["live"] for n in range(first, last + 1))
        return Snapshot(data["n"], live, tuple(data["undone"]), state_from_json(data["state"], blank))
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
