"""Numbers that are printed on a game's cards and published nowhere: a kind's fields, and what may stand in them.

A game lists its fields; players type them once from their own cards. For demo and tests it may bring a *proxy set* of
invented values, which is called so wherever it is used. A match carries the values it was begun with.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from .events import Facts
from .ids import TABLE, Kind
from .state import NOTHING, State

Values: TypeAlias = Mapping[str, Any]
"""Field values of one kind, typed or as plain JSON."""

NUMBER: Final = "number"
"""A whole number from ``low`` to ``high``."""
CHOICE: Final = "choice"
"""One of ``choices``."""
FLAG: Final = "flag"
"""Yes or no."""
TEXT: Final = "text"
"""A short text of the owner's own."""
WORDS: Final = "words"
"""Words in any order, one of them several times if need be: ``disc, disc, star``."""
PAIRS: Final = "pairs"
"""Words with a number each: ``disc 3, star 1``."""

SETUP: Final = "printed"
"""The set-up path that carries the numbers of a match: ``proxy``, or field values by kind."""
PROXY: Final = "proxy"
OWN: Final = "printed"
COPIES: Final = "copies"
"""The field that says how many copies of a kind there are, where that is published nowhere."""
_MARK: Final = "numbers-"
_WORD: Final = re.compile(r"[^\W_](?:[^\W_]|-){0,23}")
"""Letters of any language, in small."""
_PAIR: Final = re.compile(r"(\S+?)\s*[: ]\s*(-?[0-9]{1,6})")
_LONGEST: Final = 80
_YES: Final = {"yes": True, "true": True, "1": True, "on": True, "no": False, "false": False, "0": False}


@dataclass(frozen=True, slots=True)
class Field:
    """One thing printed on a kind of card. ``most`` bounds lists; ``optional`` fields may stay empty."""

    name: str
    type: str = NUMBER
    low: int = 0
    high: int = 99
    choices: tuple[str, ...] = ()
    most: int = 8
    optional: bool = False
    default: Any = None
    """The value of an optional field that is left empty."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The reason why a value cannot be printed there: text ``printed.<code>``, always with ``field`` and ``value``."""

    code: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Printed:
    """``fields`` by kind in the order in which they are asked for; ``known`` is public; ``proxy`` is invented."""

    fields: Mapping[Kind, tuple[Field, ...]] = field(default_factory=dict)
    proxy: Mapping[Kind, Facts] = field(default_factory=dict)
    known: Mapping[Kind, Facts] = field(default_factory=dict)

    def read(self, kind: Kind, values: Mapping[str, Any]) -> Facts | Problem:
        """Return typed texts or plain values as facts, in the fields' own types, or the first problem."""
        fields = self.fields.get(kind)
        if fields is None:
            return Problem("unknown-kind", {"field": "", "value": kind[:64]})
        names = [each.name for each in fields]
        for name in values:
            if name not in names:
                return Problem("unknown-field", {"field": str(name)[:40], "value": "", "allowed": ", ".join(names)})
        found: dict[str, Any] = {}
        for each in fields:
            value = read(each, values.get(each.name))
            if isinstance(value, Problem):
                return value
            if value is not None:
                found[each.name] = value
        return found

    def invents_copies(self, kind: Kind, typed: Collection[Kind]) -> bool:
        """Return whether the number of copies of a kind is the proxy set's: published nowhere and not typed yet."""
        return (
            kind in self.proxy and kind not in typed and any(each.name == COPIES for each in self.fields.get(kind, ()))
        )

    def of(self, given: Mapping[Kind, Facts] | None) -> dict[Kind, Facts]:
        """Return the facts of each kind that has any: what is public, and what players typed (None: the proxy set)."""
        chosen = self.proxy if given is None else given
        return {kind: {**self.known.get(kind, NOTHING), **chosen.get(kind, NOTHING)}
                for kind in dict.fromkeys((*self.known, *chosen))}  # fmt: skip

    def given(self, value: Any) -> Mapping[Kind, Facts] | Problem | None:
        """Return what a set-up says: None for the proxy set, the values by kind, or a problem with one of them."""
        if value in (None, PROXY):
            return None
        if not isinstance(value, Mapping):
            return Problem("not-values", {"field": "", "value": str(value)[:40]})
        found: dict[Kind, Facts] = {}
        for kind, values in value.items():
            facts = self.read(str(kind), values) if isinstance(values, Mapping) else None
            if facts is None:
                return Problem("not-values", {"field": "", "value": str(kind)[:64]})
            if isinstance(facts, Problem):
                return Problem(facts.code, {**facts.args, "kind": str(kind)[:64]})
            found[str(kind)] = facts
        return found


