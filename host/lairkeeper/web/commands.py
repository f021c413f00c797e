"""Commands as people meet them: buttons, the fields of their forms, and a few words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lairkeeper.core.command import Command

from .figures import signed
from .translator import Translator

COUNTERS: Final = ("minus-1", "plus-1", "plus-5")
"""The shared pieces that count: they become the quick buttons of a seat."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that sends ``fields`` to ``action``. ``refused`` tells why it cannot be pressed now."""

    text: str
    action: str
    fields: tuple[tuple[str, str], ...]
    label: str | None = None
    refused: str | None = None
    insists: bool = False
    """The rules say no, but the table may insist: pressing it shows why not and asks for a reason."""


def fields_of(command: Command) -> tuple[tuple[str, str], ...]:
    """Return a command as the fields of a form."""
    names = ("move", "by", "card", "target", "amount", "option", "prompt")
    return tuple((name, str(value)) for name in names if (value := getattr(command, name)) is not None)


def command_text(command: Command, t: Translator) -> str:
    """Return a command in a few words: ``Bo: Steal tokens · 5 VP token · Ana``."""
    amount = signed(command.amount) if command.amount is not None else ""
    option = option_text(command.move, command.option, t) if command.option else ""
    target = t.target(command.target) if command.target else ""
    parts = (t.say("move", command.move), t.name(command.card) if command.card else "", target, amount, option)
    told = " · ".join(part for part in parts if part)
    return t.ui("now.command", seat=command.by, what=told) if command.by else told


def option_text(move: str, option: str, t: Translator) -> str:
    """Return a move's option in words; a reason that somebody typed stays as it is."""
    if move == "set-level":
        return t.say("level", option)
    key = f"option.{option}"
    return t.say("option", option) if key in t.texts else option
