"""State paths that a play writes without quotes: TOML reads them as tables within tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lairkeeper.core.ids import Path
from lairkeeper.core.paths import CORE_PATHS
from lairkeeper.games import UnknownGameError, get_game


class TwiceError(ValueError):
    """A path that was written twice, once with quotes and once without; its text is the path."""


def joined(table: Mapping[str, Any], game: str) -> dict[Path, Any]:
    """Return a table by whole paths: ``hand.Ana = …`` and ``"hand.Ana" = …`` mean the same.

    A path of the game whose value is a table, such as ``purse.Ana``, keeps it, and so does a path in quotes. Raises
    ``TwiceError``.
    """
    patterns = _patterns(game) if any(isinstance(value, dict) for value in table.values()) else ()
    found: dict[Path, Any] = {}
    for key, value in table.items():
        for path, each in [(key, value)] if "." in key else _joined((key,), value, patterns):
            if path in found:
                raise TwiceError(path)
            found[path] = each
    return found


def _patterns(game: str) -> tuple[tuple[str, ...], ...]:
    """Return the paths of a game, part by part; of one that is not installed those that each game has."""
    try:
        paths: Iterable[Any] = get_game(game).paths
    except UnknownGameError:
        paths = CORE_PATHS
    return tuple(tuple(spec.path.split(".")) for spec in paths)


def _joined(parts: tuple[str, ...], value: Any, patterns: tuple[tuple[str, ...], ...]) -> Iterator[tuple[Path, Any]]:
    """Yield the paths within a table and their values; an empty table is a value."""
    if isinstance(value, dict) and value and _goes_on(parts, patterns):
        for key, each in value.items():
            yield from _joined((*parts, key), each, patterns)
    else:
        yield ".".join(parts), value


def _goes_on(parts: tuple[str, ...], patterns: tuple[tuple[str, ...], ...]) -> bool:
    """Return True when a path of the game begins like this one and is longer."""
    if parts[0] == "view" and len(parts) > 2:
        return _goes_on(parts[2:], patterns)
    return any(
        len(pattern) > len(parts)
        and pattern[0] == parts[0]
        and all(own == part or own.isupper() for own, part in zip(pattern, parts, strict=False))
        for pattern in patterns
    )
