"""Printed numbers as a sheet: out, filled in with a spreadsheet program, and in again, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.core.printed import Field, Printed
from lairkeeper.spreadsheet import MARK
from lairkeeper.store import Store
from lairkeeper.tags import Numbers
from lairkeeper.tags.numberfile import LARGEST, NumberFileError, import_numbers
from lairkeeper.tags.numbersheet import SheetWords, is_sheet, write_sheet

PLOT = (Field("points"), Field("symbols", "words"), Field("note", "text", optional=True))
TOY = Printed({"plot-1": PLOT, "plot-2": PLOT, "target-1": (Field("pays", "pairs"), Field("far", "flag"))})
GAMES = {"toy": TOY, "open": Printed()}
HEAD = "lairkeeper:toy,,Points [points],[symbols],note,Pays [pays],far\n"


@pytest.fixture
def numbers() -> Iterator[Numbers]:
    with Store.open() as store:
        yield Numbers(store.printed, lambda: 1.0)


def words(separator: str = ",") -> SheetWords:
    return SheetWords(lambda kind: f"={kind}", str.title, lambda field: field.type, separator)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_out_and_in_again(numbers: Numbers, separator: str, newline: str) -> None:
    assert numbers.put("toy", TOY, "plot-2", {"points": 3, "symbols": "disc, star", "note": "=1+1; «a»"}) is None
    assert numbers.put("toy", TOY, "target-1", {"pays": "disc 3", "far": True}) is None
    text = write_sheet("toy", TOY, TOY.fields, numbers.of("toy"), words(separator))
    assert text.startswith(MARK) and is_sheet(text)
    with Store.open() as store:
        other = Numbers(store.printed, lambda: 1.0)
        report = import_numbers(text.replace("\n", newline), other, GAMES)
        assert (report.new, report.refused) == (2, ())
        assert other.of("toy") == numbers.of("toy")


def test_a_sheet_shows_what_is_left_and_what_may_stand_there(numbers: Numbers) -> None:
    lines = write_sheet("toy", TOY, TOY.fields, {"plot-1": {"points": -3, "symbols": ["disc"]}}, words()).splitlines()
    assert lines == [
        MARK + "lairkeeper:toy,,Points [points],Symbols [symbols],Note [note],Pays [pays],Far [far]",
        "#,,number,words,text,pairs,flag",
        "plot-1,'=plot-1,-3,disc,,·,·",
        "plot-2,'=plot-2,,,,·,·",
        "target-1,'=target-1,·,·,·,,",
    ]


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("plot-1,x,many,disc\n", [("plot-1", "not-a-number", 2)]),
        ("plot-1,x,,disc\n", [("plot-1", "missing", 2)]),
        ("plot-1,x,1,disc\nplot-2,x,999,disc\nplot-9,x,1,disc\n",
         [("plot-2", "out-of-bounds", 3), ("plot-9", "unknown-kind", 4)]),
        ("plot-1,x,1,disc\n\n#,\nplot-1,x,2,star\n", [("plot-1", "twice", 2)]),
        ('plot-2,x,1,disc,"a\nb"\nplot-1,x,many,disc\n', [("plot-2", "too-long", 2), ("plot-1", "not-a-number", 4)]),
        ("target-1,x,5,,,disc 3,yes\n", [("target-1", "unknown-field", 2)]),
        ("target-1,x,·,·,·,disc 3,perhaps\n", [("target-1", "not-a-choice", 2)]),
    ],
)  # fmt: skip
def test_each_line_that_is_wrong_is_told_and_nothing_is_kept(
    numbers: Numbers, rows: str, wrong: list[tuple[str, str, int]]
) -> None:
    report = import_numbers(HEAD + rows, numbers, GAMES)
    assert [(kind, problem.code, report.lines[kind]) for kind, problem in report.refused] == wrong
    assert numbers.of("toy") == {}


def test_cards_that_are_left_empty_are_left_out(numbers: Numbers) -> None:
    report = import_numbers(HEAD + "plot-1,x,1,disc\nplot-2,x,,,\ntarget-1,x,·,·,·,,\n", numbers, GAMES)
    assert (report.new, report.refused) == (1, ())
    assert (
        numbers.of("toy") == {"plot-1": {"points": 1, "symbols": ["disc"], "note": None}}
        or numbers.of("toy")["plot-1"]["points"] == 1
    )


def test_words_of_the_page_are_understood(numbers: Numbers) -> None:
    def plain(field: Field, text: str) -> str:
        return {"oui": "yes"}.get(text, text)

    report = import_numbers(HEAD + "target-1,x,·,·,·,disc 3,oui\n", numbers, GAMES, plain=plain)
    assert report.new == 1 and numbers.of("toy")["target-1"]["far"] is True


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("lairkeeper:chess,x\nking,x,1\n", "unknown-game"),
        ("lairkeeper:open,x\n", "unknown-game"),
        (HEAD + "plot-1," + "x" * 200_000, "unreadable"),
        (HEAD + "x" * LARGEST, "too-large"),
    ],
)
def test_what_is_no_sheet_of_ours_is_told(numbers: Numbers, text: str, code: str) -> None:
    with pytest.raises(NumberFileError) as found:
        import_numbers(text, numbers, GAMES)
    assert found.value.code == code
