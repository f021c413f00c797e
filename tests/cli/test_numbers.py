"""`lairkeeper tags numbers`: typed, listed, shared, taken over and forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_listing import lairkeeper

GAME = "evil-101"


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "numbers.db")


def numbers(*words: str) -> tuple[int, str, str]:
    done = lairkeeper("tags", "numbers", *words)
    return done.returncode, done.stdout, done.stderr


def test_one_card_is_typed_listed_and_forgotten(db: str) -> None:
    assert numbers("set", GAME, "plot-6", "points=2", "symbols=disc, star", "copies=3", "--db", db)[0] == 0
    shown = numbers("list", GAME, "--db", db)[1]
    assert "points=2  symbols=disc, star  copies=3" in shown
    assert "plot-7                   not typed yet" in shown
    assert "plot-60" not in shown, "spare numbers are not asked for"
    assert "plot-6 " not in numbers("list", GAME, "--missing", "--db", db)[1]
    missing = lairkeeper("tags", "list", "--game", GAME, "--missing", "--db", db).stdout
    assert "plot-6#3" in missing
    assert numbers("forget", GAME, "plot-6", "--db", db)[0] == 0
    for gone in ("plot-6", "plot\udcff"):  # the other is no text: bytes that the shell passes on
        status, _, error = numbers("forget", GAME, gone, "--db", db)
        assert (status, "nothing was typed" in error) == (1, True), error


@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_file_travels(db: str, tmp_path: Path, form: str) -> None:
    numbers("set", GAME, "target-30", "symbols=disc 3, star 1", "--db", db)
    file = tmp_path / f"numbers.{form}"
    assert numbers("export", GAME, "--format", form, "-o", str(file), "--db", db)[0] == 0
    other = str(tmp_path / "other.db")
    assert "1 new, 0 changed, 0 unchanged" in numbers("import", str(file), "--db", other)[1]
    assert "symbols=disc 3, star 1" in numbers("list", GAME, "--db", other)[1]
    numbers("set", GAME, "target-30", "symbols=disc 9", "--db", other)
    status, _, error = numbers("import", str(file), "--db", other)
    assert (status, "--replace" in error, "other numbers were typed" in error) == (1, True, True)
    assert "1 changed" in numbers("import", str(file), "--replace", "--db", other)[1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("set", GAME, "plot-6", "points=many", "symbols=disc"), "no whole number"),
        (("set", GAME, "dragon", "points=1"), "No card of this game is called dragon"),
        (("set", GAME, "plot-6", "points"), "FIELD=VALUE"),
        (("list", "forever-evil"), "all numbers of forever-evil are public"),
        (("list", "ludo"), "no game 'ludo'"),
    ],
)
def test_what_cannot_be_is_one_sentence(db: str, words: tuple[str, ...], says: str) -> None:
    status, _, error = numbers(*words, "--db", db)
    assert status != 0
    assert says in error
    assert "Traceback" not in error


def test_a_file_that_is_none(db: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("hello", encoding="utf-8")
    status, _, error = numbers("import", str(file), "--db", db)
    assert status == 1
    assert "neither TOML nor JSON" in error


def test_copies_that_nobody_knows_are_called_invented(db: str, tmp_path: Path) -> None:
    assert (
        "plot-1                   not typed yet; that there is such a card is invented"
        in numbers("list", GAME, "--db", db)[1]
    )
    numbers("set", GAME, "plot-1", "points=2", "symbols=disc", "--db", db)
    assert "plot-1 " in numbers("list", GAME, "--db", db)[1]
    done = lairkeeper("tags", "sheet", GAME, "-o", str(tmp_path / "labels.pdf"), "--db", db)
    assert "How many copies there are is invented for 82 of these labels" in done.stderr
    done = lairkeeper("tags", "list", "--missing", "--game", GAME, "--db", db)
    assert "invented for 82 of these pieces" in done.stderr


def test_a_word_that_looks_mistyped_is_asked_about(db: str, tmp_path: Path) -> None:
    for n, word in enumerate(("stars", "stars", "star"), 1):
        status, _, error = numbers("set", GAME, f"plot-{n}", "points=1", f"symbols={word}", "--db", db)
        assert (status, "Did you mean" in error) == (0, n == 3)
    file = tmp_path / "numbers.toml"
    numbers("export", GAME, "-o", str(file), "--db", db)
    status, said, error = numbers("import", str(file), "--db", str(tmp_path / "other.db"))
    assert (status, "3 new" in said) == (0, True)
    assert "“star” is used once, on Plot 3. Did you mean “stars”?" in error


@pytest.mark.parametrize(
    "bad",
    [
        "points = 1" + "0" * 5000,
        "points = 0x" + "f" * 5000,
        "points = " + "[" * 20000,
        "points = nan",
        'symbols = "star!"',
    ],
    ids=["digits", "hex", "deep", "nan", "word"],
)
def test_a_bad_file_gets_a_sentence_and_no_traceback(db: str, tmp_path: Path, bad: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(f'format = 1\ngame = "{GAME}"\n[kind.plot-1]\nsymbols = "disc"\n{bad}\n')
    status, _, error = numbers("import", str(file), "--db", db)
    assert status == 1
    assert "Traceback" not in error
    assert "Error: " in error


def test_a_byte_order_mark_is_no_part_of_the_file(db: str, tmp_path: Path) -> None:
    numbers("set", GAME, "plot-1", "points=1", "symbols=disc", "--db", db)
    text = numbers("export", GAME, "--format", "json", "--db", db)[1]
    file = tmp_path / "marked.json"
    file.write_text("\ufeff" + text, encoding="utf-8")
    assert "1 unchanged" in numbers("import", str(file), "--db", db)[1]
