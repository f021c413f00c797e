"""A match as it is kept, to be looked at: it is not put on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.printed import PROXY
from lairkeeper.core.view import View
from lairkeeper.core.views import NUMBERS
from lairkeeper.store import Store
from lairkeeper.table.crests import crests_of
from lairkeeper.table.replay import FindGame, replayed


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match by its number, with its log and the crest of each seat."""

    match: int
    history: History
    crests: Mapping[Seat, int]

    @property
    def game(self) -> Game:
        """Return its game."""
        return self.history.game

    @property
    def invented(self) -> bool:
        """Return True when it was played with invented numbers."""
        return self.view().extra.get(NUMBERS) == PROXY

    def view(self) -> View:
        """Return the table as everybody sees it."""
        return self.game.view(self.history.state, TABLE)


def stored_match(store: Store, match: int, find: FindGame) -> StoredMatch:
    """Return a match as its log tells it. Raises ``TableError`` and ``StoreError``."""
    history = replayed(store, match, find).history
    return StoredMatch(match, history, crests_of(store, match, history.header.seats))
