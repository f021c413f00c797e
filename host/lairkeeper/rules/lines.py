"""Log lines as a table: for each move the code of the text, and the arguments of the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from lairkeeper.core.command import Command
from lairkeeper.core.events import Event
from lairkeeper.core.log_words import said
from lairkeeper.core.result import Args

Events: TypeAlias = tuple[Event, ...]
Line: TypeAlias = Callable[[Command, Events], tuple[str, Args]]
Code: TypeAlias = str | Callable[[Command, Events], str]
"""The code of a text, or a function that chooses it."""
Value: TypeAlias = Callable[[Command, Events], Any]
"""A function that works out an argument of a text; None leaves the argument out."""


def line(code: Code, *names: str, **values: Value) -> Line:
    """Return a log line with these arguments of the command, and with values worked out of it and its events."""
    return _line(code, lambda command, events: {name: getattr(command, name) for name in names}, values)


def own_words(code: Code, **values: Value) -> Line:
    """Return a log line with all that the table may know of the command's arguments, and with further values."""
    return _line(code, said, values)


def with_or_without_card(named: str, unnamed: str) -> Line:
    """Return a log line in the command's own words, with another code where the table does not know the card."""

    def told(command: Command, events: Events) -> tuple[str, Args]:
        args = said(command, events)
        return named if "card" in args else unnamed, args

    return told


def _line(code: Code, own: Callable[[Command, Events], Args], values: dict[str, Value]) -> Line:
    def told(command: Command, events: Events) -> tuple[str, Args]:
        found = ((name, value(command, events)) for name, value in values.items())
        args = {**own(command, events), **{name: value for name, value in found if value is not None}}
        return code if isinstance(code, str) else code(command, events), args

    return told
