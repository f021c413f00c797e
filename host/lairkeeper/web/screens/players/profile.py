"""The page of one person in words: how often, how well, against whom, with which cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.statistics import RATED_FROM, Book, CountLine, PersonMatch, Profile
from lairkeeper.store import Person

from ...bars import NARROW_BARS, WIDE_BARS, Bars, bars_of
from ...chart import NARROW, WIDE, Chart, chart_of
from ...translator import Translator
from .model import ALL, read
from .words import GameWords, percent

if TYPE_CHECKING:
    from lairkeeper.table import Hub

FAVOURITES: Final = 8
"""Cards that are shown."""
CURVE: Final = 260
"""Height of the curve of a rating, in units of its drawing."""
POINTS: Final = 40
"""Points of the curve of the rating at most: as many as its table has rows."""


@dataclass(frozen=True, slots=True)
class LineRow:
    """One row of a table: how often matches of a sort were won, and how."""

    label: str
    about: str
    played: int
    won: int
    percent: int
    chance: int
    average: str
    best: str
    ahead: str
    behind: str
    time: str


@dataclass(frozen=True, slots=True)
class LineTable:
    """Rows with their heading; ``scores``: some of them have an average."""

    id: str
    title: str
    head: str
    rows: tuple[LineRow, ...]

    @property
    def scores(self) -> bool:
        """Return True when there is a column of scores."""
        return any(row.best != "–" for row in self.rows)


@dataclass(frozen=True, slots=True)
class AgainstRow:
    """The matches against one person."""

    person: Person
    higher: int
    level: int
    lower: int
    percent: int

    @property
    def matches(self) -> int:
        """Return how many matches there are."""
        return self.higher + self.level + self.lower


@dataclass(frozen=True, slots=True)
class LastMatch:
    """One of the last matches."""

    day: str
    score: str
    won: bool
    rank: str
    players: int


@dataclass(frozen=True, slots=True)
class LastMatches:
    """The last matches of one game, as bars and as a table."""

    game: str
    title: str
    label: str
    wide: Bars | None
    narrow: Bars | None
    rows: tuple[LastMatch, ...]


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """The rating after each match, for a wide and a narrow screen, and as a table."""

    wide: Chart
    narrow: Chart
    label: str
    rows: tuple[tuple[int, str], ...]


def values(hub: Hub, book: Book, person: int, game: str | None, t: Translator) -> Mapping[str, Any]:
    """Return the page of a person; ``game`` names the one whose last matches are drawn. Raises ``StoreError``."""
    unread = read(book)
    who = hub.store.people.get(person)
    people = {each.id: each for each in hub.people.list()}
    words, found = GameWords(hub, t), book.profile(person)
    whole, standing = found.whole, book.ratings.standings().get(person)
    played = [line.key[0] for line in found.games]
    shown = game if game in played else next(iter(played), None)
    return {
        "who": who,
        "title": f"{who.name} · Lairkeeper",
        "crests": ALL,
        "since": words.month(who.since),
        "played": whole.played,
        "won": whole.won,
        "percent": percent(whole.won / whole.played) if whole.played else 0,
        "chance": percent(whole.chance),
        "run": found.run,
        "longest": found.longest,
        "time": words.time(whole.seconds),
        "rating": words.rating(standing.rating) if standing is not None else "",
        "rated": standing.matches if standing is not None else 0,
        "rated_from": RATED_FROM,
        "few": 0 < whole.played < RATED_FROM,
        "bounds": found.bounds,
        "unread": unread,
        "ended": book.ended,
        "choices": tuple((each, words.title(each), each == shown) for each in played),
        "last": _last(found.last[shown], shown, words) if shown is not None else None,
        "curve": _curve(who, book.ratings.course(person), words),
        "tables": tuple(each for each in _tables(found, words) if each.rows),
        "against": tuple(
            AgainstRow(people[each.person], each.higher, each.level, each.lower, percent(each.higher / each.matches))
            for each in found.against
            if each.person in people
        ),
        "favourites": _favourites(book.cards(person), words),
        "merged": tuple((each, words.day(each.at)) for each in hub.people.merged(person)),
        "others": tuple(
            sorted((each for each in people.values() if each.id != person), key=lambda each: each.name.casefold())
        ),
    }


def _tables(found: Profile, words: GameWords) -> Iterable[LineTable]:
    t = words.t
    sorts: tuple[tuple[str, Sequence[CountLine], Callable[[CountLine], tuple[str, str]]], ...] = (
        ("games", found.games, lambda line: (words.title(line.key[0]), "")),
        ("levels", found.levels, lambda line: (words.level(*line.key), words.title(line.key[0]))),
        ("numbers", found.numbers, lambda line: (t.ui("players.number", n=int(line.key[0])), "")),
        ("roles", found.roles, lambda line: (words.kind(*line.key), words.title(line.key[0]))),
        ("sides", found.sides, lambda line: (words.side(*line.key), words.title(line.key[0]))),
    )
    for id, lines, said in sorts:
        rows = tuple(_row(line, *said(line), words) for line in lines)
        yield LineTable(id, t.ui(f"players.by-{id}"), t.ui(f"players.head-{id}"), rows)


def _row(line: CountLine, label: str, about: str, words: GameWords) -> LineRow:
    return LineRow(
        label, about, line.played, line.won, percent(line.won / line.played), percent(line.chance),
        words.number(line.average), words.whole(line.best), words.number(line.ahead), words.number(line.behind),
        words.time(line.seconds),
    )  # fmt: skip


def _last(matches: Sequence[PersonMatch], game: str, words: GameWords) -> LastMatches:
    """Return the last matches of a game; bars where more than one score is known."""
    t = words.t
    known = [(each.seat.score, each.seat.won) for each in matches if each.seat.score is not None]
    average = sum(score for score, _ in known) / len(known) if known else 0.0
    drawn = len(known) > 1 and not any(each.match.apart_goals for each in matches)
    title = t.ui("players.last", n=len(matches), game=words.title(game))
    return LastMatches(
        game, title, t.ui("players.last-label", n=len(known), won=sum(won for _, won in known)),
        bars_of(WIDE_BARS, known, average) if drawn else None,
        bars_of(NARROW_BARS, known, average) if drawn else None,
        tuple(
            LastMatch(
                words.day(each.match.ended), words.whole(each.seat.score), each.seat.won,
                str(each.seat.rank or "–"), len(each.match.seats),
            )
            for each in reversed(matches)
        ),
    )  # fmt: skip


def _curve(who: Person, course: Sequence[float], words: GameWords) -> RatingCurve | None:
    """Return the curve of a rating, its points evenly apart where there are many; None where there is no line."""
    if len(course) < 2:
        return None
    step = max(1, -(-len(course) // POINTS))
    at = sorted({len(course), *range(len(course), 0, -step)})
    values = [[course[n - 1]] for n in at]
    called = [(who.crest, who.name, words.rating(course[-1]))]
    return RatingCurve(
        chart_of(replace(WIDE, height=CURVE), called, at, values),
        chart_of(replace(NARROW, height=CURVE), called, at, values),
        words.t.ui("players.curve-label", n=len(course), rating=words.rating(course[-1])),
        tuple((n, words.rating(course[n - 1])) for n in reversed(at)),
    )


def _favourites(cards: Mapping[tuple[str, str], int], words: GameWords) -> tuple[tuple[str, str, int, int], ...]:
    """Return the cards gained or played most: name, game, how often, and its part of the first."""
    most = sorted(cards.items(), key=lambda each: (-each[1], each[0]))[:FAVOURITES]
    return tuple((words.kind(game, kind), words.title(game), n, percent(n / most[0][1])) for (game, kind), n in most)
