"""Hands as they are: each tap counts once, or is asked about, or is said; nothing counts twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..fresh import SEED
from .hands import Board, Gesture, Hands, Judge, Stay

FRESH = 400
LONG = 10_000


def wrong(seed: int, gestures: int, period: int, turn_end: str = "told") -> list[str]:
    judge = Judge(seed, period=period, turn_end=turn_end)
    outcome = judge.play(gestures)
    assert set(outcome.played) == set(judge.hands.kinds)
    return outcome.wrong


@pytest.mark.parametrize("period", [18, 40])
def test_fresh_gestures_count_once_or_are_asked_or_said(period: int) -> None:
    """Boards look every 18 ms with one reader, every 40 ms with more."""
    found = wrong(SEED + period, FRESH // 2, period)
    assert found == [], f"hands of seed {SEED + period}"


def test_fresh_gestures_count_once_where_ends_of_turns_are_understood() -> None:
    assert wrong(SEED, FRESH // 2, 40, "understood") == [], f"hands of seed {SEED}"


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_ten_thousand_gestures() -> None:
    judge = Judge(SEED)
    outcome = judge.play(LONG)
    told = {"seed": SEED, "gestures": dict(outcome.played), "asked": dict(outcome.asked), "said": dict(outcome.said)}
    Path("build").mkdir(exist_ok=True)
    Path("build/hands.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    assert outcome.wrong == [], f"hands of seed {SEED}"


def test_the_same_seed_gives_the_same_hands() -> None:
    once, again = (Hands(7) for _ in range(2))
    assert [once.gesture() for _ in range(20)] == [again.gesture() for _ in range(20)]


def played(*stays: Stay, meant: tuple[tuple[str, str], ...]) -> list[str]:
    judge = Judge(1)
    judge.one(0, Gesture("by hand", stays, meant))
    return judge.outcome.wrong


def test_the_judge_sees_a_token_that_counts_twice() -> None:
    twice = (Stay("tap", "vp-5#1", 0, 500, 1.0), Stay("tap", "vp-5#1", 1_500, 2_000, 1.0))
    assert played(*twice, meant=(("vp-5#1", "tap"),))[0].startswith("counted twice")
    assert played(*twice, meant=(("vp-5#1", "tap"), ("vp-5#1", "tap"))) == []


def test_the_judge_sees_a_tap_that_is_dropped() -> None:
    (found,) = played(Stay("tap", "vp-5#1", 0, 500, 0.0), meant=(("vp-5#1", "tap"),))
    assert found.startswith("dropped in silence")


@pytest.mark.parametrize("over", [80, 200, 350, 500])
@pytest.mark.parametrize("travel", [60, 300, 1_000, 1_500])
def test_a_token_carried_over_anas_tray_gains_once_for_bo(over: int, travel: int) -> None:
    """Both readers see it; whoever carried it says so once, and no list of what hands must do comes of it."""
    judge = Judge(1)
    stays = (Stay("seat-1", "vp-5#1", 0, over, 1.0), Stay("seat-2", "vp-5#1", over + travel, over + travel + 600, 1.0))
    sightings = judge.board.looks(Gesture("carried", stays, ()))
    assert {each.zone for each in sightings if each.kind == "+"} == {"seat-1", "seat-2"}
    judge.player.play(sightings)
    assert judge.scores() == {"Ana": 5, "Bo": 0, "Cy": 0, "Di": 0}
    (question,) = judge.player.questions
    assert (question.code, question.args["other"]) == ("carried", "seat-1")
    assert [option.action for option in question.options] == ["instead", "also", "first-only"]
    judge.player.choose(question, question.confirmed() or 0)
    assert judge.scores() == {"Ana": 0, "Bo": 5, "Cy": 0, "Di": 0}
    assert judge.player.todo == ()


def test_a_new_tag_is_read_twice_in_one_look() -> None:
    board = Board("forever-evil", 1)
    short = Gesture("glimpse", (Stay("tap", "vp-5#1", 30, 60, 1.0),), ())
    assert [(each.kind, each.zone) for each in board.looks(short)] == [("+", "tap"), ("-", "tap")]
