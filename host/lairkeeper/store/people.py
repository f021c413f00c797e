"""The people who play here: a name, a crest that stays theirs, and where they sat in each match."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.ids import folded
from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database
from lairkeeper.store.errors import StoreProblem, problem

CRESTS: Final = 8
"""Colours, each with its symbol."""


@dataclass(frozen=True, slots=True)
class Person:
    """One of those who play here. ``crest``: colour and symbol, 1 to ``CRESTS``; ``won`` counts shared wins too."""

    id: int
    name: str
    crest: int
    since: float
    last: float
    archived: bool
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat of a match: its crest at that table, and who sat there, where that is known."""

    person: int | None
    crest: int


class People:
    """One row a person. No two have names that readers take for the same."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list(self) -> list[Person]:
        """Return all people, those who sat down last first, with their finished matches counted."""
        rows = self._database.read(
            "SELECT p.id, p.name, p.crest, p.since, p.last, p.archived_at,"
            " count(r.match) AS played, coalesce(sum(r.winner), 0) AS won FROM people p"
            f" LEFT JOIN seats s ON s.person = p.id AND {sound('seats', row='s.')}"
            f" LEFT JOIN results r ON r.match = s.match AND r.position = s.position AND {sound('results', row='r.')}"
            f" WHERE {sound('people', row='p.')} GROUP BY p.id ORDER BY p.last DESC, p.id"
        )
        return [
            Person(
                row["id"], row["name"], row["crest"], row["since"], row["last"],
                row["archived_at"] is not None, row["played"], row["won"],
            )
            for row in rows
        ]  # fmt: skip

    def get(self, person: int) -> Person:
        """Return a person by number. Raises ``StoreError`` (unknown-person)."""
        found = next((each for each in self.list() if each.id == person), None)
        if found is None:
            raise problem(StoreProblem.UNKNOWN_PERSON, self._database.path, str(person))
        return found

    def named(self, name: str) -> Person | None:
        """Return the person whose name readers take for this one."""
        return next((each for each in self.list() if folded(each.name) == folded(name)), None)

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
        return {row["position"]: Sitting(row["person"], row["crest"]) for row in rows}

    def add(self, name: str, at: float) -> Person:
        """Add a person with the next free crest. Raises ``StoreError`` (name-taken)."""
        self._need_free(name, None)
        with self._database.write() as connection:
            person = _add(connection, name, crests_for(self.list(), [None])[0], at)
        return self.get(person)

    def rename(self, person: int, name: str) -> None:
        """Give a person another name; logs of old matches keep the old one. Raises ``StoreError`` (name-taken)."""
        self._need_free(name, self.get(person).id)
        with self._database.write() as connection:
            connection.execute("UPDATE people SET name = ? WHERE id = ?", (name, person))

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

    def merge(self, person: int, into: int) -> None:
        """Give all matches of a person to another one, who is the same. Raises ``StoreError`` (both-sat-there)."""
        gone, kept = self.get(person), self.get(into)
        if gone.id == kept.id:
            return
        both = "SELECT s.match FROM seats s JOIN seats o ON o.match = s.match WHERE s.person = ? AND o.person = ?"
        if rows := self._database.read(f"{both} LIMIT 1", (person, into)):
            raise problem(StoreProblem.BOTH_SAT_THERE, self._database.path, str(rows[0]["match"]))
        with self._database.write() as connection:
            connection.execute("UPDATE seats SET person = ? WHERE person = ?", (into, person))
            connection.execute("DELETE FROM people WHERE id = ?", (person,))
            connection.execute(
                "UPDATE people SET since = ?, last = ? WHERE id = ?",
                (min(gone.since, kept.since), max(gone.last, kept.last), into),
            )

    def _need_free(self, name: str, person: int | None) -> None:
        other = self.named(name)
        if other is not None and other.id != person:
            raise problem(StoreProblem.NAME_TAKEN, self._database.path, other.name)


def crests_for(people: Collection[Person], sitting: Sequence[Person | None]) -> list[int]:
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
