"""The course and the story of whole matches, told again here in the simplest way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted
from lairkeeper.core.view import Scoreboard
from lairkeeper.games import all_games, get_game
from lairkeeper.i18n import LANGUAGES, Texts, shared_texts
from lairkeeper.kit.driver import Recording, play_match
from lairkeeper.table.course import Contender, Course, course_of
from lairkeeper.table.sources import sources_of
from lairkeeper.table.story import Chase, chase_of, source_of, turning_of
from tests.fresh import SEED

CASES = [(game, level) for game in all_games().values() for level in game.levels]
every_case = pytest.mark.parametrize(("game", "level"), CASES, ids=[f"{game.id}-{level}" for game, level in CASES])


@cache
def played(id: str, level: str) -> Recording:
    """Play a match of a number of players and by a seed that are drawn anew in each run."""
    game = get_game(id)
    rng = Random(f"{SEED} {id} {level}")
    rules = {"variant": "teams"} if id == "forever-evil" and rng.random() < 0.3 else {}
    players = rng.choice((2, 4)) if rules else rng.randint(*game.players)
    return play_match(game, rng.randrange(10**6), level=level, players=players, ruleset=rules)


def sums(board: Scoreboard) -> tuple[int, ...]:
    return tuple(each.low for each in board.teams or board.seats)


@every_case
def test_the_course_ends_at_the_scoreboard(game: Game, level: str) -> None:
    history = played(game.id, level).history
    board = game.score(history.state, TABLE)
    course = course_of(history)
    assert {seat: each.rank for each in course.contenders for seat in each.seats} == {
        score.seat: score.rank for score in board.seats
    }
    assert {seat for each in course.contenders if each.won for seat in each.seats} == set(board.winners)
    assert tuple(each.score for each in course.contenders) == sums(board)
    if course.scores:
        assert course.scores[-1] == sums(board)
    assert course_of(history) is course, "it is worked out once"


@every_case
def test_each_entry_is_the_score_when_the_pages_went_on_to_the_next_turn(game: Game, level: str) -> None:
    recording = played(game.id, level)
    course = course_of(recording.history)
    states = recording.states
    numbers = []
    for state in states:
        view = game.view(state, TABLE)
        numbers.append(max([view.extra.get("round", view.turn), *numbers[-1:]]))
    if course.unit == "turn":
        last = {turn: index + 1 for index, turn in enumerate(numbers[:-1]) if turn}
        assert dict(zip(course.at, course.scores, strict=True)) == {
            turn: sums(game.score(states[index], TABLE)) for turn, index in last.items()
        }
    else:
        seen = [sums(game.score(state, TABLE)) for state in states]
        assert course.scores == tuple(after for before, after in pairwise(seen) if before != after)


def worth(course: Course, scores: Sequence[int]) -> list[float]:
    return [n / (each.goal or 1) for n, each in zip(scores, course.contenders, strict=True)]


@every_case
def test_the_story_is_true(game: Game, level: str) -> None:
    history = played(game.id, level).history
    course = course_of(history)
    turning, chase = turning_of(course), chase_of(course)
    leaders = []
    for scores in course.scores:
        best = max(worth(course, scores))
        first = [index for index, n in enumerate(worth(course, scores)) if n == best]
        leaders.append(first[0] if len(first) == 1 else None)
    if turning is None:
        assert chase is None
    else:
        assert set(leaders[turning.at :]) == {turning.winner}
        assert turning.at == 0 or leaders[turning.at - 1] != turning.winner
        assert course.contenders[turning.winner].won
    if chase is not None:
        gaps = [sorted(worth(course, scores))[-1] - sorted(worth(course, scores))[-2] for scores in course.scores]
        later = range(turning.at + 1, len(gaps))
        smaller = [at for at in later if gaps[at] < gaps[at - 1] - 1e-9]
        assert chase.at in smaller
        assert gaps[chase.at] == pytest.approx(min(gaps[at] for at in smaller))
        rest = [n for index, n in enumerate(worth(course, course.scores[chase.at])) if index != turning.winner]
        assert worth(course, course.scores[chase.at])[chase.rival] == max(rest)
    sources = sources_of(history, course.contenders)
    assert [sum(each.values()) for each in sources.brought] == [each.score for each in course.contenders]
    source = source_of(course, sources.brought)
    if source is not None:
        mine = sources.brought[source.winner]
        assert [code for code, n in mine.items() if n == max(mine.values())] == [source.category]
        assert source.whole == sum(n for n in mine.values() if n > 0) > source.points


@every_case
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_that_is_said_has_a_text(game: Game, level: str, lang: str) -> None:
    history = played(game.id, level).history
    texts = Texts.load(lang, shared_texts(), game.texts_dir)
    for reason in game.reasons(history.state):
        assert "{" not in texts.say(f"ending.{reason.code}", reason.args)
    for category in sources_of(history, course_of(history).contenders).categories:
        assert texts.say(f"category.{category.code}")
    assert game.reasons(history.state) or game.id == "forever-evil", "a correction may leave nothing to explain"


def course(*scores: tuple[int, int], known: bool = True, goals: tuple[int | None, int | None] = (None, None)) -> Course:
    """Return a course that the first of two players has won."""
    last = scores[-1]
    contenders = (
        Contender(("Ana",), last[0], 1, True, "", goals[0]),
        Contender(("Bo",), last[1], 2, False, "", goals[1]),
    )
    at = tuple(range(1, len(scores) + 1))
    return Course(contenders, "turn", at, scores, (*[known] * (len(scores) - 1), True))


@pytest.mark.parametrize(
    ("scores", "at", "how"),
    [
        (((1, 0), (2, 1)), 0, "first"),
        (((0, 0), (1, 0), (3, 1)), 1, "turn"),
        (((2, 0), (2, 2), (3, 2), (4, 2)), 2, "turn"),
        (((0, 1), (1, 1), (2, 1)), 2, "last"),
    ],
)
def test_the_turning_point_is_where_the_lead_stays(scores: tuple[tuple[int, int], ...], at: int, how: str) -> None:
    turning = turning_of(course(*scores))
    assert turning is not None
    assert (turning.at, turning.how) == (at, how)


def test_a_tie_at_the_end_or_a_single_turn_has_no_turning_point() -> None:
    assert turning_of(course((1, 0), (2, 2))) is None
    assert turning_of(course((2, 0))) is None


def test_what_was_not_known_on_the_way_is_not_told() -> None:
    assert turning_of(course((1, 0), (2, 1), known=False)) is None
    turning = turning_of(course((0, 3), (9, 4), known=False))
    assert turning is not None
    assert turning.how == "count"
    assert chase_of(course((0, 3), (9, 4), known=False)) is None


def test_sides_with_goals_compare_by_their_part_of_the_goal() -> None:
    turning = turning_of(course((1, 12), (3, 12), (5, 29), goals=(5, 30)))
    assert turning is not None
    assert turning.at == 1
    assert chase_of(course((1, 12), (3, 12), (5, 29), goals=(5, 30))) == Chase(1, 2, -24)


def test_a_side_that_won_without_its_goal_has_no_turning_point() -> None:
    assert turning_of(course((1, 12), (3, 12), (4, 20), goals=(5, 30))) is None


def test_a_lead_that_only_grew_was_chased_by_nobody() -> None:
    assert chase_of(course((1, 0), (3, 1), (6, 2))) is None
    assert chase_of(course((4, 0), (5, 3), (6, 4), (9, 4))) == Chase(1, 1, 2)


def told(game: str, seats: tuple[str, ...], *commands: Command, **ruleset: str) -> History:
    """Play these commands at level ``score``."""
    history = History.start(get_game(game), Header(game, seats, "score", ruleset=ruleset))
    assert isinstance(history, History)
    for command in commands:
        assert isinstance(history.submit(command), Accepted), command
    return history


def test_schemes_come_before_citizens() -> None:
    history = told("dc-forever", ("Ana", "Bo"))
    game = history.game
    who = game.view(history.state, TABLE).extra["rogues"]
    (rogue,) = who
    hero = next(seat for seat in history.state.seats if seat != rogue)
    for command in (
        *[Command(move="complete", by=rogue)] * 5,
        *[Command(move="rescue", by=hero, amount=31)],
        Command(move="end-turn"),
    ):
        assert isinstance(history.submit(command), Accepted), command
    assert history.state.winners == (rogue,)
    (reason,) = game.reasons(history.state)
    assert (reason.code, reason.args) == ("schemes-first", {"n": 5, "citizens": 31})
    assert history.undo(1) is not None
    assert game.reasons(history.state) == ()


def counted(history: History, cards: dict[str, tuple[str, ...]]) -> History:
    """Count these cards for each seat, and finish."""
    while not history.state.finished:
        view = history.game.view(history.state, TABLE)
        assert view.prompt is not None
        waiting = view.prompt.args.get("waiting", ())
        for seat in waiting[:1]:
            for card in cards.get(seat) or ("punch",):
                assert isinstance(history.submit(Command(move="sweep", by=seat, card=card)), Accepted)
        command = history.game.view(history.state, TABLE).prompt.options[0].command
        assert isinstance(history.submit(command), Accepted), command
    return history


@pytest.mark.parametrize(
    ("ana", "bo", "tie", "code", "winners"),
    [
        (("aquaman",), ("kick",), "shared", "most", ("Ana",)),
        (("aquaman",), (), "shared", "heroes", ("Ana",)),
        (("kick",), ("kick",), "shared", "shared", ("Ana", "Bo")),
        (("kick",), ("kick",), "last-in-turn-order", "last-in-turn-order", ("Bo",)),
    ],
)
def test_ties_are_explained_in_the_terms_of_the_game(
    ana: tuple[str, ...], bo: tuple[str, ...], tie: str, code: str, winners: tuple[str, ...]
) -> None:
    worth = get_game("forever-evil").catalog.get("aquaman").vp if code == "heroes" else 0
    gains = [Command(move="gain", by="Bo", amount=worth)] if worth else []
    history = told("forever-evil", ("Ana", "Bo"), *gains, Command(move="end-game", by="Ana", option="line-up"), tie=tie)
    counted(history, {"Ana": ana, "Bo": bo})
    assert history.state.winners == winners
    assert [reason.code for reason in history.game.reasons(history.state)] == [code]


def test_a_tie_below_the_winner_is_explained_too() -> None:
    worth = get_game("forever-evil").catalog.get("aquaman").vp
    history = told(
        "forever-evil", ("Ana", "Bo", "Cy"),
        Command(move="gain", by="Ana", amount=30), Command(move="gain", by="Bo", amount=worth),
        Command(move="end-game", by="Ana", option="line-up"),
    )  # fmt: skip
    counted(history, {"Cy": ("aquaman",)})
    reasons = history.game.reasons(history.state)
    assert [reason.code for reason in reasons] == ["most", "tie"]
    assert (reasons[1].args["seat"], reasons[1].args["other"]) == ("Cy", "Bo")
