"""Printed numbers as a file that people can share: TOML or JSON, one table a kind."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import tomlkit

from lairkeeper.core.ids import Kind
from lairkeeper.core.printed import Printed, Problem, Values
from lairkeeper.tags.numbers import Numbers

FORMAT: Final = 1
LARGEST: Final = 1_000_000
"""Characters of a file; a full box is below 200,000."""
FORMS: Final = ("toml", "json")
MARK: Final = "\ufeff"
"""The byte order mark that some editors put in front."""


class NumberFileError(ValueError):
    """A file that cannot be read as printed numbers; the message says what to do."""


@dataclass(frozen=True, slots=True)
class NumberReport:
    """What came of an import. When anything is refused, nothing is kept."""

    game: str
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: tuple[tuple[Kind, Problem], ...] = ()
    """Values that cannot be, and values that differ from what was typed here (``differs``)."""


def export_numbers(game: str, values: Mapping[Kind, Values], form: str = "toml", *, proxy: bool = False) -> str:
    """The values of one game, sorted so that two exports of the same are equal. ``proxy`` labels invented ones."""
    kinds = {kind: dict(sorted(values[kind].items())) for kind in sorted(values, key=_natural)}
    head: dict[str, Any] = {"format": FORMAT, "game": game, **({"proxy": True} if proxy else {})}
    if form == "json":
        return json.dumps({**head, "kind": kinds}, indent=1, ensure_ascii=False) + "\n"
    if form != "toml":
        raise NumberFileError(f"cannot write {form!r}; choose {' or '.join(FORMS)}")
    said = "INVENTED numbers, not those of the real cards" if proxy else "printed numbers, typed from the cards"
    lines = [f"# Lairkeeper: {said}"]
    lines += [f"{name} = {tomlkit.item(value).as_string()}" for name, value in head.items()]
    for kind, facts in kinds.items():
        lines += ["", f"[kind.{kind}]"]
        lines += [f"{name} = {_toml(value)}" for name, value in facts.items() if value is not None]
    return "\n".join(lines) + "\n"


def read_numbers(text: str) -> tuple[str, dict[Kind, Values]]:
    """Game and values by kind as written; raises ``NumberFileError``. A file of invented numbers is refused."""
    if len(text) > LARGEST:
        raise NumberFileError(f"the file is larger than {LARGEST} characters; is it a file of printed numbers?")
    try:
        text = text.removeprefix(MARK)
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of more digits than Python reads is a ValueError
        raise NumberFileError(f"not readable: {error}; export a file to see how one looks") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NumberFileError(f"this is no file of printed numbers in format {FORMAT}; export one to see how it looks")
    if data.get("proxy"):
        raise NumberFileError("these numbers are invented, for demo and tests; type those of your own cards")
    unknown = set(data) - {"format", "game", "proxy", "kind"}
    if unknown:
        raise NumberFileError(f"unknown key {sorted(unknown)[0]!r}; known: format, game, kind")
    game, kinds = data.get("game"), data.get("kind")
    if not isinstance(game, str):
        raise NumberFileError("game is missing or not text; write the id that `lairkeeper games` shows")
    if not isinstance(kinds, dict) or not all(isinstance(values, dict) for values in kinds.values()):
        raise NumberFileError("the file must hold one table [kind.NAME] a kind; export a file to see how one looks")
    return game, kinds


def import_numbers(text: str, numbers: Numbers, games: Mapping[str, Printed], *, replace: bool = False) -> NumberReport:
    """Keep all values of a file, or none of them when one is refused. ``replace``: the file wins over what was typed.

    Raises ``NumberFileError`` for a file that cannot be read and for a game that has no such numbers here.
    """
    game, kinds = read_numbers(text)
    if game not in games or not games[game].fields:
        known = ", ".join(name for name, printed in games.items() if printed.fields) or "none"
        raise NumberFileError(f"no game {game!r} here whose numbers are typed in; there is {known}")
    have, refused = numbers.of(game), []
    fresh: dict[Kind, Values] = {}
    changed = unchanged = 0
    for kind, values in kinds.items():
        facts = games[game].read(kind, values)
        if isinstance(facts, Problem):
            refused.append((kind, facts))
            continue
        plain = json.loads(json.dumps(dict(facts)))
        if kind not in have:
            fresh[kind] = plain
        elif have[kind] == plain:
            unchanged += 1
        elif replace:
            changed += 1
            fresh[kind] = plain
        else:
            refused.append((kind, Problem("differs", {"field": "", "value": ""})))
    if refused:
        return NumberReport(game, refused=tuple(refused))
    for kind, values in fresh.items():
        numbers.put(game, games[game], kind, values)
    return NumberReport(game, len(fresh) - changed, changed, unchanged)


def _toml(value: Any) -> str:
    """A value in one line: arrays of arrays are TOML, too."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(each) for each in value)}]"
    return str(tomlkit.item(value).as_string())


def _natural(kind: Kind) -> tuple[Any, ...]:
    """``plot-9`` before ``plot-10``."""
    head, _, number = kind.rpartition("-")
    return (head, int(number), "") if number.isdecimal() else (kind, 0, "")
