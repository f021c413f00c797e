"""The course of a match: the score of each contender after each turn, as the table could see it then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from lairkeeper.core.evolve import fold
from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.paths import PathError
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, View

GOALS = "goals"
"""In a view's ``extra``: what each seat needs to win, in a game whose sides collect different things."""


ROUND = "round"
"""The path of the number of the round, in a game that counts rounds."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A player, or a side that wins together: then ``code`` names the side. ``goal``: what it needed to win."""

    seats: tuple[Seat, ...]
    score: int
    rank: int | None
    won: bool
    code: str = ""
    goal: int | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """``scores[i]`` are those of the contenders after ``at[i]``; ``known[i]`` says that each was certain then.

    ``ends[i]`` is the position of the last record of entry ``i`` among those that count; the set-up has position 0.
    ``unit`` is ``turn`` (or round, where the game counts these), or ``change`` where the game counts neither: then
    there is one entry for each command that changed a score.
    """

    contenders: tuple[Contender, ...]
    unit: Literal["turn", "change"]
    at: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    known: tuple[bool, ...]
    ends: tuple[int, ...] = ()

    def standing(self, index: int) -> tuple[Fraction, ...]:
        """Return the scores at an entry as they compare: as parts of the goal, where contenders have one."""
        goals = [each.goal or 1 for each in self.contenders]
        return tuple(Fraction(n, goal) for n, goal in zip(self.scores[index], goals, strict=True))


def contenders_of(view: View) -> tuple[Contender, ...]:
    """Return the sides of a finished match, or its players where they play alone; in seat order."""
    board = view.scoreboard
    goals = view.extra.get(GOALS, {})
    ranks = {score.seat: score.rank for score in board.seats}
    if board.teams:
        return tuple(
            Contender(
                team.seats, team.low, ranks[team.seats[0]], set(team.seats) <= set(board.winners), team.code,
                goals.get(team.seats[0]),
            )
            for team in board.teams
        )  # fmt: skip
    return tuple(
        Contender((score.seat,), score.low, score.rank, score.seat in board.winners, "", goals.get(score.seat))
        for score in board.seats
    )


_latest: tuple[History, int, Course] | None = None


def course_of(history: History) -> Course:
    """Return the course of a match so far; it is worked out once, until a record is added to the log."""
    global _latest  # noqa: PLW0603 - one entry, replaced as a whole: there is one match on the table
    n = len(history)
    if _latest is None or _latest[0] is not history or _latest[1] != n:
        _latest = history, n, _course(history)
    return _latest[2]


def _course(history: History) -> Course:
    """Fold the log once more; what a command changes belongs to the turn in which it was given.

    So the points of a round stand in that round, although the command that counts them also begins the next one.
    """
    game = history.game
    contenders = contenders_of(game.view(history.state, TABLE))
    turns: dict[int, tuple[State, int]] = {}
    changes: list[tuple[tuple[int, ...], bool, int]] = []
    begun, *rest = history.valid
    state = fold(game.blank(history.header), begun.events)
    last, turn_of, turn = _scores(game.score(state, TABLE)), _counter(game, state), 0
    for at, record in enumerate(rest, 1):
        turn = max(turn, turn_of(state))  # an adjusted number may go back; what follows still comes later
        state = fold(state, record.events)
        turns[turn] = state, at
        if not any(turns):
            before, last = last, _scores(game.score(state, TABLE))
            if before[0] != last[0]:
                changes.append((*last, at))
    if not any(turns):
        return _course_of_changes(contenders, changes)
    numbers = tuple(turn for turn in turns if turn)
    found = [_scores(game.score(turns[turn][0], TABLE)) for turn in numbers]
    scores, known = tuple(each for each, _ in found), tuple(known for _, known in found)
    return Course(contenders, "turn", numbers, scores, known, tuple(turns[turn][1] for turn in numbers))


def _course_of_changes(contenders: tuple[Contender, ...], changes: list[tuple[tuple[int, ...], bool, int]]) -> Course:
    at = tuple(range(1, len(changes) + 1))
    scores, known, ends = zip(*changes, strict=True) if changes else ((), (), ())
    return Course(contenders, "change", at, scores, known, ends)


def _counter(game: Game, begun: State) -> Callable[[State], int]:
    """Return what counts the rounds, where the game counts rounds, else the turns: the number that the pages show."""
    try:
        game.lookup(begun, ROUND)
    except PathError:
        return lambda state: state.turn
    return lambda state: int(game.lookup(state, ROUND) or 0)


def _scores(board: Scoreboard) -> tuple[tuple[int, ...], bool]:
    """Return the score of each contender, and whether all of them are certain."""
    each = board.teams or board.seats
    return tuple(one.low for one in each), all(one.low == one.high for one in each)
