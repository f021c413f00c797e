"""The book: all finished matches as values, read once, then kept up to date; it reads the store and nobody else does.

Much of it at once would let a tap wait. So it reads for a given time, and goes on when it is asked again.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from lairkeeper.store import Store, StoreError
from lairkeeper.store.summaries import EndedMatch, EndedSums
from lairkeeper.table.replay import FindGame

from .counts import Overview, OverviewTally, Profile, ProfileTally
from .played import VERSION, CountedMatch, MatchFacts, PersonMatch, facts_from_text, facts_to_text, match_of
from .ratings import Ratings
from .summary import facts_of

AT_ONCE: Final = 50
"""Matches that are read in one query."""


class Book:
    """Finished matches that were not deleted, in the order in which they ended. Raises ``StoreError``.

    ``stamp`` returns something else whenever a match may have ended, gone or come back, or people were merged.
    """

    def __init__(
        self, store: Store, find: FindGame, stamp: Callable[[], object], now: Callable[[], float] = time.perf_counter
    ) -> None:
        self._store = store
        self._find = find
        self._stamp = stamp
        self._now = now
        self._seen: object = None
        self.ended = 0
        """Count of the finished matches; ``matches`` has fewer until all were read."""
        self._same: Mapping[int, int] = {}
        self._begin()

    def _begin(self) -> None:
        self._last: EndedMatch | None = None
        self._sums = EndedSums()
        self.matches: list[CountedMatch] = []
        self.ratings = Ratings()
        self._all = OverviewTally()
        self._of: dict[int, ProfileTally] = {}
        self._cards: dict[int, Counter[tuple[str, str]]] = {}

    def overview(self) -> Overview:
        """Return the counts over all matches."""
        return self._all.overview()

    def profile(self, person: int) -> Profile:
        """Return the counts of a person."""
        return self._of.get(person, ProfileTally()).profile()

    def record(self, person: int) -> tuple[int, int]:
        """Return how many matches a person has played and won, shared wins too."""
        return self._of[person].record if person in self._of else (0, 0)

    def cards(self, person: int) -> Mapping[tuple[str, str], int]:
        """Return how often a person gained or played which kind, by game and kind."""
        return self._cards.get(person, Counter())

    def read_on(self, seconds: float) -> bool:
        """Read for about so long; return True while there is more to read."""
        end = self._now() + seconds
        self._look()
        while len(self.matches) < self.ended:
            self._take(end)
            if self._now() >= end:
                break
        return len(self.matches) < self.ended

    def _look(self) -> None:
        """Find out what has ended, gone or come back; begin anew unless there are only further matches."""
        stamp = self._stamp()
        if stamp == self._seen:
            return
        same = self._store.people.same()
        merged = any(same.get(person) != root for person, root in self._same.items())
        if merged or (self._last is not None and self._store.summaries.sums(self._last) != self._sums):
            self._begin()
        self.ended, self._same, self._seen = self._store.summaries.count(), same, stamp

    def _take(self, end: float) -> None:
        """Read the next matches, one at least."""
        rows = self._store.summaries.ended(VERSION, self._last, AT_ONCE)
        if not rows:  # another one has gone since it was looked
            self.ended = len(self.matches)
        kept = self._store.summaries.facts([each.match for each in rows if each.summed])
        sitting = self._store.people.sitting([each.match for each in rows])
        for row in rows:
            facts = facts_from_text(kept[row.match]) if row.match in kept else None
            if facts is None:
                facts = self._made(row)
            people = {n: self._same.get(person, person) for n, person in sitting[row.match].items()}
            self._add(match_of(row.match, row.finished_at, facts, people), facts)
            self._last, self._sums = row, self._sums.with_one(row)
            if self._now() >= end:
                return

    def _made(self, row: EndedMatch) -> MatchFacts:
        """Make the summary that a match lacks, and keep it."""
        facts = facts_of(self._store, row.match, self._find)
        with suppress(StoreError):  # it only saves time: a disk that is full keeps no page away
            self._store.summaries.put(row.match, row.records, VERSION, facts_to_text(facts))
        return facts

    def _add(self, match: CountedMatch, facts: MatchFacts) -> None:
        self.matches.append(match)
        self.ratings.count(match)
        self._all.add(match)
        for at, person in enumerate(match.people):
            if person is None:
                continue
            self._of.setdefault(person, ProfileTally()).add(PersonMatch(match, at))
            cards = self._cards.setdefault(person, Counter())
            for kind, n in facts.seats[at].cards:
                cards[match.game, kind] += n
