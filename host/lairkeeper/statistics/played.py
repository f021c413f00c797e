"""Finished matches as plain values: all that the statistics know of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

VERSION: Final = 1
"""The version of the facts below; a summary of another one is made anew."""


class SeatFacts(msgspec.Struct, frozen=True, array_like=True):
    """One seat of a finished match.

    ``score`` is None where the end left only bounds. ``side`` names who wins together; then ``whole`` is the score of
    all of the side, otherwise it is ``score``. ``rank`` is None where the match ranked nobody. ``roles`` are the kinds
    that the seat played as, ``cards`` how often it gained or played which kind, those it did most with first.
    """

    name: str
    score: int | None
    whole: int | None
    rank: int | None
    won: bool
    side: str = ""
    roles: tuple[str, ...] = ()
    cards: tuple[tuple[str, int], ...] = ()


class MatchFacts(msgspec.Struct, frozen=True, array_like=True):
    """The facts of a finished match. ``seconds``: how long it took, where that is known.

    ``apart_goals``: sides collect different things, so their scores do not compare.
    """

    game: str
    level: str
    seconds: float | None
    apart_goals: bool
    seats: tuple[SeatFacts, ...]


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A finished match and who sat there: ``people[i]`` at ``seats[i]``, None where that is not known."""

    match: int
    ended: float
    game: str
    level: str
    seconds: float | None
    apart_goals: bool
    seats: tuple[SeatFacts, ...]
    people: tuple[int | None, ...]

    @property
    def sides(self) -> Sequence[tuple[int, ...]]:
        """Return the places of those who win together; who plays alone is a side of one."""
        found: dict[object, list[int]] = {}
        for at, seat in enumerate(self.seats):
            found.setdefault(seat.side or at, []).append(at)
        return [tuple(each) for each in found.values()]

    def apart(self, one: int, other: int) -> bool:
        """Return True when two places played against each other."""
        mine, theirs = self.seats[one].side, self.seats[other].side
        return one != other and (not mine or mine != theirs)

    def margin(self, at: int) -> int | None:
        """Return by how much a place was ahead of the best other side, or behind it; None where none compares."""
        if self.apart_goals:
            return None
        whole = self.seats[at].whole
        others = [seat.whole for n, seat in enumerate(self.seats) if self.apart(at, n)]
        known = [each for each in others if each is not None]
        return whole - max(known) if whole is not None and known and len(known) == len(others) else None


@dataclass(frozen=True, slots=True)
class PersonMatch:
    """One match of one person: the match and the place."""

    match: CountedMatch
    at: int

    @property
    def seat(self) -> SeatFacts:
        """Return the seat of the person."""
        return self.match.seats[self.at]


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(MatchFacts)


def facts_to_text(facts: MatchFacts) -> str:
    """Return facts as they are kept."""
    return _encoder.encode(facts).decode()


def facts_from_text(text: str) -> MatchFacts | None:
    """Return kept facts; None for a text that holds none."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return None


def without_cards(facts: MatchFacts) -> tuple[SeatFacts, ...]:
    """Return the seats without their cards, which are counted once and not kept in memory."""
    return tuple(
        SeatFacts(each.name, each.score, each.whole, each.rank, each.won, each.side, each.roles) for each in facts.seats
    )


def match_of(match: int, ended: float, facts: MatchFacts, people: Mapping[int, int]) -> CountedMatch:
    """Return a match with its people, who are given by position from 1."""
    seats = without_cards(facts)
    return CountedMatch(
        match, ended, facts.game, facts.level, facts.seconds, facts.apart_goals, seats,
        tuple(people.get(n) for n in range(1, len(seats) + 1)),
    )  # fmt: skip
