"""The people who play here, for pages: every change is told to all that show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lairkeeper.store import MergedPerson, Person, PlayRecord, Store


class KnownPeople:
    """People with their crests. ``version`` counts the changes. Every method raises ``StoreError``."""

    def __init__(self, store: Store, clock: Callable[[], float], changed: Callable[[], None]) -> None:
        self.version = 0
        self._people = store.people
        self._clock = clock
        self._changed = changed

    def list(self) -> list[Person]:
        """Return all people, those who sat down last first."""
        return self._people.list()

    def records(self) -> Mapping[int, PlayRecord]:
        """Return what each person has played by number; who has played nothing lacks."""
        return self._people.records()

    def merged(self, person: int) -> Sequence[MergedPerson]:
        """Return who was merged into a person, the newest first."""
        return self._people.merged(person)

    def add(self, name: str) -> Person:
        """Add a person with the next free crest (name-taken)."""
        person = self._people.add(name, self._clock())
        self._tell()
        return person

    def rename(self, person: int, name: str) -> None:
        """Give a person another name (unknown-person, name-taken)."""
        self._people.rename(person, name)
        self._tell()

    def choose_crest(self, person: int, crest: int) -> None:
        """Give a person another colour and symbol (unknown-person)."""
        self._people.choose_crest(person, crest)
        self._tell()

    def archive(self, person: int) -> None:
        """Offer a person no more for new matches (unknown-person)."""
        self._people.archive(person, self._clock())
        self._tell()

    def bring_back(self, person: int) -> None:
        """Offer an archived person again (unknown-person)."""
        self._people.bring_back(person)
        self._tell()

    def merge(self, person: int, into: int) -> None:
        """Count all matches of a person for another one, who is the same (unknown-person, both-sat-there)."""
        self._people.merge(person, into, self._clock())
        self._tell()

    def separate(self, person: int) -> None:
        """Take a merge back (unknown-person)."""
        self._people.separate(person)
        self._tell()

    def _tell(self) -> None:
        self.version += 1
        self._changed()
