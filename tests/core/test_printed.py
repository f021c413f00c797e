"""Printed numbers: what may stand in a field, and that a match carries those it was begun with."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core import codec
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.printed import Field, Printed, Problem, numbers_of, read, show
from lairkeeper.core.result import Refused

from .toy import SETUP, TOY

FIELDS = (
    Field("points", high=20),
    Field("symbols", "words", most=3),
    Field("pays", "pairs", low=1, high=9, optional=True, default=()),
    Field("part", "choice", choices=("battery", "lens"), optional=True),
    Field("hero", "flag", optional=True, default=False),
    Field("effect", "text", optional=True),
)
PRINTED = Printed(
    fields={"gem": FIELDS, "spade": (Field("points"),)},
    proxy={"gem": {"points": 3, "symbols": ("disc",)}},
    known={"mole": {"vp": 1}},
)
NUMBERED = replace(TOY, printed=PRINTED)


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("points", " 12 ", 12),
        ("points", 0, 0),
        ("symbols", "Disc, disc;star", ("disc", "disc", "star")),
        ("symbols", ["a-1"], ("a-1",)),
        ("symbols", "\u00c9toile, cl\u00e9", ("\u00e9toile", "cl\u00e9")),
        ("symbols", "e\u0301toile", ("\u00e9toile",)),
        ("pays", "disc 3, star:1", (("disc", 3), ("star", 1))),
        ("pays", [["disc", 3]], (("disc", 3),)),
        ("pays", "", ()),
        ("part", "Lens", "lens"),
        ("part", None, None),
        *(("hero", word, True) for word in ("yes", "true", "1", "on", "Yes")),
        *(("hero", word, False) for word in ("no", "false", "0")),
        ("hero", False, False),
        ("effect", "one more card", "one more card"),
    ],
)
def test_a_value_is_read_as_typed_or_as_kept_and_shown_again(name: str, typed: Any, value: Any) -> None:
    field = next(each for each in FIELDS if each.name == name)
    assert read(field, typed) == value
    assert read(field, show(field, value)) == value


@pytest.mark.parametrize(
    ("name", "typed", "code"),
    [
        ("points", "", "missing"),
        ("points", "three", "not-a-number"),
        ("points", "²", "not-a-number"),
        ("points", True, "not-a-number"),
        ("points", 1.5, "not-a-number"),
        ("points", "21", "out-of-bounds"),
        ("points", "-1", "out-of-bounds"),
        ("points", "9" * 40, "out-of-bounds"),
        ("symbols", [], "missing"),
        ("symbols", "a,b,c,d", "too-many"),
        ("symbols", "<b>", "not-a-word"),
        ("symbols", [3], "not-a-word"),
        ("symbols", "_star", "not-a-word"),
        ("pays", "disc", "not-a-pair"),
        ("pays", "disc 30", "out-of-bounds"),
        ("pays", [["disc"]], "not-a-pair"),
        ("part", "laser", "not-a-choice"),
        ("hero", "perhaps", "not-a-choice"),
        ("effect", "x" * 81, "too-long"),
        ("effect", 3, "too-long"),
    ],
)
def test_what_cannot_be_printed_there_is_told(name: str, typed: Any, code: str) -> None:
    field = next(each for each in FIELDS if each.name == name)
    problem = read(field, typed)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.args["field"]) == (code, name)


def test_eighty_letters_are_not_too_long() -> None:
    field = next(each for each in FIELDS if each.name == "effect")
    assert read(field, "x" * 80) == "x" * 80


def test_fields_that_a_kind_does_not_have_are_refused() -> None:
    problem = PRINTED.read("spade", {"points": 1, "colour": "red"})
    assert isinstance(problem, Problem)
    assert (problem.code, problem.args["allowed"]) == ("unknown-field", "points")
    long = PRINTED.read("spade", {"x" * 60: 1})
    assert isinstance(long, Problem)
    assert long.args["field"] == "x" * 40
    assert isinstance(PRINTED.read("mole", {}), Problem)


def start(**setup: Any) -> History | Refused:
    return History.start(NUMBERED, Header("toy", ("Ana", "Bo", "Cy"), setup={**SETUP, **setup}))


def test_without_a_word_a_match_has_the_invented_numbers_and_says_so() -> None:
    for setup in ({}, {"printed": "proxy"}):
        history = start(**setup)
        assert isinstance(history, History)
        assert numbers_of(history.state) == "proxy"
        assert NUMBERED.lookup(history.state, "numbers") == "proxy"
        assert NUMBERED.view(history.state, TABLE).extra["numbers"] == "proxy"


def test_a_match_carries_the_numbers_it_was_begun_with() -> None:
    seen: dict[str, Any] = {}

    def setup(work: Any, header: Header) -> Refused | None:
        seen.update(work.numbers)
        assert "printed" not in header.setup
        return TOY.setup(work, header)

    game = replace(NUMBERED, setup=setup)
    header = Header("toy", ("Ana", "Bo", "Cy"), setup={**SETUP, "printed": {"gem": {"points": 5, "symbols": ["key"]}}})
    history = History.start(game, header)
    assert isinstance(history, History)
    assert seen == {"mole": {"vp": 1}, "gem": {"points": 5, "symbols": ("key",), "pays": (), "hero": False}}
    assert NUMBERED.lookup(history.state, "numbers") == "printed"
    again = codec.header_from_json(json.loads(json.dumps(codec.header_to_json(header))))
    assert isinstance(History.start(game, again), History)
    assert seen["gem"]["points"] == 5


@pytest.mark.parametrize(
    ("printed", "why"),
    [
        ({"gem": {"points": 99, "symbols": ["disc"]}}, "out-of-bounds"),
        ({"gem": {}}, "missing"),
        ({"gem": 3}, "not-values"),
        ({"dragon": {"points": 1}}, "unknown-kind"),
        (["gem"], "not-values"),
    ],
)
def test_a_match_with_numbers_that_cannot_be_does_not_begin(printed: Any, why: str) -> None:
    refused = start(printed=printed)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.args["why"]) == ("bad-printed", why)


def test_a_game_whose_numbers_are_public_says_nothing_about_them() -> None:
    history = History.start(TOY, Header("toy", ("Ana", "Bo", "Cy"), setup=SETUP))
    assert isinstance(history, History)
    assert "numbers" not in TOY.view(history.state, TABLE).extra


def test_a_kind_that_nobody_knows_is_told_in_part() -> None:
    wrong = PRINTED.read("x" * 70, {})
    assert isinstance(wrong, Problem)
    assert (wrong.code, wrong.args["value"]) == ("unknown-kind", "x" * 64)


@pytest.mark.parametrize("value", [[], (), "", 5, {"disc": 1}])
def test_a_list_without_a_word_is_missing(value: Any) -> None:
    wrong = read(Field("symbols", "words"), value)
    assert isinstance(wrong, Problem)
    assert wrong.code == "missing"


def test_copies_are_invented_where_a_kind_has_some_and_nobody_typed_it() -> None:
    counted = Printed(
        fields={"gem": (Field("points"), Field("copies")), "spade": (Field("points"),)},
        proxy={"gem": {"points": 3, "copies": 2}, "spade": {"points": 1}},
    )
    assert counted.invents_copies("gem", ())
    assert not counted.invents_copies("gem", ("gem",))
    assert not counted.invents_copies("spade", ())
    assert not counted.invents_copies("mole", ())
