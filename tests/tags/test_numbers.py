"""Printed numbers are typed once, edited at any time, and shared as a file that is taken over whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from lairkeeper.core.printed import Field, Printed, Problem
from lairkeeper.i18n import Texts, shared_texts
from lairkeeper.store import Store
from lairkeeper.tags import Numbers
from lairkeeper.tags.numberfile import NumberFileError, export_numbers, import_numbers
from lairkeeper.tags.numbers import typed

PLOT = (Field("points"), Field("symbols", "words"))
TARGET = (Field("pays", "pairs"),)
TOY = Printed({"plot-1": PLOT, "plot-2": PLOT, "plot-10": PLOT, "target-1": TARGET})
GAMES = {"toy": TOY, "open": Printed()}


@pytest.fixture
def numbers() -> Iterator[Numbers]:
    with Store.open() as store:
        yield Numbers(store.printed, lambda: 1.0)


def fill(numbers: Numbers) -> None:
    assert numbers.put("toy", TOY, "plot-10", {"points": "3", "symbols": "disc, disc"}) is None
    assert numbers.put("toy", TOY, "plot-2", {"points": 1, "symbols": ["star"]}) is None
    assert numbers.put("toy", TOY, "target-1", {"pays": "disc 3, star 1"}) is None


def test_numbers_are_kept_and_edited(numbers: Numbers) -> None:
    fill(numbers)
    assert numbers.of("toy")["plot-10"] == {"points": 3, "symbols": ["disc", "disc"]}
    assert numbers.put("toy", TOY, "plot-10", {"points": "4", "symbols": "disc"}) is None
    assert numbers.of("toy")["plot-10"] == {"points": 4, "symbols": ["disc"]}
    assert typed(TOY, "target-1", numbers.of("toy")["target-1"]) == {"pays": "disc 3, star 1"}
    assert numbers.forget("toy", "plot-10")
    assert not numbers.forget("toy", "plot-10")
    assert numbers.missing("toy", TOY, {"plot-1": 1, "plot-2": 1, "other": 1}) == ("plot-1",)


def test_what_cannot_be_is_told_and_keeps_nothing(numbers: Numbers) -> None:
    problem = numbers.put("toy", TOY, "plot-1", {"points": "many", "symbols": "disc"})
    assert isinstance(problem, Problem)
    assert problem.code == "not-a-number"
    assert numbers.of("toy") == {}


@pytest.mark.parametrize("form", ["toml", "json"])
def test_out_and_in_again(numbers: Numbers, form: str) -> None:
    fill(numbers)
    text = export_numbers("toy", numbers.of("toy"), form)
    assert text.index("plot-2") < text.index("plot-10") < text.index("target-1")
    with Store.open() as store:
        other = Numbers(store.printed, lambda: 5.0)
        report = import_numbers(text, other, GAMES)
        assert (report.new, report.changed, report.unchanged, report.refused) == (3, 0, 0, ())
        assert export_numbers("toy", other.of("toy"), form) == text
        assert import_numbers(text, other, GAMES).unchanged == 3


def test_a_file_with_one_wrong_card_changes_nothing(numbers: Numbers) -> None:
    fill(numbers)
    data = {"format": 1, "game": "toy", "kind": {"plot-1": {"points": 1, "symbols": ["key"]}, "plot-2": {"points": 9}}}
    report = import_numbers(json.dumps(data), numbers, GAMES)
    assert [(kind, problem.code) for kind, problem in report.refused] == [("plot-2", "missing")]
    assert "plot-1" not in numbers.of("toy")


def test_what_was_typed_wins_unless_the_file_is_told_to(numbers: Numbers) -> None:
    fill(numbers)
    text = 'format = 1\ngame = "toy"\n[kind.plot-2]\npoints = 7\nsymbols = ["star"]\n'
    assert [problem.code for _, problem in import_numbers(text, numbers, GAMES).refused] == ["differs"]
    assert numbers.of("toy")["plot-2"]["points"] == 1
    assert import_numbers(text, numbers, GAMES, replace=True).changed == 1
    assert numbers.of("toy")["plot-2"]["points"] == 7


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("format = ", "unreadable", "neither TOML nor JSON"),
        ("{", "unreadable", "neither TOML nor JSON"),
        ("", "other-format", "no file of printed numbers in format 1"),
        ("format = 2", "other-format", "no file of printed numbers in format 1"),
        ("format = 1", "no-game", "game = "),
        ('format = 1\ngame = "toy"', "no-kinds", "[kind.NAME]"),
        ('format = 1\ngame = "toy"\nkind = 3', "no-kinds", "[kind.NAME]"),
        ('format = 1\ngame = "toy"\nkind = {}\ncolour = 1', "unknown-key", "“colour”"),
        ('format = 1\ngame = "open"\nkind = {}', "unknown-game", "there are: toy"),
        ('format = 1\ngame = "toy"\nproxy = true\nkind = {}', "invented", "invented"),
        ("[" * 100_000, "unreadable", "neither TOML nor JSON"),
        ("x" * 1_000_001, "too-large", "1000000"),
    ],
)
def test_bad_files_say_what_is_wrong(numbers: Numbers, text: str, code: str, said: str) -> None:
    with pytest.raises(NumberFileError) as caught:
        import_numbers(text, numbers, GAMES)
    assert caught.value.code == code
    assert said in Texts.load("en", shared_texts()).say(f"number-file.{code}", caught.value.values)
    assert "Rien n’a été importé" in Texts.load("fr", shared_texts()).say(f"number-file.{code}", caught.value.values)


def test_invented_numbers_are_labelled_in_their_file() -> None:
    text = export_numbers("toy", {"plot-1": {"points": 1, "symbols": ("disc",)}}, proxy=True)
    assert "INVENTED" in text
    assert "proxy = true" in text
