"""Printed numbers as a sheet to fill in with a spreadsheet program: one line a card, one column a field."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lairkeeper.core.ids import Kind
from lairkeeper.core.printed import TEXT, Field, Printed, Problem, Values, show
from lairkeeper.spreadsheet import MARK, no_formula

SIGN: Final = "lairkeeper:"
"""The beginning of the first cell; the id of the game follows."""
NOT_HERE: Final = "·"
"""Stands where a card has no such field."""
NOTE: Final = "#"
"""The beginning of the first cell of a line that is not about a card."""
SEPARATORS: Final = (",", ";", "\t")
_COLUMN: Final = re.compile(r"(?:.*\[)?([a-z0-9-]+)\]?\s*")


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The words of a sheet: the name of a card, the title of a column, and what may stand in it."""

    name: Callable[[Kind], str]
    title: Callable[[str], str]
    hint: Callable[[Field], str]
    separator: str = ","


@dataclass(frozen=True, slots=True)
class NumberSheet:
    """A sheet as read: the values of each card that has any, the line each stands on, and lines that are wrong."""

    game: str
    kinds: Mapping[Kind, Values] = field(default_factory=dict)
    lines: Mapping[Kind, int] = field(default_factory=dict)
    refused: tuple[tuple[Kind, Problem], ...] = ()


def is_sheet(text: str) -> bool:
    """Return True for a text that begins as our sheets do."""
    return text.lstrip(MARK).lstrip('"').startswith(SIGN)


def write_sheet(
    game: str, printed: Printed, kinds: Iterable[Kind], values: Mapping[Kind, Values], words: SheetWords
) -> str:
    """Return a sheet of these cards with what was typed; what is left to type is empty."""
    kinds = [kind for kind in kinds if kind in printed.fields]
    fields = {each.name: each for kind in kinds for each in printed.fields[kind]}
    out = io.StringIO()
    writer = csv.writer(out, delimiter=words.separator, lineterminator="\n")
    writer.writerow([SIGN + game, "", *(f"{words.title(name)} [{name}]" for name in fields)])
    writer.writerow([NOTE, "", *(words.hint(each) for each in fields.values())])
    for kind in kinds:
        own = {each.name: each for each in printed.fields[kind]}
        have = values.get(kind, {})
        cells = (_cell(own[name], have.get(name)) if name in own else NOT_HERE for name in fields)
        writer.writerow([kind, no_formula(words.name(kind)), *cells])
    return MARK + out.getvalue()


def _cell(each: Field, value: Any) -> str:
    return no_formula(show(each, value)) if each.type == TEXT else show(each, value)


def read_sheet(
    text: str, games: Mapping[str, Printed], plain: Callable[[Field, str], str] | None = None
) -> NumberSheet:
    """Return what a sheet says. ``plain`` turns the words of a page into those of the field.

    A card all of whose cells are empty is left out. A sheet of a game that is not in ``games`` has no cards.
    Raises ``csv.Error`` for a text that is no table.
    """
    text = text.lstrip(MARK)
    head = text.partition("\n")[0]
    separator = max(SEPARATORS, key=head.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    first = next(rows)
    game = first[0].removeprefix(SIGN).strip()
    if game not in games:
        return NumberSheet(game)
    columns = [found[1] if (found := _COLUMN.fullmatch(cell)) else cell for cell in first[2:]]
    kinds: dict[Kind, Values] = {}
    lines: dict[Kind, int] = {}
    refused: list[tuple[Kind, Problem]] = []
    line = rows.line_num + 1
    for row in rows:
        number, line = line, rows.line_num + 1
        kind = row[0].strip() if row else ""
        said = {name: cell.strip() for name, cell in zip(columns, row[2:], strict=False)}
        filled = {name: cell for name, cell in said.items() if cell and cell != NOT_HERE}
        if kind.startswith(NOTE) or not filled:
            continue
        if kind in lines:
            refused.append((kind, Problem("twice", {"field": "", "value": kind[:64], "line": lines[kind]})))
            continue
        lines[kind] = number
        kinds[kind] = _in_words(filled, games[game].fields.get(kind, ()), plain)
    return NumberSheet(game, kinds, lines, tuple(refused))


def _in_words(
    filled: Mapping[str, str], fields: Sequence[Field], plain: Callable[[Field, str], str] | None
) -> dict[str, str]:
    """Return cells in the field's own words, without the mark before what looks like a formula."""
    own = {each.name: each for each in fields}
    cells = {name: cell.removeprefix("'") for name, cell in filled.items()}
    return {name: plain(own[name], cell) if plain and name in own else cell for name, cell in cells.items()}
