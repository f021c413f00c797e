"""The words of a command that the log may tell: what was sealed or read face down is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from . import events as ev
from .command import Command
from .events import Event, Label
from .ids import TABLE
from .result import Args

SECRET: Final = "secret"
"""Set in a frame's data by a choice that only its seat may know: the log does not name it."""

PUT: Final = "put"
"""The move that puts a piece by hand, and its line."""
PUT_UNSEEN: Final = "put-unseen"
"""The line of a card that the table does not see where it lies now."""


def said(command: Command, events: Iterable[Event]) -> Args:
    """Return a command's own words for the log, and ``moved``: the tokens its actor gained (or lost, below zero).

    What was sealed is left out: a sealed answer, and a card that was read face down.
    """
    args: dict[str, Any] = {
        name: value
        for name in ("by", "card", "target", "amount", "option")
        if (value := getattr(command, name)) is not None
    }
    moved = 0
    for event in events:
        if isinstance(event, ev.Answered) and event.sealed:
            args = {name: value for name, value in args.items() if name == "by"}
        elif _hides_card(event, command.card):
            args.pop("card", None)
        elif isinstance(event, ev.Paid):
            worth = sum(value * n for value, n in event.tokens.items())
            moved += worth * ((event.payee == command.by) - (event.payer == command.by))
    return {**args, "moved": moved}


def hides_card(command: Command, events: Iterable[Event]) -> bool:
    """Return True when the table does not know which card a command was about."""
    return command.card is not None and any(_hides_card(event, command.card) for event in events)


def _hides_card(event: Event, named: Label | None) -> bool:
    match event:
        case ev.Faced(card, to):
            return card == named and TABLE not in to
        case ev.Answered(_, _, _, sealed):
            return sealed
        case ev.FrameSet(_, data):
            return bool(data.get(SECRET))
    return False


def put_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the line in the log. It names the piece only where the table sees it lie."""
    told = any(isinstance(event, ev.Adjusted) and event.amount for event in events)
    args: Mapping[str, Any] = {"target": command.target, "option": command.option}
    return (PUT, {**args, "card": command.card}) if told else (PUT_UNSEEN, args)
