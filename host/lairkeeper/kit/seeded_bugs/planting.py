"""Putting a bug in and taking it out again, and the list of all that are planted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from lairkeeper.core import evolve
from lairkeeper.core.kernel import Kernel, Move
from lairkeeper.core.state import State


class Patches:
    """Attributes that are replaced for a while."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []
        self._items: list[tuple[Any, Any, Any]] = []

    def set(self, owner: Any, name: str, new: Any) -> None:
        """Replace an attribute of a module or class."""
        self._before.append((owner, name, owner.__dict__[name]))
        setattr(owner, name, new)

    def put(self, table: Any, key: Any, new: Any) -> None:
        """Replace an entry of a table."""
        self._items.append((table, key, table[key]))
        table[key] = new

    def undo(self) -> None:
        """Put everything back."""
        for owner, name, old in reversed(self._before):
            setattr(owner, name, old)
        for table, key, old in reversed(self._items):
            table[key] = old


Install: TypeAlias = Callable[[Kernel, Patches], Kernel]


@dataclass(frozen=True, slots=True)
class Bug:
    """A named mistake; ``install`` gives the game that has it."""

    name: str
    install: Install

    @contextmanager
    def planted(self, game: Kernel) -> Iterator[Kernel]:
        """Yield the game with the bug, for the length of a ``with``."""
        patches = Patches()
        try:
            yield self.install(game, patches)
        finally:
            patches.undo()


BUGS: Final[list[Bug]] = []


def bug(name: str) -> Callable[[Install], Install]:
    """Add a bug to the list."""

    def add(install: Install) -> Install:
        BUGS.append(Bug(name, install))
        return install

    return add


def rewired(game: Kernel, name: str, **changes: Any) -> Kernel:
    """Return the game with one move changed wherever it may be made."""

    def turn(found: Mapping[str, Move]) -> dict[str, Move]:
        return {each: replace(move, **changes) if each == name else move for each, move in found.items()}

    frames = {each: replace(kind, moves=turn(kind.moves)) for each, kind in game.frames.items()}
    return replace(game, frames=frames, anytime=turn(game.anytime))


def case(patches: Patches, event: type[Any], new: Callable[[State, Any], State]) -> None:
    """Install another fold for one type of event."""
    patches.put(evolve._CASES, event, new)
