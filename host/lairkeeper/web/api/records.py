"""The public records of the match on the table, read once for all who follow them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from lairkeeper.table import PublicRecord, public_json

from .shapes import encoded
from .types import LogText, RecordText

if TYPE_CHECKING:
    from lairkeeper.table import Hub, Table

LONGEST: Final = 20_000
"""Records that are kept ready; of a longer match the oldest are read anew for whoever asks."""


class RecordFeed:
    """Records by number, each encoded once."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._table: Table | None = None
        self._texts: list[str] = []

    def since(self, n: int, most: int) -> tuple[str, ...]:
        """Return records ``n`` and later of the match on the table as JSON texts, at most ``most`` of them.

        Raises ``StoreError``.
        """
        table = self._hub.table
        if table is not self._table:
            self._table, self._texts = table, []
        if table is None:
            return ()
        last = min(table.history.last.n, n + most - 1)
        while len(self._texts) <= min(last, LONGEST):
            more = self._hub.match.records(table.match, len(self._texts))
            if not more:
                break
            self._texts += [text_of(each) for each in more]
        if last <= LONGEST:
            return tuple(self._texts[n : last + 1])
        return tuple(text_of(each) for each in self._hub.match.records(table.match, n)[:most])


def record_of(record: PublicRecord) -> RecordText:
    """Return a record as the API tells it: the JSON of exports and sinks."""
    told = public_json(record)
    line = LogText(code=told["line"]["code"], args=told["line"]["args"])
    return RecordText(**{**told, "line": line})


def text_of(record: PublicRecord) -> str:
    """Return the JSON of a record."""
    return encoded(record_of(record)).decode()


def raw(text: str) -> msgspec.Raw:
    """Return JSON that goes into another value as it is."""
    return msgspec.Raw(text.encode())
