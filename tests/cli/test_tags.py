"""`lairkeeper tags`: one tag by hand, many on a board, to a file and back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lairkeeper.board import SimulatedBoard
from lairkeeper.store import Store
from lairkeeper.table import Hub

from .test_listing import lairkeeper

FOUR = ("04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "04A1B2C3D4E5F8", "04A1B2C3D4E5F9")


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "tags.db")


def test_one_tag_by_its_uid(db: str) -> None:
    assert "No tags yet" in lairkeeper("tags", "list", "--db", db).stdout
    done = lairkeeper("tags", "enrol", "forever-evil", "catwoman#2", "--uid", "04:a1:b2:c3:d4:e5:f6", "--db", db)
    assert done.returncode == 0
    shown = lairkeeper("tags", "list", "--db", db).stdout
    assert FOUR[0] in shown
    assert "catwoman#2" in shown
    missing = lairkeeper("tags", "list", "--missing", "--game", "forever-evil", "--db", db).stdout.split()
    assert "catwoman#1" in missing
    assert "catwoman#2" not in missing


@pytest.mark.parametrize(
    ("piece", "uid", "says"),
    [
        ("catwoman#3", FOUR[1], "--force"),  # the box has two
        ("batmobile#1", FOUR[1], "batmobile"),
        ("catwoman#1", FOUR[0], "--force"),  # that tag is on catwoman#2
        ("catwoman#1", "08A1B2C3", "08A1B2C3"),  # changes each time
        ("catwoman#1", "hello", "hello"),
    ],
)
def test_what_cannot_be_enrolled_is_one_sentence_and_changes_nothing(db: str, piece: str, uid: str, says: str) -> None:
    lairkeeper("tags", "enrol", "forever-evil", "catwoman#2", "--uid", FOUR[0], "--db", db)
    before = lairkeeper("tags", "list", "--db", db).stdout
    done = lairkeeper("tags", "enrol", "forever-evil", piece, "--uid", uid, "--db", db)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert lairkeeper("tags", "list", "--db", db).stdout == before


def test_to_a_file_and_to_another_computer(db: str, tmp_path: Path) -> None:
    for n, uid in enumerate(FOUR, 1):
        lairkeeper("tags", "enrol", "forever-evil", f"vp-1#{n}", "--uid", uid, "--db", db)
    file, other = str(tmp_path / "tags.toml"), str(tmp_path / "other.db")
    assert lairkeeper("tags", "export", "-o", file, "--db", db).returncode == 0
    assert "4 enrolled, 0 unchanged" in lairkeeper("tags", "import", file, "--db", other).stdout
    assert "0 enrolled, 4 unchanged" in lairkeeper("tags", "import", file, "--db", other).stdout
    assert lairkeeper("tags", "list", "--db", other).stdout == lairkeeper("tags", "list", "--db", db).stdout


def test_tags_are_told_in_the_language_that_was_chosen(db: str) -> None:
    words = ("tags", "enrol", "forever-evil", "vp-1#2", "--uid", FOUR[0], "--db", db)
    assert lairkeeper(*words).stdout == f"{FOUR[0]} is 1 VP token (vp-1#2) now.\n"
    with Store.open(Path(db)) as store:
        Hub(store).set_language("fr")
    assert lairkeeper(*words).stdout == f"{FOUR[0]} est maintenant Jeton 1 PV (vp-1#2).\n"


def test_a_tag_file_with_one_bad_entry_enrols_nothing(db: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    entry = '[[tag]]\nuid = "{}"\ngame = "forever-evil"\ncomponent = "{}"\n'
    file.write_text("format = 1\n" + entry.format(FOUR[0], "vp-1#1") + entry.format(FOUR[1], "batmobile#1"), "utf-8")
    done = lairkeeper("tags", "import", str(file), "--db", db)
    assert done.returncode == 1
    assert "entry 2" in done.stderr
    assert "nothing was enrolled" in done.stderr
    assert "No tags yet" in lairkeeper("tags", "list", "--db", db).stdout


@pytest.mark.parametrize("what", [("tags",), ("tags", "numbers")])
def test_a_file_that_is_no_text_is_named_and_changes_nothing(db: str, tmp_path: Path, what: tuple[str, ...]) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\x89PNG\xff")
    done = lairkeeper(*what, "import", str(file), "--db", db)
    assert done.returncode == 1
    assert "is no text in UTF-8 (byte 0)" in done.stderr
    assert "Traceback" not in done.stderr


def test_many_tags_tapped_in_order_on_a_board(db: str) -> None:
    with SimulatedBoard(("tap",), paced=True) as board:
        command = [sys.executable, "-m", "lairkeeper", "tags", "enrol", "forever-evil", "vp-1 x2, vp-5"]
        command += ["--board", board.port, "--db", db]
        enrolling = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            for uid in FOUR[:3]:
                _tap_when_asked(enrolling, board, uid)
            said = enrolling.communicate(timeout=20)[0]
        finally:
            enrolling.kill()
    assert "All are enrolled." in said
    assert enrolling.returncode == 0
    shown = lairkeeper("tags", "list", "--db", db).stdout.split("\n")
    assert [line.split()[::2][:2] for line in shown[:3]] == [
        [FOUR[0], "vp-1#1"],
        [FOUR[1], "vp-1#2"],
        [FOUR[2], "vp-5#1"],
    ]


def _tap_when_asked(enrolling: subprocess.Popen[str], board: SimulatedBoard, uid: str) -> None:
    """Hold it until it is written."""
    assert enrolling.stdout is not None
    for line in enrolling.stdout:
        if line.startswith("Tap "):
            break
    board.place("tap", uid)
    for line in enrolling.stdout:
        if "is written on the tag" in line:
            break
    board.take("tap", uid)
