"""The matches that are kept: the one on the table, those put away, and those deleted that can come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lairkeeper.core.ids import length_of, visible
from lairkeeper.store import MatchRow, Store
from lairkeeper.table.current_match import CurrentMatch

LONGEST_TITLE: Final = 60
"""Characters of a match's name as readers count them."""


def is_title(text: str) -> bool:
    """Return True when a match can be called so: something to read, and nothing that hides or turns other text."""
    return text == visible(text) and 0 < length_of(text) <= LONGEST_TITLE


class MatchList:
    """All matches by number. ``version`` counts the changes. Every method raises ``StoreError`` (unknown-match)."""

    def __init__(
        self, store: Store, match: CurrentMatch, clock: Callable[[], float], changed: Callable[[], None]
    ) -> None:
        self.version = 0
        self._matches = store.matches
        self._match = match
        self._clock = clock
        self._changed = changed

    def all(self) -> list[MatchRow]:
        """Return all matches, newest first; those that were deleted too, as long as they are kept."""
        return self._matches.list()

    def newest(self, limit: int) -> list[MatchRow]:
        """Return the newest matches, as ``all``."""
        return self._matches.list(limit)

    def rename(self, match: int, title: str | None) -> None:
        """Give a match a name in the list; None takes it away."""
        self._matches.rename(match, title)
        self._tell()

    def put_away(self, match: int) -> None:
        """Archive a match that is on the table; it stays in the list and can be resumed."""
        if self._on_table(match):
            self._match.close()
        else:
            self._matches.close(match, self._clock())
            self._tell()

    def delete(self, match: int) -> None:
        """Take a match off the list, and off the table if it is there. ``restore`` brings it back for 30 days."""
        if self._on_table(match):
            self._match.close()
        self._matches.delete(match, self._clock())
        self._tell()

    def restore(self, match: int) -> None:
        """Bring a deleted match back; it can be resumed then."""
        self._matches.restore(match)
        self._tell()

    def came(self) -> None:
        """Tell the pages that a match has come from elsewhere."""
        self._tell()

    def _tell(self) -> None:
        self.version += 1
        self._changed()

    def _on_table(self, match: int) -> bool:
        return self._match.table is not None and self._match.table.match == match
