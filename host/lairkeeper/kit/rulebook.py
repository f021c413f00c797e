"""A game's numbered rules: what each says, and where it is enforced and proved."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lairkeeper.core.game import Game
from lairkeeper.kit.run import read_plays

_MARKUP: Final = re.compile(r"\*\*|[*`]")


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule: ``text`` is Markdown, ``book`` the rulebook's heading, empty where the text names it.

    ``level`` is the lowest tracking level that can prove it.
    """

    id: str
    level: str
    text: str
    book: str = ""

    @property
    def line(self) -> str:
        """Return the rule as a line of the game's page."""
        return f"- **{self.id}** ({self.level}) {self.text}" + (f" *{self.book}*" if self.book else "")

    @property
    def plain(self) -> str:
        """Return the text without Markdown; a rule that the book leaves open says so."""
        return _MARKUP.sub("", self.text.replace("**AMBIG**", "(the book leaves this open)"))

    def fits(self, words: tuple[str, ...]) -> bool:
        """Return True when each word stands in the id, the text or the heading, in capitals or not."""
        said = f"{self.id} {self.plain} {self.book}".casefold()
        return all(word.casefold() in said for word in words)


def rules_of(game: Game) -> Mapping[str, Rule]:
    """Return a game's numbered rules by id, in the order of its page; none for a game that lists none.

    Raises ``ValueError`` for a ``texts/rules.toml`` that cannot be read.
    """
    file = game.texts_dir / "rules.toml"
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    try:
        return {id: Rule(id, **table) for id, table in tables.items()}
    except TypeError as error:
        raise ValueError(f"rules.toml of {game.id}: a rule has level, text and book; {error}") from None


def code_of(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return where each id stands in the game's code, as ``file:line``."""
    package = Path(str(game.texts_dir)).parent
    found: dict[str, list[str]] = {}
    ids = "|".join(map(re.escape, rules_of(game))) or "(?!)"
    cited = re.compile(rf"(?<![\w-])(?:{ids})(?![\w-])")
    for file in _sources(package):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for id in cited.findall(line):
                found.setdefault(id, []).append(f"{_shown(file)}:{number}")
    return {id: tuple(dict.fromkeys(places)) for id, places in found.items()}


def _sources(package: Path) -> Iterator[Path]:
    for file in sorted([*package.rglob("*.py"), *package.rglob("*.toml")]):
        if file.relative_to(package).parts[0] not in {"plays", "texts"}:
            yield file


def _shown(file: Path) -> str:
    """Return the path from the current folder where the file lies below it, so that an editor opens it."""
    here = Path.cwd()
    return str(file.relative_to(here)) if file.is_relative_to(here) else str(file)


def plays_by_rule(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return the files of the plays that prove each id, or what the rule does not reach."""
    found: dict[str, list[str]] = {}
    for name, play in read_plays(game).items():
        for id in dict.fromkeys((*play.covers, *play.denies)):
            found.setdefault(id, []).append(name)
    return {id: tuple(names) for id, names in found.items()}
