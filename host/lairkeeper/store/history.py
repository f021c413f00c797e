"""The list of past matches: filtered, counted and read by pages, however many there are.

Filters read columns as they are, without their checksums: a damaged row may be missing from a filtered list. What a
page shows of a match comes from ``Matches.these``, which checks each row.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lairkeeper.core.ids import folded
from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database
from lairkeeper.store.steps.history import LEVEL

_LIVE: Final = "deleted_at IS NULL"


def loosened(text: str) -> str:
    """Return a text as a search compares it: without case, accents and what readers overlook."""
    return "".join(c for c in unicodedata.normalize("NFD", folded(text)) if not unicodedata.combining(c))


@dataclass(frozen=True, slots=True)
class Filter:
    """The matches to list. Fields left empty keep all.

    ``text`` is looked for in name, note and place of a match and in the names of its people; ``titled`` are the games
    whose titles have it. ``state`` is ``ended`` or ``open``. ``since`` and ``until`` are seconds since 1970.
    """

    text: str = ""
    titled: tuple[str, ...] = ()
    game: str = ""
    level: str = ""
    state: str = ""
    person: int | None = None
    winner: int | None = None
    since: float | None = None
    until: float | None = None
    deleted: bool = False
    without: int | None = None


@dataclass(frozen=True, slots=True)
class FilterChoices:
    """The filters of a list: games with their matches counted, levels, and people by name."""

    games: Mapping[str, int]
    levels: tuple[str, ...]
    people: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class LogHealth:
    """The records that a log has, and how many are missing, damaged or set aside."""

    records: int
    lost: int


class PastMatches:
    """Reads only. Numbers of matches, newest first; deleted ones only where a filter asks for these."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._read: dict[int, tuple[tuple[int, int], int]] = {}
        """By match: how many records and how long its log was when it was read through, and how many were sound."""

    def find(self, wanted: Filter) -> list[int]:
        """Return the numbers of all matches that fit."""
        return self.page(wanted, -1)

    def page(self, wanted: Filter, limit: int, offset: int = 0) -> list[int]:
        """Return the numbers of the matches that fit, at most ``limit`` of them from ``offset`` on."""
        where, values = self._where(wanted)
        rows = self._database.read(
            f"SELECT id FROM matches WHERE {where} ORDER BY started_at DESC, id DESC LIMIT ? OFFSET ?",
            (*values, limit, offset),
        )
        return [int(row["id"]) for row in rows]

    def count(self, deleted: bool = False) -> int:
        """Count the matches of the list, or those that were deleted."""
        where = "deleted_at IS NOT NULL" if deleted else _LIVE
        return int(self._database.read(f"SELECT count(*) FROM matches WHERE {where}")[0][0])

    def choices(self) -> FilterChoices:
        """Return what the list can be filtered by."""
        games = self._database.read(
            f"SELECT game, count(*) AS n FROM matches WHERE {_LIVE} GROUP BY game ORDER BY n DESC, game"
        )
        levels = self._database.read(f"SELECT DISTINCT {LEVEL} AS level FROM matches WHERE {_LIVE}")
        people = self._database.read("SELECT id, name FROM people")
        return FilterChoices(
            {str(row["game"]): int(row["n"]) for row in games},
            tuple(sorted(str(row["level"]) for row in levels if row["level"] is not None)),
            tuple(sorted(((row["id"], row["name"]) for row in people), key=lambda each: str(each[1]).casefold())),
        )

    def health(self, matches: Sequence[int]) -> Mapping[int, LogHealth]:
        """Return how the logs of these matches are. The records of a log are read once a run, and when it has grown."""
        ids = f"({','.join('?' * len(matches))})"
        lengths = self._pairs(f"SELECT match, records FROM lengths WHERE match IN {ids}", matches)
        aside = self._pairs(
            f"SELECT match, count(*) FROM set_aside WHERE source = 'journal' AND match IN {ids} GROUP BY match", matches
        )
        found = {}
        for match in matches:
            whole, long = self._read_through(match)
            long = max(long, lengths.get(match, 0), 1)
            found[match] = LogHealth(whole, long - whole + aside.get(match, 0))
        return found

    def _read_through(self, match: int) -> tuple[int, int]:
        """Return how many records of a log are sound, and how long it is."""
        now = self._database.read("SELECT count(*) AS n, max(n) AS last FROM journal WHERE match = ?", (match,))[0]
        key = (int(now["n"]), int(now["last"] or 0) + bool(now["n"]))
        known = self._read.get(match)
        if known is None or known[0] != key:
            sql = f"SELECT coalesce(sum({sound('journal')}), 0) FROM journal WHERE match = ?"
            known = self._read[match] = key, int(self._database.read(sql, (match,))[0][0])
        return known[1], key[1]

    def _pairs(self, sql: str, values: Sequence[int]) -> dict[int, int]:
        return {int(row[0]): int(row[1]) for row in self._database.read(sql, values)}

    def family(self, match: int) -> list[int]:
        """Return all matches that share a beginning with this one, itself among them: played on from one another."""
        rows = self._database.read(
            "WITH RECURSIVE kin(id) AS (SELECT ? UNION"
            " SELECT m.origin FROM matches m JOIN kin ON m.id = kin.id WHERE m.origin IS NOT NULL UNION"
            " SELECT m.id FROM matches m JOIN kin ON m.origin = kin.id) SELECT id FROM kin",
            (match,),
        )
        return sorted(int(row["id"]) for row in rows)

    def running_kin(self, match: int) -> int | None:
        """Return a match that shares a beginning with this one and has not ended; None when all have."""
        kin = self.family(match)
        rows = self._database.read(
            f"SELECT max(id) AS id FROM matches WHERE finished_at IS NULL AND id IN ({','.join('?' * len(kin))})", kin
        )
        return None if rows[0]["id"] is None else int(rows[0]["id"])

    def _where(self, wanted: Filter) -> tuple[str, list[Any]]:
        terms = list(self._terms(wanted))
        return " AND ".join(term for term, _ in terms), [value for _, values in terms for value in values]

    def _terms(self, wanted: Filter) -> Iterator[tuple[str, tuple[Any, ...]]]:
        yield ("deleted_at IS NOT NULL" if wanted.deleted else _LIVE), ()
        if wanted.game:
            yield "game = ?", (wanted.game,)
        if wanted.level:
            yield f"{LEVEL} = ?", (wanted.level,)
        if wanted.state:
            yield f"finished_at IS {'NOT ' if wanted.state == 'ended' else ''}NULL", ()
        if wanted.since is not None:
            yield "started_at >= ?", (wanted.since,)
        if wanted.until is not None:
            yield "started_at < ?", (wanted.until,)
        if wanted.without is not None:
            yield "id != ?", (wanted.without,)
        if wanted.person is not None:
            yield "id IN (SELECT match FROM seats WHERE person = ?)", (wanted.person,)
        if wanted.winner is not None:
            yield (
                "id IN (SELECT s.match FROM seats s JOIN results r ON r.match = s.match AND r.position = s.position"
                " WHERE s.person = ? AND r.winner)",
                (wanted.winner,),
            )
        if loosened(wanted.text):
            yield self._text(loosened(wanted.text), wanted.titled)

    def _text(self, text: str, games: Sequence[str]) -> tuple[str, tuple[Any, ...]]:
        """Return the condition for a text that readers take for one in a name, a note or a place."""
        written = self._database.read(
            "SELECT id, title, note, place FROM matches"
            " WHERE title IS NOT NULL OR note IS NOT NULL OR place IS NOT NULL"
        )
        matches = [
            str(row["id"])
            for row in written
            if any(text in loosened(str(row[name])) for name in ("title", "note", "place") if row[name] is not None)
        ]
        names = self._database.read("SELECT id, name FROM people")
        people = [str(row["id"]) for row in names if text in loosened(row["name"])]
        return (
            "(id IN (SELECT value FROM json_each(?)) OR game IN (SELECT value FROM json_each(?))"
            " OR id IN (SELECT match FROM seats WHERE person IN (SELECT value FROM json_each(?))))",
            (f"[{','.join(matches)}]", json.dumps(list(games)), f"[{','.join(people)}]"),
        )
