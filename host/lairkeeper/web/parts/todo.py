"""The list of what hands must put right after an undo, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..part import Part, Shown
from ..translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Instruction, Table


@dataclass(frozen=True, slots=True)
class TodoEntry:
    """One row. ``lines`` names the lines of the list that it stands for, for the form that ticks them off."""

    text: str
    lines: str


@dataclass(frozen=True, slots=True)
class TodoGroup:
    """The rows for the hands of one player; ``number`` is 0 and ``seat`` empty for what belongs to nobody."""

    number: int
    seat: str
    entries: tuple[TodoEntry, ...]


@dataclass(frozen=True, slots=True)
class Todo:
    """``preview``: nothing has been taken back yet, this is what it would ask for."""

    preview: bool
    groups: tuple[TodoGroup, ...]

    @property
    def count(self) -> int:
        """Return the number of rows."""
        return sum(len(group.entries) for group in self.groups)


def instructions_of(table: Table, t: Translator) -> Todo:
    """Return the open list; while everybody is asked whether to take back, the list that this would make."""
    preview = table.preview
    lines = preview or table.todo
    seats = table.header.seats
    found: dict[str, list[TodoEntry]] = {seat: [] for seat in (*seats, "")}
    for group in _groups(lines):
        found[hands_of(lines[group[0]], seats)].append(_entry(lines, group, seats, t))
    numbered = zip((*range(1, len(seats) + 1), 0), found.items(), strict=True)
    groups = (TodoGroup(number, seat, tuple(entries)) for number, (seat, entries) in numbered if entries)
    return Todo(bool(preview), tuple(groups))


def hands_of(line: Instruction, seats: Sequence[str]) -> str:
    """Return the player before whom the pieces of a line lie or will lie; empty when they are everybody's."""
    for path in (line.source or "", line.target or ""):
        owner = path if path in seats else path.partition(".")[2]
        if owner in seats:
            return owner
    return ""


def lines_in(text: str) -> dict[int, str] | None:
    """Return the position and piece of each line that a row's form names; None for any other text."""
    found = {}
    for word in text.split():
        at, _, card = word.partition("=")
        if not (at.isascii() and at.isdigit() and len(at) < 6):
            return None
        found[int(at)] = card
    return found or None


MANY = 3
"""Cards on the same way that share a row, so that a count that is taken back is one row."""
KINDS = 4
"""Sorts of cards that such a row names."""


def _groups(lines: Sequence[Instruction]) -> list[list[int]]:
    """Cards that go the same way share a row where nobody must lay them one by one; others have their own."""
    together = Counter((line.source, line.target) for line in lines if _in_bulk(line))
    groups: dict[tuple[object, ...], list[int]] = {}
    for at, line in enumerate(lines):
        way = (line.source, line.target)
        if line.buried and not line.secret:
            groups.setdefault(("buried", *way), []).append(at)
        elif _in_bulk(line) and together[way] >= MANY:
            groups.setdefault(("bulk", *way), []).append(at)
        else:
            groups[at,] = [at]
    return list(groups.values())


def _in_bulk(line: Instruction) -> bool:
    """Return True when a card can be moved with others as one heap."""
    return line.what == "card" and not (line.secret or line.buried or line.target in ROWS or line.source == line.target)


def _entry(lines: Sequence[Instruction], group: Sequence[int], seats: Sequence[str], t: Translator) -> TodoEntry:
    named = " ".join(f"{at}={lines[at].shown}" for at in group)
    return TodoEntry(_text([lines[at] for at in group], seats, t), named)


def _text(group: Sequence[Instruction], seats: Sequence[str], t: Translator) -> str:
    line = group[0]
    source, target = (place_of(path or "", seats, t) for path in (line.source, line.target))
    if len(group) >= MANY and _in_bulk(line):
        return t.ui("todo.many", n=len(group), card=_sorts(group, t), source=source, target=target)
    card = ", ".join(t.copy(each.card) for each in group)
    match line.what:
        case "unseen":
            return t.ui("todo.unseen", n=line.n, source=source, target=target)
        case "purse" if not line.card:
            return t.ui("todo.points", n=line.n * line.value, source=source, target=target)
        case "purse" | "marker":
            return t.ui("todo.tokens", n=line.n, card=line.card, source=source, target=target)
        case "face":
            return t.ui(
                "todo.hidden" if line.secret else f"todo.{line.target}", card=line.card, source=source, target=""
            )
    if line.secret:
        return t.ui("todo.hidden", source=source, target=target)
    if line.buried:
        return t.ui("todo.buried", card=card, source=source, target=target)
    if line.source == line.target:
        return t.ui("todo.order", card=card, n=(line.index or 0) + 1, target=target)
    if line.index is not None and line.target in ROWS:
        return t.ui("todo.nth", card=card, n=line.index + 1, source=source, target=target)
    return t.ui("todo.card", card=card, source=source, target=target)


def _sorts(group: Sequence[Instruction], t: Translator) -> str:
    """Return the cards of a heap by name, the most frequent first; of many sorts only the first."""
    found = Counter(t.name(line.card) for line in group).most_common()
    named = ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in found[:KINDS])
    return f"{named}, …" if len(found) > KINDS else named


ROWS = frozenset({"line-up"})
"""Places whose cards lie side by side, so that it matters which place of the row."""


def place_of(path: str, seats: Sequence[str], t: Translator) -> str:
    """Return a place in words: a seat or a marked piece by its name, ``discard.Bo`` as the game calls it."""
    if path in seats:
        return path
    if "#" in path:
        return t.copy(path)
    head, _, seat = path.partition(".")
    return t.place(head, seat)


def _values(shown: Shown) -> dict[str, Any]:
    return {"todo": instructions_of(shown.match[0], shown.t) if shown.match else Todo(False, ())}


TODO_LIST: Final = Part("parts/todo.html", _values, frozen=True)
