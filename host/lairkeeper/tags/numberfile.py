"""Printed numbers as a file that people can share: TOML or JSON, one table a kind, or a sheet to fill in."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import tomlkit

from lairkeeper.core.ids import Kind
from lairkeeper.core.printed import Field, Printed, Problem, Values
from lairkeeper.spreadsheet import MARK
from lairkeeper.tags.numbers import Numbers
from lairkeeper.tags.numbersheet import is_sheet, read_sheet

FORMAT: Final = 1
LARGEST: Final = 1_000_000
"""Characters of a file; a full box is below 200,000."""
FORMS: Final = ("toml", "json")


class NumberFileError(ValueError):
    """Raised for a file that cannot be read as printed numbers: text ``number-file.<code>`` with ``values``."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True)
class NumberReport:
    """Result of an import. When anything is refused, nothing is kept."""

    game: str
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: tuple[tuple[Kind, Problem], ...] = ()
    """Values that cannot be, and values that differ from what was typed here (``differs``)."""
    lines: Mapping[Kind, int] = field(default_factory=dict)
    """The line of each card, where the file is a sheet."""


def export_numbers(game: str, values: Mapping[Kind, Values], form: str = "toml", *, proxy: bool = False) -> str:
    """Return the values of one game, sorted so that two exports of the same are equal.

    ``proxy`` labels invented ones.
    """
    kinds = {kind: dict(sorted(values[kind].items())) for kind in sorted(values, key=_natural)}
    head: dict[str, Any] = {"format": FORMAT, "game": game, **({"proxy": True} if proxy else {})}
    if form == "json":
        return json.dumps({**head, "kind": kinds}, indent=1, ensure_ascii=False) + "\n"
    if form != "toml":
        raise NumberFileError("no-such-form", form=form[:20], known=" ".join(FORMS))
    said = "INVENTED numbers, not those of the real cards" if proxy else "printed numbers, typed from the cards"
    lines = [f"# Lairkeeper: {said}"]
    lines += [f"{name} = {tomlkit.item(value).as_string()}" for name, value in head.items()]
    for kind, facts in kinds.items():
        lines += ["", f"[kind.{kind}]"]
        lines += [f"{name} = {_toml(value)}" for name, value in facts.items() if value is not None]
    return "\n".join(lines) + "\n"


def read_numbers(text: str) -> tuple[str, dict[Kind, Values]]:
    """Return game and values by kind as written; raises ``NumberFileError``.

    A file of invented numbers is refused.
    """
    text = _short_enough(text).removeprefix(MARK)
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of more digits than Python reads is a ValueError
        raise NumberFileError("unreadable", detail=str(error)[:80]) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NumberFileError("other-format", format=FORMAT)
    if data.get("proxy"):
        raise NumberFileError("invented")
    unknown = set(data) - {"format", "game", "proxy", "kind"}
    if unknown:
        raise NumberFileError("unknown-key", key=min(unknown)[:40])
    game, kinds = data.get("game"), data.get("kind")
    if not isinstance(game, str):
        raise NumberFileError("no-game")
    if not isinstance(kinds, dict) or not all(isinstance(values, dict) for values in kinds.values()):
        raise NumberFileError("no-kinds")
    return game, kinds


def _short_enough(text: str) -> str:
    if len(text) > LARGEST:
        raise NumberFileError("too-large", largest=LARGEST)
    return text


def import_numbers(
    text: str,
    numbers: Numbers,
    games: Mapping[str, Printed],
    *,
    replace: bool = False,
    plain: Callable[[Field, str], str] | None = None,
) -> NumberReport:
    """Keep all values of a file, or none of them when one is refused. ``replace``: the file wins over what was typed.

    ``plain`` turns words that stand in a sheet into those of the field.

    Raises ``NumberFileError`` for a file that cannot be read and for a game that has no such numbers here.
    """
    lines: Mapping[Kind, int] = {}
    wrong: tuple[tuple[Kind, Problem], ...] = ()
    if is_sheet(text):
        try:
            sheet = read_sheet(_short_enough(text), games, plain)
        except csv.Error as error:
            raise NumberFileError("unreadable", detail=str(error)[:80]) from None
        game, kinds, lines, wrong = sheet.game, dict(sheet.kinds), sheet.lines, sheet.refused
    else:
        game, kinds = read_numbers(text)
    if game not in games or not games[game].fields:
        known = ", ".join(name for name, printed in games.items() if printed.fields) or "-"
        raise NumberFileError("unknown-game", game=game[:40], known=known)
    have, refused = numbers.of(game), list(wrong)
    fresh: dict[Kind, Values] = {}
    changed = unchanged = 0
    for kind, values in kinds.items():
        facts = games[game].read(kind, values)
        if isinstance(facts, Problem):
            refused.append((kind, facts))
            continue
        kept = json.loads(json.dumps(dict(facts)))
        if kind not in have:
            fresh[kind] = kept
        elif have[kind] == kept:
            unchanged += 1
        elif replace:
            changed += 1
            fresh[kind] = kept
        else:
            refused.append((kind, Problem("differs", {"field": "", "value": ""})))
    if refused:
        return NumberReport(game, refused=tuple(sorted(refused, key=lambda each: lines.get(each[0], 0))), lines=lines)
    for kind, values in fresh.items():
        numbers.put(game, games[game], kind, values)
    return NumberReport(game, len(fresh) - changed, changed, unchanged)


def _toml(value: Any) -> str:
    """Return a value in one line: arrays of arrays are TOML, too."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(each) for each in value)}]"
    return str(tomlkit.item(value).as_string())


def _natural(kind: Kind) -> tuple[Any, ...]:
    """Return a sort key that puts ``plot-9`` before ``plot-10``."""
    head, _, number = kind.rpartition("-")
    return (head, int(number), "") if number.isdecimal() else (kind, 0, "")
