"""Follow the matches of the table record by record: each is told once and in order, also over a lost connection."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
"""Matches whose last record is in an id: the newest one, and those that were told last."""
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
    """One caller who follows. Without ``last`` it begins after the newest record of each match.

    With ``last`` it goes on there: with the rest of the matches that were followed, then with later matches. An earlier
    match that was never followed is told from its start when it is on the table.
    """

    def __init__(self, site: Site, t: Translator, last: str | None = None) -> None:
        self._site, self._t = site, t
        self._match: int | None = None
        self._asked: tuple[int, ...] = ()
        self._begun = False
        self._next: dict[int, int] = positions_of(last) if last else {}
        """The number of the next record by match, the match that was told last at the end."""
        self._newest = max(self._next, default=0)
        self._behind: list[int] = sorted(self._next)
        self._before: dict[int, int] = {}
        """The same for matches of which this caller has been told nothing."""
        table, journal = site.hub.table, site.hub.store.journal
        known = [row.id for row in site.hub.matches.all()] if not last else []
        for match in sorted(known):
            self._before[match] = journal.count(match)
        self._newest = max(self._newest, *known, 0)
        if table is not None and not last:
            self._next[table.match] = table.history.last.n + 1

    def news(self) -> Iterator[News]:
        """Yield what has not been told yet. Raises ``StoreError``; what was not yielded then comes the next time."""
        table = self._site.hub.table
        current = table.match if table is not None else None
        changed = current != self._match or not self._begun
        if changed:
            self._note(current)
        while self._behind:
            if self._behind[0] != current:
                yield from self._earlier(self._behind[0])
            del self._behind[0]
        if changed:
            self._match, self._begun, self._asked = current, True, ()
            yield News("match", encoded(MatchNow(match=current, n=table.history.last.n if table else None)).decode())
        if table is None:
            return
        while found := self._site.api.feed.since(self._at(table.match), AT_ONCE):
            for text in found:
                yield self._told(table.match, text)
        asked = tuple(each.id for each in table.questions)
        if asked != self._asked:
            self._asked = asked
            told = QuestionsNow(match=table.match, questions=questions_of(table, self._t))
            yield News("questions", encoded(told).decode())

    def _note(self, current: int | None) -> None:
        """Note the matches that may have more records: the one that was on the table, and those begun since."""
        later = sorted(row.id for row in self._site.hub.matches.all() if row.id > self._newest)
        before = [self._match] if self._match is not None else []
        self._behind += [each for each in (*before, *later) if each not in self._behind and each != current]
        self._newest = max(self._newest, *later, current or 0)

    def _at(self, match: int) -> int:
        return self._next.get(match, self._before.get(match, 0))

    def _told(self, match: int, text: str) -> News:
        n = self._at(match) + 1
        self._next.pop(match, None)
        self._next[match] = n
        return News("record", text, self._id())

    def _id(self) -> str:
        """Return the id of what has been told: the matches told last, and the newest one."""
        shown = list(self._next)[-KNOWN:]
        newest = max(self._next)
        if newest not in shown:
            shown[0] = newest
        return ".".join(f"{match}-{self._next[match] - 1}" for match in sorted(shown) if self._next[match])

    def _earlier(self, match: int) -> Iterator[News]:
        """Yield the records of a match that is not on the table any more; one that cannot be read has none."""
        while True:
            try:
                found = self._site.hub.match.records(match, self._at(match))
            except UnknownGameError:
                return
            except StoreError as error:
                if error.problem in (StoreProblem.UNKNOWN_MATCH, StoreProblem.DAMAGED_MATCH):
                    return
                raise
            if not found:
                return
            for each in found:
                yield self._told(match, text_of(each))


def is_id(text: str) -> bool:
    """Return True for an id that ``id_of`` may have made."""
    return _LAST.fullmatch(text) is not None


def positions_of(last: str) -> dict[int, int]:
    """Return the number of the next record by match."""
    pairs = (each.split("-") for each in last.split("."))
    return {int(match): int(n) + 1 for match, n in pairs}
