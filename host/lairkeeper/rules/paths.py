"""State paths, each declared once: its name, its type, its reader, and whether pages show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lairkeeper.core.game import PathSpec
from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.state import State


@dataclass(frozen=True, slots=True)
class StatePath:
    """A state path, such as ``round``, ``target.SEAT`` or ``items.PLACE``.

    ``read`` gets the part after the dot, or an empty string; for ``SEAT`` it is one of the seats. Without ``read`` the
    kernel reads the path as a place of cards. ``read`` may return ``NotImplemented`` to leave it to the kernel too.
    """

    path: Path
    type: str
    read: Callable[[State, Seat], Any] | None = None
    levels: tuple[str, ...] = ()
    """Levels at which ``read`` knows the path; none: every level."""
    public: bool = False
    """True when the pages get the value among the game's public facts."""

    def at(self, level: str) -> bool:
        """Return whether the path is read at a level."""
        return not self.levels or level in self.levels

    @property
    def spec(self) -> PathSpec:
        """Return the path as plays and pages see it."""
        return PathSpec(self.path, self.type)


def finder(paths: Iterable[StatePath]) -> Callable[[State, Path], Any]:
    """Return the kernel's ``find``, which reads a path with its declared reader."""
    read = [each for each in paths if each.read is not None]
    plain = {each.path: each for each in read if "." not in each.path}
    dotted = {each.path.partition(".")[0]: each for each in read if "." in each.path}

    def find(state: State, path: Path) -> Any:
        head, dot, part = path.partition(".")
        found = dotted.get(head) if dot else plain.get(path)
        if found is None or found.read is None or not found.at(state.level):
            return NotImplemented
        wrong = found.path.endswith(".SEAT") and part not in state.seats
        return NotImplemented if wrong else found.read(state, part)

    return find


def public_facts(paths: Iterable[StatePath], state: State) -> Mapping[str, Any]:
    """Return the values of the public paths, for the kernel's ``extra``: one for each seat where there is a seat."""
    facts: dict[str, Any] = {}
    for each in paths:
        if each.public and each.read is not None and each.at(state.level):
            head, _, part = each.path.partition(".")
            facts |= (
                {f"{head}.{seat}": each.read(state, seat) for seat in state.seats}
                if part
                else {head: each.read(state, "")}
            )
    return facts
