"""Follow the matches of the table record by record: each is told once and in order, also over a lost connection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lairkeeper.store import StoreError, StoreProblem
from lairkeeper.table import UnknownGameError

from .records import text_of
from .shapes import encoded, questions_of
from .types import MatchNow, QuestionsNow

if TYPE_CHECKING:
    from ..site import Site
    from ..translator import Translator

AT_ONCE: Final = 100
KNOWN: Final = 8
"""Matches whose last record is in an id; the ones with the lowest numbers are left out first."""
LAST: Final = r"^[0-9]{1,9}-[0-9]{1,9}(\.[0-9]{1,9}-[0-9]{1,9}){0,7}$"
"""The pattern of an id: ``MATCH-N`` for each match that was followed, with a dot between them."""
_LAST: Final = re.compile(LAST)


@dataclass(frozen=True, slots=True)
class News:
    """One event. ``id`` says what has been told with it; only records have one. ``data`` is JSON."""

    event: str
    data: str
    id: str | None = None


class Follower:
    """One caller who follows. Without ``last`` it begins after the newest record of the match on the table."""

    def __init__(self, site: Site, t: Translator, last: str | None = None) -> None:
        self._site, self._t = site, t
        self._following = positions_of(last) if last else {}
        self._match: int | None = None
        self._asked: Sequence[int] | None = None
        self._behind = self._missed() if last else []
        table = site.hub.table
        if not last and table is not None:
            self._following[table.match] = table.history.last.n + 1
        self._begun = False

    def news(self) -> Iterator[News]:
        """Yield what has not been told yet, up to some records; more when it is asked again. Raises ``StoreError``."""
        table = self._site.hub.table
        for match in tuple(self._behind):
            if table is None or match != table.match:
                yield from self._records(match, self._earlier(match))
            self._behind.remove(match)
        current = table.match if table is not None else None
        if current != self._match or not self._begun:
            self._match, self._begun = current, True
            self._asked = None
            yield News("match", encoded(MatchNow(match=current, n=table.history.last.n if table else None)).decode())
        if table is None:
            return
        while found := self._site.api.feed.since(self._following.get(table.match, 0), AT_ONCE):
            yield from self._records(table.match, found)
        asked = tuple(each.id for each in table.questions)
        if asked != (self._asked or ()):
            self._asked = asked
            told = QuestionsNow(match=table.match, questions=questions_of(table, self._t))
            yield News("questions", encoded(told).decode())

    def _records(self, match: int, texts: Iterator[str] | Sequence[str]) -> Iterator[News]:
        for text in texts:
            n = self._following.get(match, 0)
            self._following[match] = n + 1
            yield News("record", text, id_of(self._following))

    def _earlier(self, match: int) -> Iterator[str]:
        """Yield the records of a match that is not on the table any more; one that cannot be read has none."""
        while True:
            try:
                found = self._site.hub.match.records(match, self._following.get(match, 0))
            except UnknownGameError:
                return
            except StoreError as error:
                if error.problem in (StoreProblem.UNKNOWN_MATCH, StoreProblem.DAMAGED_MATCH):
                    return
                raise
            if not found:
                return
            for each in found:
                yield text_of(each)

    def _missed(self) -> list[int]:
        """Return the matches that may have records for a caller who comes back: those it followed, and later ones."""
        newest = max(self._following, default=0)
        rows = [row.id for row in self._site.hub.matches.all() if row.deleted_at is None]
        return sorted(each for each in rows if each in self._following or each > newest)


def id_of(following: dict[int, int]) -> str:
    """Return the id of what has been told."""
    return ".".join(f"{match}-{n - 1}" for match, n in sorted(following.items())[-KNOWN:] if n)


def is_id(text: str) -> bool:
    """Return True for an id that ``id_of`` may have made."""
    return _LAST.fullmatch(text) is not None


def positions_of(last: str) -> dict[int, int]:
    """Return the number of the next record by match."""
    pairs = (each.split("-") for each in last.split("."))
    return {int(match): int(n) + 1 for match, n in pairs}
