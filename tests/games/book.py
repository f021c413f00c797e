"""A game's page and its plays, with what they say they prove.

A game joins with one file, ``tests/games/<package>/book.py``, that holds one ``BOOK = Book(GAME, ...)``: `test_plays`,
`test_texts` and `test_coverage` then read its page in docs/games, its plays, its texts and the markers of the tests. A
game without that file fails there by name.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from lairkeeper.core.game import Game
from lairkeeper.games import all_games
from lairkeeper.kit.plays import play_files

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"


@dataclass(frozen=True)
class Typo:
    """A number written wrongly into a play that goes as written, and what the runner must say about it."""

    play: str
    right: str
    wrong: str
    expected: int
    actual: int


@dataclass(frozen=True)
class Book:
    """A game's numbered rules, from ``<prefix>-1`` on, and its plays. Nothing here counts them.

    ``title`` begins the ``rule`` of every play; ``cites`` is what a point says before the heading that it comes from.
    ``raw`` finds what no sentence may hold besides braces, None and Python's own brackets; ``names`` are said as they
    are. ``said`` are the keys of what the game can say beside what follows from its tables.
    """

    game: Game
    prefix: str
    title: str
    cites: str
    typo: Typo
    one_sided: Mapping[str, str] = field(default_factory=dict)
    """Rules that no play can show the limit of, each with the reason: a definition, a number of pieces."""
    levels: tuple[str, ...] = ()
    """The levels of the points; none: those that the game is built for."""
    raw: str = r"[a-z]#\d"
    names: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()

    @property
    def page(self) -> str:
        """The game's page of the documentation."""
        return (ROOT / "docs" / "games" / f"{self.game.id}.md").read_text(encoding="utf-8")

    @cached_property
    def files(self) -> dict[str, str]:
        """The plays' texts by file name."""
        return {name: found.text for name, found in play_files(self.game.plays_dir).items()}

    def read(self) -> dict[str, dict[str, Any]]:
        """Return the plays as TOML, by file name."""
        return {name: tomllib.loads(text) for name, text in self.files.items()}

    def listed(self) -> list[tuple[str, str, str]]:
        """Id, level and text of every numbered rule, in the order of the page."""
        found = re.findall(rf"^- \*\*({self.prefix}-[1-9]\d*)\*\* \((\w+)\) (.+)$", self.page, re.MULTILINE)
        return [(rule, level, text) for rule, level, text in found]

    def by_plays(self) -> set[str]:
        """Return the rules that plays prove."""
        return {rule for play in self.read().values() for rule in play.get("covers", [])}

    def by_tests(self) -> set[str]:
        """Return the rules that tests prove."""
        return {rule for rule in _marked("covers") if rule.startswith(f"{self.prefix}-")}

    def denied(self) -> set[str]:
        """Return the rules whose other side plays or tests prove."""
        by_plays = {rule for play in self.read().values() for rule in play.get("denies", [])}
        return by_plays | {rule for rule in _marked("denies") if rule.startswith(f"{self.prefix}-")}


@cache
def _marked(name: str) -> frozenset[str]:
    """Return the ids in every marker of this name, read from the tests' source: they are literal strings."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if f".{name}(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
                found |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)}
    return frozenset(found)


def book_of(id: str) -> Book:
    """Return the book of a game.

    Raises ``ModuleNotFoundError`` where ``tests/games/<package>/book.py`` is missing.
    """
    module = import_module(f"{__package__}.{id.replace('-', '_')}.book")
    found: Book = module.BOOK
    return found


BOOKS = tuple(book_of(id) for id in sorted(all_games()))
