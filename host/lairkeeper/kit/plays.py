"""The plays of a game, found in its folder: they lie in folders by section of the rulebook, or all in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from lairkeeper.core.game import Game

from .playfile import Play, parse


@dataclass(frozen=True, slots=True)
class PlayFile:
    """A play where it lies: ``section`` is its folder below the plays, empty for a play beside the folders."""

    section: str
    file: Traversable

    @property
    def text(self) -> str:
        """Return the play as written."""
        return self.file.read_text(encoding="utf-8")


def play_files(folder: Traversable) -> Mapping[str, PlayFile]:
    """Return the plays in a folder and below it by file name, in order of their names.

    Raises ``ValueError`` for two plays of one name: commands, stored prints and the docs know a play by its name alone.
    """
    found: dict[str, PlayFile] = {}
    for each in sorted(_below(folder, ""), key=lambda each: each.file.name):
        name = each.file.name
        if name in found:
            folders = " and ".join(sorted((found[name].section, each.section)))
            raise ValueError(f"two plays are called {name}, in {folders}: rename one")
        found[name] = each
    return found


def read_plays(game: Game) -> dict[str, Play]:
    """Return the game's own plays by file name.

    Raises ``PlayError`` for a file that is no play, and ``ValueError`` for two of one name.
    """
    return {name: parse(found.text) for name, found in play_files(game.plays_dir).items()}


def _below(folder: Traversable, section: str) -> Iterator[PlayFile]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _below(each, f"{section}/{each.name}" if section else each.name)
        elif each.name.endswith(".toml"):
            yield PlayFile(section, each)
