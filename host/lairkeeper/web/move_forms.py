"""Moves as forms: one small form for each that is allowed at a moment, now or in the past."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from lairkeeper.core.command import Command
from lairkeeper.core.view import View

from .commands import COUNTERS, option_text
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.core.result import Offer
    from lairkeeper.table import Game, Table


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
    return forms_of(table.game, (offer for offer in table.offers() if offer.command not in told), view, t)


def forms_of(
    game: Game, offers: Iterable[Offer], view: View, t: Translator, chosen: Command | None = None
) -> tuple[MoveForm, ...]:
    """Return a form for each move that is allowed among these; that of ``chosen`` comes first, filled in."""
    allowed: dict[str, list[Command]] = {}
    for offer in offers:
        if offer.refusal is None:
            allowed.setdefault(offer.command.move, []).append(offer.command)
    reasons = {spec.name for spec in game.moves if "option" in spec.takes}
    forms = (
        MoveForm(move, t.say("move", move), (*_fields(move, commands, view, t, chosen), *_reason(move in reasons, t)))
        for move, commands in allowed.items()
    )
    first = chosen.move if chosen is not None else None
    return tuple(sorted(forms, key=lambda form: form.move != first))


def _reason(takes: bool, t: Translator) -> Iterable[MoveField]:
    if takes:
        yield MoveField("option", t.ui("field.reason"), "text", ())


def _fields(
    move: str, commands: Sequence[Command], view: View, t: Translator, chosen: Command | None
) -> Iterable[MoveField]:
    for part in _PARTS:
        values = list(dict.fromkeys(value for command in commands if (value := getattr(command, part)) is not None))
        if part == "card" and len({*values} - {*COUNTERS}) > 1:
            values = [value for value in values if value not in COUNTERS]
        if values:
            was = getattr(chosen, part) if chosen is not None and chosen.move == move else None
            yield _field(move, part, values, view, t, was)


def _field(move: str, part: str, values: list[Any], view: View, t: Translator, was: Any) -> MoveField:
    choose = len(values) > 1
    label = t.field(move, part)
    shown = [(str(value), _choice(move, part, value, t)) for value in values]
    if part == "amount":
        return MoveField(part, label, "number", (), shown[0][0] if was is None else str(was))
    if not choose or part == "prompt":
        return MoveField(part, label, "fixed", ((shown[0][0], shown[0][1]),))
    if len(shown) > 24:
        names = dict.fromkeys(text.rstrip("0123456789 ") or text for _, text in shown)
        return MoveField(
            part, label, "search", tuple((name, name) for name in names), _choice(move, part, was, t) if was else None
        )
    first = view.active if part == "by" and view.active in values else shown[0][0]
    first = str(was) if was in values else first
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
