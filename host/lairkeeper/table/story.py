"""The story of a match, in up to three facts; each is there only where it is true and says something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lairkeeper.table.course import Course


@dataclass(frozen=True, slots=True)
class Turning:
    """The last time the winner took the lead alone; ``at`` is an index of the course.

    ``how`` is ``first`` for a lead from the first turn on, ``last`` for one that came in the last turn, ``count`` for
    one that came with the count after it, else ``turn``.
    """

    winner: int
    at: int
    how: str


@dataclass(frozen=True, slots=True)
class Chase:
    """Where a rival came nearest after the turning point, having made up ground."""

    rival: int
    at: int
    behind: int
    """Points between the two; with goals these cannot be compared."""


@dataclass(frozen=True, slots=True)
class Source:
    """The category that brought the winner most; ``whole``: all that its categories brought."""

    winner: int
    category: str
    points: int
    whole: int


def winner_of(course: Course) -> int | None:
    """Return the index of the winner, if there is one alone."""
    won = [index for index, each in enumerate(course.contenders) if each.won]
    return won[0] if len(won) == 1 and len(course.contenders) > 1 else None


def turning_of(course: Course) -> Turning | None:
    """Return the turning point; None where the winner did not lead alone at the end, or too little is known.

    A side that won in another way than by reaching its goal has none: the scores did not decide.
    """
    winner = winner_of(course)
    if winner is None or len(course.at) < 2:
        return None
    goal = course.contenders[winner].goal
    if goal and course.contenders[winner].score < goal:
        return None
    ahead = [_lead(course, winner, index) > 0 for index in range(len(course.at))]
    if not ahead[-1]:
        return None
    at = len(ahead) - 1
    while at and ahead[at - 1]:
        at -= 1
    if not all(course.known[:-1]):
        # The decks were not counted yet: the leader on the way is not known, only whom the tokens showed ahead.
        return Turning(winner, at, "count") if at == len(ahead) - 1 and not course.known[-2] else None
    how = "first" if at == 0 else "last" if at == len(ahead) - 1 else "turn"
    return Turning(winner, at, how)


def chase_of(course: Course) -> Chase | None:
    """Return the smallest lead after the turning point among the turns in which it became smaller; the first of equals.

    A lead that only grew was chased by nobody.
    """
    turning = turning_of(course)
    if turning is None or turning.how == "count":
        return None
    leads = {
        index: _lead(course, turning.winner, index)
        for index in range(turning.at + 1, len(course.at))
        if _lead(course, turning.winner, index) < _lead(course, turning.winner, index - 1)
    }
    if not leads:
        return None
    at = min(leads, key=lambda index: (leads[index], index))
    standing = course.standing(at)
    rivals = [index for index in range(len(standing)) if index != turning.winner]
    rival = max(rivals, key=lambda index: (standing[index], -index))
    return Chase(rival, at, course.scores[at][turning.winner] - course.scores[at][rival])


def source_of(course: Course, brought: Sequence[Mapping[str, int]]) -> Source | None:
    """Return the winner's best category, where it had several and one brought more than each other."""
    winner = winner_of(course)
    if winner is None:
        return None
    some = sorted(((n, each) for each, n in brought[winner].items() if n > 0), reverse=True)
    if len(some) < 2 or some[0][0] == some[1][0]:
        return None
    return Source(winner, some[0][1], some[0][0], sum(n for n, _ in some))


def _lead(course: Course, winner: int, index: int) -> Fraction:
    """Return by how much the winner is ahead of everybody else at an entry, as scores compare."""
    standing = course.standing(index)
    return standing[winner] - max(each for at, each in enumerate(standing) if at != winner)
