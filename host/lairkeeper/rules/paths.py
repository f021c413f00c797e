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
    """A state path, such as ``round`` or ``target.SEAT``.

    ``read`` gets the seat of the path, or an empty string. Without ``read`` the kernel reads the path as a place of
    cards. ``read`` may return ``NotImplemented`` to leave it to the kernel too.
    """

    path: Path
    type: str
    read: Callable[[State, Seat], Any] | None = None
    levels: tuple[str, ...] = ()
    """Levels at which ``read`` knows the path; none: every level."""
    public: bool = False
    """True when the pages get the value among the game's public facts."""

    @property
    def spec(self) -> PathSpec:
        """Return the path as plays and pages see it."""
        return PathSpec(self.path, self.type)


def finder(paths: Iterable[StatePath]) -> Callable[[State, Path], Any]:
    """Return the kernel's ``find``, which reads a path with its declared reader."""
    read = [each for each in paths if each.read is not None]
    plain = {each.path: each for each in read if "." not in each.path}
    of_seats = {each.path.removesuffix(".SEAT"): each for each in read if each.path.endswith(".SEAT")}

    def find(state: State, path: Path) -> Any:
        head, _, seat = path.partition(".")
        found = of_seats.get(head) if seat in state.seats else plain.get(path)
        if found is None or found.read is None or (found.levels and state.level not in found.levels):
            return NotImplemented
        return found.read(state, seat)

    return find


def public_facts(paths: Iterable[StatePath], state: State) -> Mapping[str, Any]:
    """Return the values of the public paths, for the kernel's ``extra``."""
    return {each.path: each.read(state, "") for each in paths if each.public and each.read is not None}
