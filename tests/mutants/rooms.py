"""The rooms whose rules are changed, and the plays and tests that must notice."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

ROOT: Final = Path(__file__).parents[2]
HOST: Final = ROOT / "host"
TESTS: Final = (
    "tests/core",
    "tests/rules",
    "tests/scans",
    "tests/kit",
    "tests/games",
    "tests/simulation",
    "tests/table",
)
"""Tests that run in this process, without a browser and without the firmware."""
PLAYS: Final = tuple(f"tests/games/test_{name}.py" for name in ("plays", "pictures", "onward", "fingers", "elsewhere"))
"""Plays, and what chance makes of each."""


@dataclass(frozen=True, slots=True)
class Room:
    """``near`` are the words in a test's name that say it is about this room; ``far`` those of other rooms."""

    name: str
    folder: str
    near: tuple[str, ...]
    far: tuple[str, ...] = ()

    def files(self) -> Iterator[Path]:
        """Yield the room's files, without the simulated players of a game: they belong to its tests."""
        home = HOST / "lairkeeper" / self.folder
        yield from sorted(path for path in home.rglob("*.py") if home / "simulation" not in path.parents)

    def concerns(self, test: str) -> bool:
        """Return True when a test may notice at all.

        A test of a far room, or one that plants faults itself, may not.
        Outside tests/games/ only a test that names this room may.
        """
        if any(word in test for word in (*self.far, "_bugs.py")):
            return False
        return test.startswith("tests/games/") or any(word in test for word in self.near)

    def closeness(self, test: str) -> int:
        """Plays of the room first, then its own tests, then all others."""
        mine = any(word in test for word in self.near)
        return 0 if mine and test.startswith(PLAYS) else 1 if mine else 2


_GAMES: Final = {
    "forever_evil": ("forever-evil", "forever_evil"),
    "evil_101": ("evil-101", "evil_101"),
    "evil_league": ("evil-league", "evil_league"),
    "dc_forever": ("dc-forever", "dc_forever"),
}


def _game(name: str) -> Room:
    others = tuple(word for other, words in _GAMES.items() if other != name for word in words)
    return Room(name, f"games/{name}", _GAMES[name], (*others, "tests/core/", "tests/scans/"))


_OWN: Final = ("tests/simulation/", *(f"tests/games/{name}/" for name in _GAMES))
"""Tests of one game: its plays are enough for what all games share."""
ROOMS: Final = {
    "core": Room("core", "core", ("tests/core/", "tests/kit/", "tests/scans/", "tests/table/"), _OWN),
    "scans": Room("scans", "scans", ("tests/scans/", "tests/table/"), _OWN),
    "rules": Room("rules", "rules", ("tests/rules/", "evil-101", "evil_101"), ("tests/core/", "tests/scans/")),
    **{name: _game(name) for name in _GAMES},
}


def module_name(file: Path) -> str:
    """Return the dotted name that a file is imported by."""
    parts = file.relative_to(HOST).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def module_of(file: Path) -> ModuleType:
    return importlib.import_module(module_name(file))
