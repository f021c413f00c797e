"""The last record of each match that a sink has taken, kept in the database."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Collection
from typing import Final

from lairkeeper.store import Store
from lairkeeper.table import PublicRecord

_NOTHING: Final = [-1, 0]
"""Nothing was taken of a match yet."""


class Positions:
    """The last records that a sink has taken, one a match, by number and checksum.

    A sink is told of the match that was on the table when it was first used, and of all that came after it.

    A log that was damaged is cut, and then goes on with other records under the same numbers. The checksum tells:
    then the sink gets that match from its beginning.
    """

    def __init__(self, store: Store, key: str) -> None:
        self._settings = store.settings
        # An address may hold a password.
        self._key = f"sink.{hashlib.sha256(key.encode()).hexdigest()[:24]}"
        self._kept: dict[str, list[int]] = self._settings.get(self._key, {})
        self._dirty = False

    @property
    def matches(self) -> Collection[int]:
        """Return the matches that the sink is told of, oldest first."""
        return sorted(map(int, self._kept))

    def begin(self, match: int) -> Collection[int]:
        """Note that a match is on the table; return it with those that were begun since the newest that was noted."""
        newest = max(self.matches, default=match)
        new = [match] if match < newest else range(newest, match + 1)
        for each in new:
            if str(each) not in self._kept:
                self._kept = {**self._kept, str(each): _NOTHING}
                self._dirty = True
        return new

    def since(self, match: int) -> int:
        """Return the number of the record to begin with: the last one that was taken, which ``after`` compares."""
        return max(0, self._kept[str(match)][0])

    def after(self, match: int, found: tuple[PublicRecord, ...]) -> tuple[PublicRecord, ...] | None:
        """Return those of the records from ``since`` on that were not taken; None: begin the match anew."""
        kept = self._kept[str(match)]
        if kept == _NOTHING:
            return found
        return found[1:] if found and _checksum(found[0]) == kept[1] else None

    def take(self, record: PublicRecord) -> None:
        """Note that everything up to this record was taken; ``keep`` writes it down."""
        self._kept = {**self._kept, str(record.match): [record.n, _checksum(record)]}
        self._dirty = True

    def keep(self) -> None:
        """Write down what was noted. Raises ``StoreError``, and then can be asked again."""
        if self._dirty:
            self._settings.set(self._key, self._kept)
            self._dirty = False


def _checksum(record: PublicRecord) -> int:
    """Return the checksum of what no later version of a game tells otherwise."""
    return zlib.crc32(repr((record.match, record.n, record.at, record.who, record.kind, record.span)).encode())
