"""Card names as people write them, turned into kinds and components."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from lairkeeper.core.game import Game
from lairkeeper.core.ids import kind_of
from lairkeeper.core.pieces import PIECES

_TIMES = re.compile(r"(.+?) +x([1-9][0-9]?)")


def fold_name(name: str) -> str:
    """Return a name without case, accents and punctuation: ``Pandora's Box`` and ``pandoras box`` become the same."""
    plain = unicodedata.normalize("NFKD", name.replace("œ", "oe").replace("Œ", "OE"))
    return re.sub(r"[^a-z0-9]+", "", plain.encode("ascii", "ignore").decode().lower())


class Names:
    """The names of one game in all its languages."""

    def __init__(self, game: Game) -> None:
        self._kinds = {fold_name(kind): kind for kind in PIECES}
        for kind, facts in game.catalog.kinds.items():
            for name in (*facts.names.values(), kind):
                self._kinds.setdefault(fold_name(name), kind)

    def label(self, text: str) -> str:
        """Return the label of a name: ``Punch#2`` -> ``punch#2``, ``Catwoman`` -> ``catwoman``.

        What is no name stays as it is.
        """
        name, mark, copy = text.partition("#")
        return f"{self._kinds.get(fold_name(name), name)}{mark}{copy}"

    def is_name(self, text: str) -> bool:
        """Return True when a text names a piece of the game."""
        return fold_name(text.partition("#")[0]) in self._kinds

    def components(self, texts: Iterable[str], taken: set[str]) -> list[str]:
        """Return a list of names as components; bare names and ``Kick x25`` take the next free copies."""
        found: list[str] = []
        for text in texts:
            many = _TIMES.fullmatch(text)
            name, n = (many[1], int(many[2])) if many else (text, 1)
            for _ in range(n):
                label = self.label(name)
                if "#" not in label:
                    copy = next(each for each in count(1) if f"{label}#{each}" not in taken)
                    label = f"{label}#{copy}"
                taken.add(label)
                found.append(label)
        return found

    def setup(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Return a play's set-up with components for names; keep explicit copy numbers free for their owners."""
        taken = {
            self.label(each)
            for value in setup.values()
            if isinstance(value, list)
            for each in value
            if isinstance(each, str) and "#" in each
        }
        return {path: self._value(value, taken) for path, value in setup.items()}

    def _value(self, value: Any, taken: set[str]) -> Any:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            names = [each for each in value if self.is_name(_TIMES.sub(r"\1", each))]
            return self.components(value, taken) if len(names) == len(value) else list(value)
        if isinstance(value, str) and self.is_name(value):
            return self.label(value)
        return value

    def same(self, expected: Any, actual: Any) -> bool:
        """Return True when a value is what a play expects: names for components, a number for that many cards."""
        if isinstance(expected, Mapping):
            if not isinstance(actual, Mapping) or {str(key) for key in expected} != {str(key) for key in actual}:
                return False
            values = {str(key): value for key, value in actual.items()}
            return all(self.same(value, values[str(key)]) for key, value in expected.items())
        if isinstance(expected, bool) or isinstance(actual, bool):
            return expected is actual
        if isinstance(expected, int) and isinstance(actual, list | tuple):
            return expected == len(actual)
        if isinstance(expected, list):
            if not isinstance(actual, list | tuple) or len(expected) != len(actual):
                return False
            return all(self.same(one, other) for one, other in zip(expected, actual, strict=True))
        if isinstance(expected, str) and isinstance(actual, str):
            label = self.label(expected)
            return actual in {expected, label} or ("#" not in label and kind_of(actual) == label)
        return bool(expected == actual) or (expected == "none" and actual is None)
