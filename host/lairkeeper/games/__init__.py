"""The games that are installed. A game is one package and one entry point; nothing else names it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core.game import Game

USUAL: Final = "forever-evil"
"""The game that a first match is proposed for."""
GROUP: Final = "lairkeeper.games"
TAPS: Final = "taps.json"
"""A file in the package of a game: the taps a turn that its simulated players needed, by tracking level."""


class UnknownGameError(LookupError):
    """No installed game has that id; the message lists those that have."""


@cache
def ids() -> tuple[str, ...]:
    """Return the ids of the installed games, in alphabetical order."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


@cache
def get_game(id: str) -> Game:
    """Return the game with this id. Raises ``UnknownGameError`` with the list of known ids."""
    game: Game = _entry(id).load()
    return game


def module_of(id: str) -> str:
    """Return the name of the module that the entry point of a game names. Raises as ``get_game`` does."""
    return _entry(id).module


def _entry(id: str) -> EntryPoint:
    for entry in entry_points(group=GROUP):
        if entry.name == id:
            return entry
    raise UnknownGameError(f"no game {id!r}; installed: {', '.join(ids()) or 'none'}")


def all_games() -> dict[str, Game]:
    """Every installed game by id: the usual one first, the others in alphabetical order."""
    return {id: get_game(id) for id in sorted(ids(), key=lambda id: (id != USUAL, id))}


def taps_of(id: str) -> Mapping[str, float]:
    """Return taps a turn by level, as simulated players needed them; none for a game that nobody measured.

    Raises ``UnknownGameError``.
    """
    levels: Mapping[str, float] = _measured(id).get("levels", {})
    return levels


def asked_of(id: str, level: str) -> tuple[str, ...]:
    """Return the codes of the prompts that simulated players saw at a level, the most frequent first.

    Raises ``UnknownGameError``.
    """
    return tuple(_measured(id).get("asked", {}).get(level, ()))


def verbs_of(id: str, level: str) -> tuple[str, ...]:
    """Return the action tokens that simulated players used at a level, the most frequent first.

    Raises ``UnknownGameError``.
    """
    return tuple(_measured(id).get("verbs", {}).get(level, ()))


@cache
def _measured(id: str) -> Mapping[str, Any]:
    """Return what was measured of a game; nothing for a game that nobody measured."""
    try:
        text = files(module_of(id)).joinpath(TAPS).read_text(encoding="utf-8")
    except (OSError, TypeError):  # a game that is one module has no folder
        return {}
    found: Mapping[str, Any] = json.loads(text)
    return found
