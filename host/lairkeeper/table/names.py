"""Names of pieces as their owner's printing has them, where no name is on record in a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from lairkeeper.core.game import Game
from lairkeeper.core.ids import Kind

LONGEST: Final = 60
_KEY: Final = "names"


class NameSettings(Protocol):
    """JSON values by name."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value kept under a name, or ``default``."""
        ...

    def set(self, key: str, value: Any) -> None:
        """Keep a value under a name."""
        ...


class OwnerNames:
    """``version`` grows with each change."""

    def __init__(self, settings: NameSettings) -> None:
        self._settings = settings
        self.version = 0

    def of(self, game: str, lang: str) -> Mapping[Kind, str]:
        """Return what was typed for a game in one language, by kind."""
        kept = self._settings.get(f"{_KEY}.{game}.{lang}", {})
        return kept if isinstance(kept, dict) else {}

    def missing(self, game: Game, lang: str) -> frozenset[Kind]:
        """Return the kinds without a name on record; none for a game that was never printed in this language."""
        lacking = frozenset(kind for kind, facts in game.catalog.kinds.items() if lang not in facts.names)
        return lacking if len(lacking) < len(game.catalog.kinds) else frozenset()

    def put(self, game: Game, lang: str, kind: Kind, name: str) -> bool:
        """Keep a name; an empty one forgets it. False: this kind has its name on record, or the name is too long."""
        name = " ".join(name.split())
        if kind not in self.missing(game, lang) or len(name) > LONGEST or not name.isprintable():
            return False
        names = {each: said for each, said in self.of(game.id, lang).items() if each != kind}
        self._settings.set(f"{_KEY}.{game.id}.{lang}", names | ({kind: name} if name else {}))
        self.version += 1
        return True
