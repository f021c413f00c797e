"""A game's numbered rules: what each says, and where it is enforced and proved."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lairkeeper.core.game import Game

from .playfile import parse
from .plays import play_files, read_plays

_MARKUP: Final = re.compile(r"\*\*|[*`]")
SECTIONS: Final = "sections"
"""The table of ``rules.toml`` that sorts the plays: the name of a folder, and the headings that belong there."""
NO_HEADING: Final = "not-in-the-book"
"""The folder for plays of rules without a heading: the text of a card, or what the rulebook leaves out."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule: ``text`` is Markdown, ``book`` the rulebook's heading, empty where the text names it.

    ``level`` is the lowest tracking level that can prove it. ``book`` reads ``Book: heading, heading; Other book: …``.
    """

    id: str
    level: str
    text: str
    book: str = ""

    @property
    def headings(self) -> tuple[str, ...]:
        """Return the headings that the rule comes from, without the books' names."""
        books = self.book.split("; ") if self.book else ()
        return tuple(heading for book in books for heading in (book.partition(": ")[2] or book).split(", "))

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
    tables = _tables(game)
    try:
        return {id: Rule(id, **table) for id, table in tables.items() if id != SECTIONS}
    except TypeError as error:
        raise ValueError(f"rules.toml of {game.id}: a rule has level, text and book; {error}") from None


def sections_of(game: Game) -> Mapping[str, str]:
    """Return the folder of the plays for each heading of the rulebook; none for a game that does not sort its plays."""
    return {heading: folder for folder, headings in _tables(game).get(SECTIONS, {}).items() for heading in headings}


def section_of(rule: Rule, sections: Mapping[str, str]) -> str:
    """Return the folder for plays of a rule: that of its first heading. ``Glossary: After`` belongs to ``Glossary``.

    Raises ``KeyError`` for a heading that is in no section.
    """
    if not rule.headings:
        return NO_HEADING
    heading = rule.headings[0]
    return sections[heading if heading in sections else heading.partition(": ")[0]]


def misplaced(game: Game) -> str | None:
    """Return what is wrong with the first play that lies in another folder than that of its first rule."""
    sections = sections_of(game)
    rules = rules_of(game)
    for name, found in play_files(game.plays_dir).items() if sections else ():
        ids = [id for id in parse(found.text).covers if id in rules]
        if not ids:
            return f"{name} covers no numbered rule: name one"
        try:
            wanted = section_of(rules[ids[0]], sections)
        except KeyError as error:
            return f"{name}: the heading {error} of {ids[0]} is in no section: add it to rules.toml"
        if found.section != wanted:
            return f"{name} lies in {found.section or 'no folder'}: move it to {wanted}, the folder of {ids[0]}"
    return None


def _tables(game: Game) -> dict[str, dict[str, Any]]:
    file = game.texts_dir / "rules.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


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
