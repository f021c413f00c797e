"""Ratings: who wins rises, who beats the strong rises more; sides are rated as one; what ranks nobody rates nobody."""

from __future__ import annotations

from random import Random

from lairkeeper.statistics.ratings import Ratings
from tests.fresh import SEED

from .matches import match, seat


def rated(*matches):
    ratings = Ratings()
    for each in matches:
        ratings.count(each)
    return ratings


def duel(winner: int, loser: int):
    return match(seat(9, 1, True), seat(1, 2), people=(winner, loser))


def test_who_wins_stands_above_who_loses() -> None:
    found = rated(duel(1, 2), duel(1, 2), duel(2, 3)).standings()
    assert found[1].rating > found[2].rating > found[3].rating
    assert [found[n].matches for n in (1, 2, 3)] == [2, 3, 1]
    assert found[1].skill > 25 > found[3].skill


def test_beating_the_strong_brings_more() -> None:
    known = [duel(1, 2)] * 5
    over_strong, over_weak = rated(*known, duel(3, 1)), rated(*known, duel(3, 2))
    assert over_strong.standings()[3].rating > over_weak.standings()[3].rating


def test_order_of_four_and_a_tie() -> None:
    found = rated(match(seat(9, 1, True), seat(5, 2), seat(5, 2), seat(1, 4))).standings()
    assert found[1].rating > found[2].rating > found[4].rating
    assert found[2].rating == found[3].rating


def test_a_side_rises_and_falls_as_one() -> None:
    game = match(
        seat(5, 1, True, side="one"), seat(9, 2, side="many"), seat(9, 2, side="many"), people=(1, 2, 3),
        apart_goals=True,
    )  # fmt: skip
    found = rated(game).standings()
    assert found[1].rating > found[2].rating == found[3].rating


def test_what_cannot_rate_rates_nobody() -> None:
    nobody = [
        match(seat(8, None), seat(6, None)),
        match(seat(8, 1, True), people=(1,)),
        match(seat(8, 1, True), seat(6, 2), people=(1, None)),
        match(seat(8, 1, True), seat(6, 2), people=(1, 1)),
        match(seat(8, 1, True, side="all"), seat(8, 1, True, side="all")),
        match(),
    ]
    assert rated(*nobody).standings() == {}


def test_the_strength_of_players_is_found() -> None:
    print(f"seed {SEED}")
    rng, ratings = Random(f"ratings {SEED}"), Ratings()
    for _ in range(200):
        table = rng.sample(range(1, 6), 4)
        order = sorted(table, key=lambda person: rng.gauss(person, 0.7), reverse=True)
        ratings.count(match(*(seat(0, order.index(each) + 1, each == order[0]) for each in table), people=table))
    found = ratings.standings()
    assert max(found, key=lambda person: found[person].rating) == 5
    assert min(found, key=lambda person: found[person].rating) == 1
    assert len(ratings.course(5)) == found[5].matches and ratings.course(5)[-1] == found[5].rating
    assert ratings.course(77) == ()
