"""Ratings by the model of Plackett and Luce, with the library OpenSkill: players alone and sides are rated alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .played import CountedMatch

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

RATED_FROM: Final = 5
"""Matches before which a rating says little."""
SURE: Final = 3
"""A rating is this many deviations below what is expected of a player, so that it grows as the player is known."""


@dataclass(frozen=True, slots=True)
class RatingNow:
    """The rating of a person after ``matches`` rated ones: ``skill`` is expected, ``rating`` is nearly certain."""

    matches: int
    rating: float
    skill: float


class Ratings:
    """Ratings after each match, in the order in which they are told."""

    def __init__(self) -> None:
        self._model: PlackettLuce | None = None
        self._now: dict[int, PlackettLuceRating] = {}
        self._course: dict[int, list[float]] = {}

    def count(self, match: CountedMatch) -> None:
        """Take a match in. One without ranks, without two sides, or with somebody unknown rates nobody."""
        sides = match.sides
        people = [person for person in match.people if person is not None]
        ranks = [match.seats[side[0]].rank for side in sides]
        known = [float(rank) for rank in ranks if rank is not None]
        if len(set(people)) < len(match.seats) or len(sides) < 2 or len(known) < len(sides):
            return
        model = self._plackett_luce
        before = [[self._rating(model, match.people[at]) for at in side] for side in sides]
        for side, after in zip(sides, model.rate(before, ranks=known), strict=True):
            for at, rating in zip(side, after, strict=True):
                person = match.people[at]
                assert person is not None
                self._now[person] = rating
                self._course.setdefault(person, []).append(rating.ordinal(SURE))

    def standings(self) -> Mapping[int, RatingNow]:
        """Return the ratings of everybody who was rated."""
        return {
            person: RatingNow(len(self._course[person]), rating.ordinal(SURE), rating.mu)
            for person, rating in self._now.items()
        }

    def course(self, person: int) -> tuple[float, ...]:
        """Return the rating of a person after each of its rated matches."""
        return tuple(self._course.get(person, ()))

    def _rating(self, model: PlackettLuce, person: int | None) -> PlackettLuceRating:
        assert person is not None
        return self._now.get(person) or model.rating()

    @property
    def _plackett_luce(self) -> PlackettLuce:
        if self._model is None:
            from openskill.models import PlackettLuce  # noqa: PLC0415 - most runs of the app rate nobody

            self._model = PlackettLuce()
        return self._model
