"""The people who play here: a name, a crest that stays theirs, and where they sat in each match.

Who was entered twice is merged: the seats keep the person who sat there, and ``merges`` says who that is. So the two
can be separated again.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.ids import folded
from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database, marks
from lairkeeper.store.errors import StoreProblem, problem

CRESTS: Final = 8
"""Colours, each with its symbol."""


@dataclass(frozen=True, slots=True)
class Person:
    """One of those who play here. ``crest``: colour and symbol, 1 to ``CRESTS``."""

    id: int
    name: str
    crest: int
    since: float
    last: float
    archived: bool


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """Finished matches that were not deleted; ``won`` counts shared wins too."""

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class MergedPerson:
    """A person who turned out to be another one; ``at``: when that was said."""

    id: int
    name: str
    at: float


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat of a match: its crest at that table, and who sat there, where that is known."""

    person: int | None
    crest: int


@dataclass(frozen=True, slots=True)
class _Row:
    """A person as it is kept; ``into`` is who it was merged into."""

    person: Person
    into: int | None
    at: float


class People:
    """One row a person. No two have names that readers take for the same."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _rows(self) -> dict[int, _Row]:
        """Return everybody by number, those who sat down last first."""
        rows = self._database.read(
            "SELECT p.id, p.name, p.crest, p.since, p.last, p.archived_at, m.kept, coalesce(m.at, 0.0) AS at"
            f" FROM people p LEFT JOIN merges m ON m.person = p.id AND {sound('merges', row='m.')}"
            f" WHERE {sound('people', row='p.')} ORDER BY p.last DESC, p.id"
        )
        return {
            row["id"]: _Row(
                Person(row["id"], row["name"], row["crest"], row["since"], row["last"], row["archived_at"] is not None),
                row["kept"],
                row["at"],
            )
            for row in rows
        }

    def list(self) -> list[Person]:
        """Return all people, those who sat down last first; who was merged into another one is not among them."""
        return _together(self._rows())

    def same(self) -> Mapping[int, int]:
        """Return who each person is, by number: itself, or the one that it was merged into."""
        rows = self._rows()
        return {person: _root(rows, person) for person in rows}

    def merged(self, person: int) -> Sequence[MergedPerson]:
        """Return who was merged into a person, the newest first."""
        rows = self._rows()
        found = [MergedPerson(n, row.person.name, row.at) for n, row in rows.items() if _is_in(rows, n, person)]
        return sorted(found, key=lambda each: (-each.at, each.id))

    def records(self) -> Mapping[int, PlayRecord]:
        """Return what each person has played by number; who has played nothing lacks."""
        rows = self._database.read(
            "SELECT s.person, count(*) AS played, sum(r.winner) AS won FROM results r"
            " JOIN matches m ON m.id = r.match AND m.deleted_at IS NULL"
            " JOIN seats s ON s.match = r.match AND s.position = r.position"
            " WHERE s.person IS NOT NULL GROUP BY s.person"
        )
        same = self.same()
        found: dict[int, PlayRecord] = {}
        for row in rows:
            person = same.get(row["person"], row["person"])
            before = found.get(person, PlayRecord(0, 0))
            found[person] = PlayRecord(before.played + row["played"], before.won + row["won"])
        return found

    def get(self, person: int) -> Person:
        """Return a person by number. Raises ``StoreError`` (unknown-person)."""
        found = next((each for each in self.list() if each.id == person), None)
        if found is None:
            raise problem(StoreProblem.UNKNOWN_PERSON, self._database.path, str(person))
        return found

    def named(self, name: str) -> Person | None:
        """Return the person whose name, or a name before a merge, readers take for this one."""
        rows = self._rows()
        found = next((n for n, row in rows.items() if folded(row.person.name) == folded(name)), None)
        root = None if found is None else _root(rows, found)
        return next((each for each in _together(rows) if each.id == root), None)

    def sit_down(self, match: int, names: Sequence[str], at: float) -> None:
        """Note who sits where. Whoever is new is added; whoever was archived plays again."""
        sitting = [(name, self.named(name)) for name in names]
        crests = crests_for(self.list(), [person for _, person in sitting])
        with self._database.write() as connection:
            for position, ((name, known), crest) in enumerate(zip(sitting, crests, strict=True), 1):
                person = known.id if known is not None else _add(connection, name, crest, at)
                connection.execute("UPDATE people SET last = ?, archived_at = NULL WHERE id = ?", (at, person))
                connection.execute(
                    "INSERT OR REPLACE INTO seats (match, position, person, crest) VALUES (?, ?, ?, ?)",
                    (match, position, person, crest),
                )

    def sat_down(self, match: int, persons: Sequence[int | str], at: float) -> None:
        """Note who sat where in a match that was played elsewhere: people by number, or by the name of somebody new.

        Raises ``StoreError`` (unknown-person, name-taken).
        """
        with self._database.write() as connection:
            known = [self.get(each) if isinstance(each, int) else self.add(each, at) for each in persons]
            for position, (person, crest) in enumerate(zip(known, crests_for(self.list(), known), strict=True), 1):
                connection.execute(
                    "INSERT INTO seats (match, position, person, crest) VALUES (?, ?, ?, ?)",
                    (match, position, person.id, crest),
                )

    def seats(self, match: int) -> Mapping[int, Sitting]:
        """Return the seats of a match by position, from 1."""
        rows = self._database.read(
            f"SELECT position, person, crest FROM seats WHERE match = ? AND {sound('seats')}", (match,)
        )
        merged = self._database.read("SELECT 1 FROM merges LIMIT 1")
        same = self.same() if merged else {}
        return {row["position"]: Sitting(same.get(row["person"], row["person"]), row["crest"]) for row in rows}

    def sitting(self, matches: Sequence[int]) -> Mapping[int, Mapping[int, int]]:
        """Return who sat at each position of these matches, as it was noted then; ``same`` says who that is now.

        Damaged rows were set aside when the database was opened.
        """
        found: dict[int, dict[int, int]] = {match: {} for match in matches}
        for at in range(0, len(matches), 500):
            some = matches[at : at + 500]
            query = f"SELECT match, position, person FROM seats WHERE match IN ({marks(some)}) AND person IS NOT NULL"
            for row in self._database.read(query, some):
                found[row["match"]][row["position"]] = row["person"]
        return found

    def add(self, name: str, at: float) -> Person:
        """Add a person with the next free crest. Raises ``StoreError`` (name-taken)."""
        self._need_free(name, None)
        with self._database.write() as connection:
            person = _add(connection, name, crests_for(self.list(), [None])[0], at)
        return self.get(person)

    def rename(self, person: int, name: str) -> None:
        """Give a person another name; logs of old matches keep the old one. Raises ``StoreError`` (name-taken).

        The name of somebody who was merged into this person is free for it: the two change names.
        """
        before = self.get(person)
        self._need_free(name, before.id)
        alias = next((each for each in self.merged(person) if folded(each.name) == folded(name)), None)
        with self._database.write() as connection:
            if alias is not None:
                connection.execute("UPDATE people SET name = ? WHERE id = ?", (f"\0{alias.id}", alias.id))
            connection.execute("UPDATE people SET name = ? WHERE id = ?", (name, person))
            if alias is not None:
                connection.execute("UPDATE people SET name = ? WHERE id = ?", (before.name, alias.id))

    def choose_crest(self, person: int, crest: int) -> None:
        """Give a person another colour and symbol; matches that were begun keep theirs."""
        with self._database.write() as connection:
            connection.execute("UPDATE people SET crest = ? WHERE id = ?", (crest, self.get(person).id))

    def archive(self, person: int, at: float) -> None:
        """Offer a person no more for new matches. Nothing of theirs is lost."""
        with self._database.write() as connection:
            connection.execute("UPDATE people SET archived_at = ? WHERE id = ?", (at, self.get(person).id))

    def bring_back(self, person: int) -> None:
        """Offer an archived person again."""
        with self._database.write() as connection:
            connection.execute("UPDATE people SET archived_at = NULL WHERE id = ?", (self.get(person).id,))

    def merge(self, person: int, into: int, at: float) -> None:
        """Count all matches of a person for another one, who is the same. ``separate`` takes that back.

        Raises ``StoreError`` (both-sat-there).
        """
        gone, kept = self.get(person), self.get(into)
        if gone.id == kept.id:
            return
        self._need_apart(gone.id, kept.id)
        with self._database.write() as connection:
            connection.execute("INSERT INTO merges (person, kept, at) VALUES (?, ?, ?)", (gone.id, kept.id, at))

    def separate(self, person: int) -> None:
        """Make a person who was merged into another one a person again, with all matches of before."""
        row = self._rows().get(person)
        if row is None or row.into is None:
            raise problem(StoreProblem.UNKNOWN_PERSON, self._database.path, str(person))
        with self._database.write() as connection:
            connection.execute("DELETE FROM merges WHERE person = ?", (person,))

    def _need_free(self, name: str, person: int | None) -> None:
        other = self.named(name)
        if other is not None and other.id != person:
            raise problem(StoreProblem.NAME_TAKEN, self._database.path, other.name)

    def _need_apart(self, one: int, other: int) -> None:
        """Raise ``StoreError`` (both-sat-there) if two people sat in one match."""
        rows = self._rows()
        first, second = (
            ", ".join(str(n) for n in rows if n == person or _is_in(rows, n, person)) for person in (one, other)
        )
        both = (
            "SELECT s.match FROM seats s JOIN seats o ON o.match = s.match"
            f" WHERE s.person IN ({first}) AND o.person IN ({second}) LIMIT 1"
        )
        if found := self._database.read(both):
            raise problem(StoreProblem.BOTH_SAT_THERE, self._database.path, str(found[0]["match"]))


def _root(rows: Mapping[int, _Row], person: int) -> int:
    """Return who a person is after all merges; a circle, which only damage can make, ends where it began."""
    seen = {person}
    while (into := rows[person].into) is not None and into in rows and into not in seen:
        seen.add(into)
        person = into
    return person


def _is_in(rows: Mapping[int, _Row], person: int, root: int) -> bool:
    return person != root and _root(rows, person) == root


def _together(rows: Mapping[int, _Row]) -> list[Person]:
    """Return the people who were merged into nobody, with the days of those who were merged into them."""
    several: dict[int, list[Person]] = {}
    for n, row in rows.items():
        several.setdefault(_root(rows, n), []).append(row.person)
    found = []
    for root, same in several.items():
        since, last, kept = min(each.since for each in same), max(each.last for each in same), rows[root].person
        found.append(Person(root, kept.name, kept.crest, since, last, kept.archived))
    return sorted(found, key=lambda each: (-each.last, each.id))


def crests_for(people: Collection[Person], sitting: Iterable[Person | None]) -> list[int]:
    """Return the crests of those who sit at one table; None is somebody new. No two are the same.

    If two have the same, the later one gets a free one: of those, the one that the fewest people have.
    """
    used = Counter(each.crest for each in people if not each.archived)
    taken: list[int] = []
    for person in sitting:
        free = [n for n in range(1, CRESTS + 1) if n not in taken]
        own = person is not None and person.crest in free
        crest = person.crest if person is not None and own else min(free, key=lambda n: (used[n], n), default=1)
        used[crest] += person is None
        taken.append(crest)
    return taken


def _add(connection: sqlite3.Connection, name: str, crest: int, at: float) -> int:
    cursor = connection.execute(
        "INSERT INTO people (name, crest, since, last) VALUES (?, ?, ?, ?)", (name, crest, at, at)
    )
    return int(cursor.lastrowid or 0)
