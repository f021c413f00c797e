"""Finished matches in memory: as plain values, and played by chance and kept in a store as the app keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.ids import TABLE
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.driver import Recording, play_match
from lairkeeper.statistics.counts import Overview, OverviewTally, Profile, ProfileTally
from lairkeeper.statistics.played import CountedMatch, PersonMatch, SeatFacts
from lairkeeper.store import Store
from lairkeeper.table.result import result_of

MINUTE = 60.0
LEVELS = sorted(
    ((game.id, level) for game in all_games().values() for level in game.levels), key=lambda each: each[1] != "score"
)
"""Every game at every level, the quick ones first."""


def seat(score: int | None, rank: int | None, won: bool = False, side: str = "", whole: int | None = None) -> SeatFacts:
    """Return a seat; who plays alone has a whole of its own."""
    return SeatFacts("", score, score if not side else whole, rank, won, side)


def match(
    *seats: SeatFacts, people: Sequence[int | None] = (), number: int = 1, game: str = "toy", apart_goals: bool = False,
    seconds: float | None = None, level: str = "score",
) -> CountedMatch:  # fmt: skip
    """Return a match of these seats, its people numbered from 1 unless they are given."""
    who = tuple(people) or tuple(range(1, len(seats) + 1))
    return CountedMatch(number, float(number), game, level, seconds, apart_goals, tuple(seats), who)


def profile(person: int, *matches: CountedMatch) -> Profile:
    """Return the counts of a person."""
    tally = ProfileTally()
    for each in matches:
        if person in each.people:
            tally.add(PersonMatch(each, each.people.index(person)))
    return tally.profile()


def overview(*matches: CountedMatch) -> Overview:
    """Return the counts over all matches."""
    tally = OverviewTally()
    for each in matches:
        tally.add(each)
    return tally.overview()


@cache
def played(game: str, level: str, seed: int = 3, players: int = 3, *rules: tuple[str, str]) -> Recording:
    """Play a match by chance."""
    return play_match(get_game(game), seed, level=level, players=players, ruleset=dict(rules))


def kept(store: Store, recording: Recording, at: float = 1000.0, seconds: float = 30 * MINUTE) -> int:
    """Keep a match as if it had been played in this time, and return its number."""
    history = recording.history
    with store.write():
        match = store.matches.create(header_to_json(history.header), at)
        for record in history.records:
            store.journal.append(match, record_to_json(record), at=at, who="page", why="act")
        store.people.sit_down(match, history.header.seats, at)
        store.matches.finish(match, result_of(recording.game.view(history.state, TABLE)), at + seconds)
        store.matches.close(match, at + seconds)
    return match


def season(store: Store, matches: int) -> None:
    """Keep so many matches, of all games and levels in turn."""
    for n in range(matches):
        game, level = LEVELS[n % len(LEVELS)]
        kept(store, played(game, level, 3 + n // len(LEVELS)), 1_700_000_000.0 + 86_400 * n)
