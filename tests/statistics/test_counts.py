"""Counts worked out by hand: ties, sides, bounds, goals, matches that everybody lost."""

from __future__ import annotations

from lairkeeper.statistics import Against

from .matches import match, overview, profile, seat


def alone(*results: tuple[int, int], number: int = 1):
    """Return a match of everybody alone, from scores and ranks; the first rank wins."""
    return match(*(seat(score, rank, rank == 1) for score, rank in results), number=number)


def test_nothing_played_is_nothing() -> None:
    found = profile(1)
    assert (found.whole.played, found.whole.won, found.run, found.longest, found.games, found.against) == (
        0, 0, 0, 0, (), (),
    )  # fmt: skip
    assert overview().games == ()


def test_wins_scores_margins_and_times() -> None:
    games = [
        match(seat(30, 1, True), seat(20, 2), seat(10, 3), seconds=600.0, number=1),
        match(seat(15, 2), seat(40, 1, True), seat(5, 3), seconds=None, number=2),
        match(seat(20, 1, True), seat(12, 2), seat(8, 3), seconds=1200.0, number=3),
    ]
    line = profile(1, *games).games[0]
    assert (line.played, line.won, round(line.chance, 3)) == (3, 2, 0.333)
    assert (line.average, line.best) == (65 / 3, 30)
    assert (line.ahead, line.behind) == ((10 + 8) / 2, 25.0)
    assert line.seconds == 900.0, "the match whose time is not known is left out"
    last = profile(3, *games).games[0]
    assert (last.won, last.ahead, last.behind) == (0, None, (20 + 35 + 12) / 3)


def test_a_shared_win_is_a_win_of_each_and_level_between_them() -> None:
    game = match(seat(20, 1, True), seat(20, 1, True), seat(7, 3))
    found = profile(1, game)
    assert (found.whole.won, found.whole.ahead) == (1, 0.0)
    assert found.against == (Against(2, 0, 1, 0), Against(3, 1, 0, 0))


def test_who_shares_a_win_by_a_house_rule_is_level_whatever_the_tie_break() -> None:
    assert profile(1, match(seat(20, 1, True), seat(20, 2, True))).against == (Against(2, 0, 1, 0),)


def test_a_tie_that_was_broken_is_no_tie() -> None:
    game = match(seat(20, 1, True), seat(20, 2))
    assert profile(1, game).against == (Against(2, 1, 0, 0),)
    assert profile(2, game).against == (Against(1, 0, 0, 1),)


def test_streaks_run_over_all_games_and_end_with_a_loss() -> None:
    games = [alone((9, 1), (1, 2), number=n) for n in (1, 2, 3)]
    games += [alone((1, 2), (9, 1), number=4), alone((9, 1), (1, 2), number=5)]
    found = profile(1, *games)
    assert (found.longest, found.run) == (3, 1)
    assert (profile(2, *games).longest, profile(2, *games).run) == (1, 0)


def test_mates_are_no_opponents_and_the_score_of_the_side_decides() -> None:
    bad, good = {"side": "bad", "whole": 11}, {"side": "good", "whole": 14}
    game = match(seat(4, 2, **bad), seat(6, 1, True, **good), seat(7, 2, **bad), seat(8, 1, True, **good))
    found = profile(2, game)
    assert found.against == (Against(1, 1, 0, 0), Against(3, 1, 0, 0))
    assert (found.whole.ahead, found.games[0].average) == (3.0, 6.0)
    assert round(found.whole.chance, 3) == 0.5, "one of two sides wins"
    assert [(line.key, line.won) for line in found.sides] == [(("toy", "good"), 1)]
    assert profile(3, game).whole.behind == 3.0


def test_one_against_many_is_a_match_of_two_sides() -> None:
    game = match(
        seat(5, 1, True, side="one", whole=5), seat(9, 2, side="many", whole=9), seat(9, 2, side="many", whole=9),
        apart_goals=True,
    )  # fmt: skip
    found = profile(1, game)
    assert round(found.whole.chance, 3) == 0.5
    assert (found.whole.ahead, found.games[0].average, found.games[0].best) == (None, None, None), "do not compare"
    assert found.sides[0].average == 5.0, "of one side they do"
    assert overview(game).games[0].best is None


def test_bounds_of_a_score_count_as_played_and_for_nothing_else() -> None:
    games = [match(seat(None, 1, True), seat(12, 2), number=1), match(seat(10, 1, True), seat(4, 2), number=2)]
    found = profile(1, *games)
    assert (found.bounds, found.whole.played, found.whole.won) == (1, 2, 2)
    assert (found.games[0].average, found.games[0].best, found.games[0].ahead) == (10.0, 10, 6.0)
    assert profile(2, *games).games[0].behind == 6.0, "against a score that is not known there is no margin"


def test_a_match_that_everybody_lost_ranks_nobody() -> None:
    game = match(seat(8, None), seat(6, None))
    found = profile(1, game)
    assert (found.whole.played, found.whole.won, found.against, found.games[0].best) == (1, 0, (), 8)


def test_who_is_not_known_any_more_is_left_out() -> None:
    game = match(seat(8, 1, True), seat(6, 2), people=(1, None))
    assert profile(1, game).against == ()
    assert overview(game).games[0].by == 1


def test_all_matches_by_game_level_and_number() -> None:
    games = [
        match(seat(30, 1, True), seat(20, 2), game="a", seconds=600.0, number=1),
        match(seat(5, 2), seat(40, 1, True), game="a", level="full", seconds=1200.0, number=2),
        match(seat(3, 1, True), seat(1, 3), seat(2, 2), game="b", number=3),
    ]
    found = overview(*games)
    assert [(line.key, line.matches, line.seconds, line.winning, line.best, line.by) for line in found.games] == [
        (("a",), 2, 900.0, 35.0, 40, 2),
        (("b",), 1, None, 3.0, 3, 1),
    ]
    assert [line.key for line in found.levels] == [("a", "full"), ("a", "score"), ("b", "score")]
    assert [(line.key, line.matches, line.best) for line in found.numbers] == [(("2",), 2, None), (("3",), 1, None)]
