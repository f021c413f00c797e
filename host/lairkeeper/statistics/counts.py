"""Counts over finished matches: how often, how well, against whom. They are kept up match by match, and pure.

How each kind of end counts is told in docs/players.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from .played import CountedMatch, PersonMatch

Key: TypeAlias = tuple[str, ...]
LAST: Final = 12
"""Matches of a person that are shown one by one."""


@dataclass(slots=True)
class _Sum:
    """A sum that knows of how many."""

    total: float = 0.0
    n: int = 0
    best: float | None = None

    def add(self, value: float | None) -> None:
        if value is not None:
            self.total += value
            self.n += 1
            self.best = value if self.best is None or value > self.best else self.best

    @property
    def average(self) -> float | None:
        return self.total / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class CountLine:
    """The matches of one sort. What is not known of any of them is None.

    ``chance`` is the part of the matches that somebody wins who draws lots. ``ahead`` is by how much a win was won on
    average, ``behind`` by how much the others were not won.
    """

    key: Key
    played: int
    won: int
    chance: float
    average: float | None
    best: int | None
    ahead: float | None
    behind: float | None
    seconds: float | None


@dataclass(slots=True)
class _Tally:
    played: int = 0
    won: int = 0
    chance: float = 0.0
    score: _Sum = field(default_factory=_Sum)
    ahead: _Sum = field(default_factory=_Sum)
    behind: _Sum = field(default_factory=_Sum)
    seconds: _Sum = field(default_factory=_Sum)

    def add(self, each: PersonMatch, chance: float, margin: int | None) -> None:
        seat = each.seat
        self.played += 1
        self.won += seat.won
        self.chance += chance
        self.score.add(seat.score)
        self.seconds.add(each.match.seconds)
        if margin is not None:
            (self.ahead if seat.won else self.behind).add(abs(margin))

    def line(self, key: Key, *, scores: bool = True) -> CountLine:
        best = self.score.best
        return CountLine(
            key, self.played, self.won, self.chance / self.played if self.played else 0.0,
            self.score.average if scores else None, int(best) if scores and best is not None else None,
            self.ahead.average, self.behind.average, self.seconds.average,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Against:
    """The matches of two people against each other, as the first of them ended: higher, level, lower."""

    person: int
    higher: int
    level: int
    lower: int

    @property
    def matches(self) -> int:
        """Return how many matches there are."""
        return self.higher + self.level + self.lower


@dataclass(frozen=True, slots=True)
class Profile:
    """All that is counted of one person. ``run`` is how many of the last matches were won without one between.

    ``bounds``: matches whose end left only bounds of the score. Lines are in the order of how often.
    """

    whole: CountLine
    run: int
    longest: int
    bounds: int
    games: tuple[CountLine, ...]
    levels: tuple[CountLine, ...]
    numbers: tuple[CountLine, ...]
    roles: tuple[CountLine, ...]
    sides: tuple[CountLine, ...]
    against: tuple[Against, ...]
    last: Mapping[str, tuple[PersonMatch, ...]]
    """The last matches of each game."""


class ProfileTally:
    """The counts of one person, match by match in the order in which they ended."""

    def __init__(self) -> None:
        self._whole = _Tally()
        self._games: dict[Key, _Tally] = {}
        self._levels: dict[Key, _Tally] = {}
        self._numbers: dict[Key, _Tally] = {}
        self._roles: dict[Key, _Tally] = {}
        self._sides: dict[Key, _Tally] = {}
        self._against: dict[int, list[int]] = {}
        self._last: dict[str, deque[PersonMatch]] = {}
        self._apart: set[str] = set()
        self._run = self._longest = self._bounds = 0

    def add(self, each: PersonMatch) -> None:
        """Count one more match."""
        match, seat = each.match, each.seat
        game, chance, margin = match.game, 1 / len(match.sides), match.margin(each.at)
        self._run = self._run + 1 if seat.won else 0
        self._longest = max(self._longest, self._run)
        self._bounds += seat.score is None
        if match.apart_goals:
            self._apart.add(game)
        self._whole.add(each, chance, margin)
        sorts = [
            (self._games, (game,)), (self._levels, (game, match.level)), (self._numbers, (str(len(match.seats)),)),
            *((self._roles, (game, role)) for role in seat.roles),
        ]  # fmt: skip
        if seat.side:
            sorts.append((self._sides, (game, seat.side)))
        for tallies, key in sorts:
            tallies.setdefault(key, _Tally()).add(each, chance, margin)
        self._last.setdefault(game, deque(maxlen=LAST)).append(each)
        self._meet(each)

    def _meet(self, each: PersonMatch) -> None:
        """Count the opponents. A match that ranked nobody counts for nobody, and a mate is no opponent."""
        match, mine = each.match, each.seat.rank
        if mine is None:
            return
        for at, person in enumerate(match.people):
            theirs = match.seats[at].rank
            if person is None or theirs is None or not match.apart(each.at, at):
                continue
            level = mine == theirs or (each.seat.won and match.seats[at].won)
            self._against.setdefault(person, [0, 0, 0])[1 if level else 0 if mine < theirs else 2] += 1

    @property
    def record(self) -> tuple[int, int]:
        """Return how many matches were played and won."""
        return self._whole.played, self._whole.won

    def profile(self) -> Profile:
        """Return the counts so far."""
        against = (Against(person, *each) for person, each in self._against.items())
        numbers = _lines(self._numbers, lambda key: False)
        return Profile(
            whole=self._whole.line((), scores=False),
            run=self._run,
            longest=self._longest,
            bounds=self._bounds,
            games=_lines(self._games, lambda key: key[0] not in self._apart),
            levels=_lines(self._levels, lambda key: key[0] not in self._apart),
            numbers=tuple(sorted(numbers, key=lambda line: int(line.key[0]))),
            roles=_lines(self._roles, lambda key: key[0] not in self._apart),
            sides=_lines(self._sides, lambda key: True),
            against=tuple(sorted(against, key=lambda each: (-each.matches, each.person))),
            last={game: tuple(each) for game, each in self._last.items()},
        )


def _lines(tallies: Mapping[Key, _Tally], scores: Callable[[Key], bool]) -> tuple[CountLine, ...]:
    lines = (tally.line(key, scores=scores(key)) for key, tally in tallies.items())
    return tuple(sorted(lines, key=lambda line: (-line.played, -line.won, line.key)))


@dataclass(frozen=True, slots=True)
class GameLine:
    """All matches of a game, at a level or with a number of players: how many, how long, with which scores.

    ``winning`` is the average score of those who have won; ``best`` the best one, ``by`` whom it was reached.
    """

    key: Key
    matches: int
    seconds: float | None
    winning: float | None
    best: int | None
    by: int | None


@dataclass(frozen=True, slots=True)
class Overview:
    """All matches, whoever played."""

    games: tuple[GameLine, ...]
    levels: tuple[GameLine, ...]
    numbers: tuple[GameLine, ...]
    roles: tuple[CountLine, ...]


@dataclass(slots=True)
class _GameTally:
    matches: int = 0
    seconds: _Sum = field(default_factory=_Sum)
    winning: _Sum = field(default_factory=_Sum)
    best: int | None = None
    by: int | None = None

    def add(self, match: CountedMatch, scores: bool) -> None:
        self.matches += 1
        self.seconds.add(match.seconds)
        for seat, person in zip(match.seats, match.people, strict=True):
            if not scores or seat.score is None:
                continue
            if seat.won:
                self.winning.add(seat.score)
            if self.best is None or seat.score > self.best:
                self.best, self.by = seat.score, person

    def line(self, key: Key) -> GameLine:
        return GameLine(key, self.matches, self.seconds.average, self.winning.average, self.best, self.by)


class OverviewTally:
    """The counts over all matches, match by match."""

    def __init__(self) -> None:
        self._games: dict[Key, _GameTally] = {}
        self._levels: dict[Key, _GameTally] = {}
        self._numbers: dict[Key, _GameTally] = {}
        self._roles: dict[Key, _Tally] = {}

    def add(self, match: CountedMatch) -> None:
        """Count one more match; one whose set-up was damaged counts for nothing."""
        if not match.seats:
            return
        compare = not match.apart_goals
        self._games.setdefault((match.game,), _GameTally()).add(match, compare)
        self._levels.setdefault((match.game, match.level), _GameTally()).add(match, compare)
        self._numbers.setdefault((str(len(match.seats)),), _GameTally()).add(match, False)
        chance = 1 / len(match.sides)
        for at, seat in enumerate(match.seats):
            for role in seat.roles:
                self._roles.setdefault((match.game, role), _Tally()).add(PersonMatch(match, at), chance, None)

    def overview(self) -> Overview:
        """Return the counts so far."""
        numbers = sorted(_game_lines(self._numbers), key=lambda line: int(line.key[0]))
        roles = _lines(self._roles, lambda key: False)
        return Overview(_game_lines(self._games), _game_lines(self._levels), tuple(numbers), roles)


def _game_lines(tallies: Mapping[Key, _GameTally]) -> tuple[GameLine, ...]:
    lines = (tally.line(key) for key, tally in tallies.items())
    return tuple(sorted(lines, key=lambda line: (-line.matches, line.key)))
