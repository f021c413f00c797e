"""``lairkeeper backup`` and ``restore``: everything in one file and back, each told in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from lairkeeper.store import Store
from lairkeeper.table import Hub

from .test_listing import lairkeeper


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "lair.db"
    with Store.open(path) as store:
        Hub(store).start("forever-evil", ("Ana", "Bo"), level="score")
    return path


def told(*words: str | Path, status: int = 0) -> str:
    done = lairkeeper(*map(str, words))
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_there_and_back_on_a_fresh_machine(db: Path, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new" / "lair.db"
    with Store.open(db):  # a table that runs
        assert "Matches: 1, players: 2, tags: 0 written to" in told("backup", copy, "--db", db)
    assert f"restored to {new}" in told("restore", copy, "--db", new)
    assert "Ana, Bo" in told("matches", "--db", new)
    assert "lair.before-" in told("restore", copy, "--db", new)


def test_while_the_table_runs_the_next_start_restores(db: Path, tmp_path: Path) -> None:
    told("backup", tmp_path / "copy.db", "--db", db)
    with Store.open(db) as store:
        Hub(store).start("forever-evil", ("Cy", "Dee"), level="score")
        assert "its next start puts them in place" in told("restore", tmp_path / "copy.db", "--db", db)
        assert "Cy, Dee" in told("matches", "--db", db)
    with Store.open(db) as store:
        assert len(store.matches.list()) == 1


def test_what_cannot_be_done_is_one_sentence(db: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ana", encoding="utf-8")
    assert "is there already" in told("backup", letter, "--db", db, status=1)
    assert letter.read_text(encoding="utf-8") == "Dear Ana"
    assert "does not exist" in told("backup", tmp_path / "x.db", "--db", tmp_path / "none.db", status=1)
    assert "is not a backup of Lairkeeper" in told("restore", letter, "--db", db, status=1)
    assert "does not exist" in told("restore", tmp_path / "none.db", "--db", db, status=1)
    assert str(db) in told("backup", "--db", db)
    assert "Ana, Bo" in told("matches", "--db", db)
