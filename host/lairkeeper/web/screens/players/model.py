"""The page of all people in words: who plays here, how they stand, and the matches of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.statistics import RATED_FROM, Book, GameLine, RatingNow
from lairkeeper.store import CRESTS, Person, crests_for

from ...translator import Translator
from .words import GameWords, percent

if TYPE_CHECKING:
    from lairkeeper.table import Hub

ALL: Final = tuple(range(1, CRESTS + 1))
READ_S: Final = 0.03
"""Seconds for which a page reads finished matches that were not read yet."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One of the people with what was played; ``rating`` is empty where there is none."""

    person: Person
    played: int
    won: int
    percent: int
    rating: str
    unsure: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row on the matches of a game."""

    label: str
    about: str
    matches: int
    time: str
    winning: str
    best: str
    by: str
    crest: int


@dataclass(frozen=True, slots=True)
class RoleRow:
    """One row on a character, whoever played it."""

    label: str
    about: str
    played: int
    won: int
    percent: int


def read(book: Book) -> int:
    """Read what is new for a moment, and count what is still to be read."""
    book.read_on(READ_S)
    return book.ended - len(book.matches)


def values(hub: Hub, book: Book, t: Translator) -> Mapping[str, Any]:
    """Return everybody by name, those who are archived apart; the ranking; the matches of all."""
    unread = read(book)
    people = sorted(hub.people.list(), key=lambda each: each.name.casefold())
    words, standings = GameWords(hub, t), book.ratings.standings()
    rows = [_row(each, book, standings.get(each.id), words) for each in people]
    ranked = sorted((row for row in rows if row.rating), key=lambda row: (row.unsure, -standings[row.person.id].rating))
    by_id = {each.id: each for each in people}
    overview = book.overview()
    return {
        "people": tuple(row for row in rows if not row.person.archived),
        "archived": tuple(row for row in rows if row.person.archived),
        "next_crest": crests_for(people, [None])[0],
        "ranking": tuple(ranked),
        "rated_from": RATED_FROM,
        "matches": len(book.matches),
        "unread": unread,
        "ended": book.ended,
        "few": 0 < len(book.matches) < RATED_FROM,
        "games": tuple(_game(each, words.title(each.key[0]), "", by_id, words) for each in overview.games),
        "levels": tuple(
            _game(each, words.level(*each.key), words.title(each.key[0]), by_id, words) for each in overview.levels
        ),
        "numbers": tuple(
            _game(each, t.ui("players.number", n=int(each.key[0])), "", by_id, words) for each in overview.numbers
        ),
        "roles": tuple(
            RoleRow(
                words.kind(*each.key), words.title(each.key[0]), each.played, each.won, percent(each.won / each.played)
            )
            for each in overview.roles
        ),
    }


def _row(person: Person, book: Book, standing: RatingNow | None, words: GameWords) -> PersonRow:
    played, won = book.record(person.id)
    return PersonRow(
        person, played, won, percent(won / played) if played else 0,
        words.rating(standing.rating) if standing is not None else "",
        standing is not None and standing.matches < RATED_FROM,
    )  # fmt: skip


def _game(line: GameLine, label: str, about: str, people: Mapping[int, Person], words: GameWords) -> GameRow:
    by = people.get(line.by) if line.by is not None else None
    return GameRow(
        label, about, line.matches, words.time(line.seconds), words.number(line.winning), words.whole(line.best),
        by.name if by is not None else "", by.crest if by is not None else 0,
    )  # fmt: skip
