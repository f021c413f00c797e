"""The moves that can be made by hand in the workshop: one small form for each that is allowed now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from lairkeeper.core.command import Command
from lairkeeper.core.view import View

from ...commands import COUNTERS, option_text
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Table


@dataclass(frozen=True, slots=True)
class MoveField:
    """One field of a move's form. ``fixed`` is hidden, ``search`` a text field with suggestions."""

    name: str
    label: str
    kind: Literal["fixed", "chips", "select", "search", "number", "text"]
    choices: tuple[tuple[str, str], ...]
    chosen: str | None = None


@dataclass(frozen=True, slots=True)
class MoveForm:
    """Every allowed way to make one move, as one small form."""

    move: str
    title: str
    fields: tuple[MoveField, ...]

    @property
    def plain(self) -> bool:
        """Return True when a single button is enough."""
        return all(field.kind == "fixed" for field in self.fields)


_PARTS = ("by", "target", "card", "amount", "option", "prompt")


def moves_of(table: Table, view: View, t: Translator) -> tuple[MoveForm, ...]:
    """Return a form for each move that is allowed now and is not one of the prompt's answers."""
    told = {option.command for option in view.prompt.options} if view.prompt else set()
    allowed: dict[str, list[Command]] = {}
    for offer in table.offers():
        if offer.refusal is None and offer.command not in told:
            allowed.setdefault(offer.command.move, []).append(offer.command)
    reasons = {spec.name for spec in table.game.moves if "option" in spec.takes}
    return tuple(
        MoveForm(move, t.say("move", move), (*_fields(move, commands, view, t), *_reason(move in reasons, t)))
        for move, commands in allowed.items()
    )


def _reason(takes: bool, t: Translator) -> Iterable[MoveField]:
    if takes:
        yield MoveField("option", t.ui("field.reason"), "text", ())


def _fields(move: str, commands: Sequence[Command], view: View, t: Translator) -> Iterable[MoveField]:
    for part in _PARTS:
        values = list(dict.fromkeys(value for command in commands if (value := getattr(command, part)) is not None))
        if part == "card" and len({*values} - {*COUNTERS}) > 1:
            values = [value for value in values if value not in COUNTERS]
        if values:
            yield _field(move, part, values, view, t)


def _field(move: str, part: str, values: list[Any], view: View, t: Translator) -> MoveField:
    choose = len(values) > 1
    label = t.field(move, part)
    shown = [(str(value), _choice(move, part, value, t)) for value in values]
    if part == "amount":
        return MoveField(part, label, "number", (), shown[0][0])
    if not choose or part == "prompt":
        return MoveField(part, label, "fixed", ((shown[0][0], shown[0][1]),))
    if len(shown) > 24:
        names = dict.fromkeys(text.rstrip("0123456789 ") or text for _, text in shown)
        return MoveField(part, label, "search", tuple((name, name) for name in names))
    first = view.active if part == "by" and view.active in values else shown[0][0]
    return MoveField(part, label, "chips" if len(shown) <= 6 else "select", tuple(shown), first)


def _choice(move: str, part: str, value: Any, t: Translator) -> str:
    match part:
        case "card":
            return t.copy(value)
        case "target":
            return t.target(str(value), numbered=True)
        case "option":
            return option_text(move, value, t)
        case _:
            return str(value)