NOTHING_PRINTED: Final = Printed()
"""The printed numbers of a game whose numbers are all public."""


def read(field: Field, value: Any) -> Any:
    """Return one value, typed or plain, in the field's own type; a ``Problem`` for what cannot stand there."""
    if isinstance(value, str):
        value = value.strip()
    if value is None or value in ("", [], ()):
        if field.optional:
            return field.default
        return Problem("missing", {"field": field.name, "value": ""})
    match field.type:
        case "number":
            return _number(field, value)
        case "choice":
            text = str(value).casefold()
            if text in field.choices:
                return text
            return _problem(field, value, "not-a-choice", allowed=", ".join(field.choices))
        case "flag":
            found = value if isinstance(value, bool) else _YES.get(str(value).casefold())
            return _problem(field, value, "not-a-choice", allowed="yes, no") if found is None else found
        case "words" | "pairs":
            return _list(field, value)
    if not isinstance(value, str) or len(value) > _LONGEST or not value.isprintable():
        return _problem(field, value, "too-long", most=_LONGEST)
    return value


def show(field: Field, value: Any) -> str:
    """Return a value as one would type it; reading that gives the value again."""
    if value is None:
        return ""
    if field.type == FLAG:
        return "yes" if value else "no"
    if field.type == WORDS:
        return ", ".join(value)
    if field.type == PAIRS:
        return ", ".join(f"{word} {n}" for word, n in value)
    return str(value)


def numbers_of(state: State) -> str | None:
    """Return which numbers a match has: ``proxy`` (invented), ``printed`` (typed), None where all are public."""
    for mark in state.marks.get(TABLE, ()):
        if mark.name.startswith(_MARK):
            return mark.name.removeprefix(_MARK)
    return None


def mark_of(numbers: str) -> str:
    """Return the mark on the table that says which numbers a match is played with."""
    return f"{_MARK}{numbers}"


def _problem(field: Field, value: Any, code: str, **args: Any) -> Problem:
    return Problem(code, {"field": field.name, "value": _said(value), **args})


def _said(value: Any) -> str:
    """Return the start of a value; ``…`` for a number with too many digits to write down."""
    try:
        return str(value)[:40]
    except ValueError:
        return "…"


def _number(field: Field, value: Any) -> int | Problem:
    text = _said(value).removeprefix("-")
    if isinstance(value, bool) or not isinstance(value, int | str) or not (text.isascii() and text.isdigit()):
        return _problem(field, value, "not-a-number", low=field.low, high=field.high)
    if len(text) > 9 or not field.low <= int(value) <= field.high:
        return _problem(field, value, "out-of-bounds", low=field.low, high=field.high)
    return int(value)


def _list(field: Field, value: Any) -> tuple[Any, ...] | Problem:
    if isinstance(value, str):
        value = [part.strip() for part in re.split(r"[,;\n]", value) if part.strip()]
    if not isinstance(value, list | tuple) or not value:
        return _problem(field, value, "missing")
    if len(value) > field.most:
        return _problem(field, len(value), "too-many", most=field.most)
    found: list[Any] = []
    for part in value:
        entry = _pair(field, part) if field.type == PAIRS else _word(field, part)
        if isinstance(entry, Problem):
            return entry
        found.append(entry)
    return tuple(found)


def _word(field: Field, value: Any) -> str | Problem:
    text = unicodedata.normalize("NFC", value.casefold()) if isinstance(value, str) else ""
    if field.choices and text not in field.choices:
        return _problem(field, value, "not-a-choice", allowed=", ".join(field.choices))
    return text if _WORD.fullmatch(text) else _problem(field, value, "not-a-word")


def _pair(field: Field, value: Any) -> tuple[str, int] | Problem:
    if isinstance(value, str):
        found = _PAIR.fullmatch(value.strip())
        if found is None:
            return _problem(field, value, "not-a-pair")
        value = (found[1], found[2])
    if not isinstance(value, list | tuple) or len(value) != 2:
        return _problem(field, value, "not-a-pair")
    word, number = _word(field, value[0]), _number(field, value[1])
    if isinstance(word, Problem):
        return word
    return number if isinstance(number, Problem) else (word, number)
