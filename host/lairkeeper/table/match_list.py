"""The matches that are kept: the one on the table, those put away, and those deleted that can come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from lairkeeper.core.ids import length_of, visible
from lairkeeper.store import Filter, FilterChoices, LogHealth, MatchRow, Store
from lairkeeper.table.current_match import CurrentMatch

LONGEST_TITLE: Final = 60
"""Characters of a match's name as readers count them."""
LONGEST_NOTE: Final = 1000


def is_title(text: str) -> bool:
    """Return True when a match can be called so: something to read, and nothing that hides or turns other text."""
    return text == visible(text) and 0 < length_of(text) <= LONGEST_TITLE


def is_note(text: str) -> bool:
    """Return True when this can be kept as a note: lines to read, with nothing that hides or turns other text."""
    return length_of(text) <= LONGEST_NOTE and all(line.strip() == visible(line) for line in text.split("\n"))


class MatchList:
    """All matches by number. ``version`` counts the changes. Every method raises ``StoreError`` (unknown-match)."""

    def __init__(
        self, store: Store, match: CurrentMatch, clock: Callable[[], float], changed: Callable[[], None]
    ) -> None:
        self.version = 0
        self._matches = store.matches
        self._past = store.past
        self._match = match
        self._clock = clock
        self._changed = changed

    def all(self) -> list[MatchRow]:
        """Return all matches, newest first; those that were deleted too, as long as they are kept."""
        return self._matches.list()

    def newest(self, limit: int) -> list[MatchRow]:
        """Return the newest matches, as ``all``."""
        return self._matches.list(limit)

    def page(self, wanted: Filter, limit: int, offset: int = 0) -> list[MatchRow]:
        """Return the matches that fit, newest first: at most ``limit`` of them from ``offset`` on."""
        return self._matches.these(self._past.page(wanted, limit, offset))

    def find(self, wanted: Filter) -> list[int]:
        """Return the numbers of all matches that fit, newest first."""
        return self._past.find(wanted)

    def these(self, matches: Sequence[int]) -> list[MatchRow]:
        """Return these matches in the order in which they are named."""
        return self._matches.these(matches)

    def count(self, deleted: bool = False) -> int:
        """Count the matches of the list, or those that were deleted."""
        return self._past.count(deleted)

    def choices(self) -> FilterChoices:
        """Return what the list can be filtered by."""
        return self._past.choices()

    def health(self, matches: Sequence[int]) -> Mapping[int, LogHealth]:
        """Return how the logs of these matches are; a damaged record is told where it is read."""
        return self._past.health(matches)

    def rename(self, match: int, title: str | None) -> None:
        """Give a match a name in the list; None takes it away."""
        self._matches.rename(match, title)
        self._tell()

    def annotate(self, match: int, note: str | None, place: str | None) -> None:
        """Keep what people wrote about a match and where it was played; None takes it away."""
        self._matches.annotate(match, note, place)
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
