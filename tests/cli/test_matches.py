"""``lairkeeper matches``: named, put away, deleted and brought back, each told in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from lairkeeper.store import Store
from lairkeeper.table import Hub

from .test_listing import lairkeeper


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Return a database with a match that was put away and one on the table."""
    path = tmp_path / "lair.db"
    with Store.open(path) as store:
        for seats in (("Ana", "Bo"), ("Cy", "Dee")):
            Hub(store).start("forever-evil", seats, level="score")
    return path


def told(db: Path, *words: str, status: int = 0) -> str:
    done = lairkeeper("matches", "--db", str(db), *words)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_the_list_says_how_each_match_is(db: Path) -> None:
    lines = told(db).splitlines()
    assert [line.split()[0] for line in lines] == ["2", "1"]
    assert "running" in lines[0] and "Cy, Dee" in lines[0]
    assert "archived" in lines[1] and "Ana, Bo" in lines[1]
    assert "No match yet" in told(_empty(db))


def _empty(db: Path) -> Path:
    path = db.with_name("empty.db")
    Store.open(path).close()
    return path


def test_a_match_is_named_and_loses_its_name(db: Path) -> None:
    told(db, "rename", "1", "The night of the storm")
    assert "“The night of the storm”" in told(db)
    assert "use 1 to 60 characters" in told(db, "rename", "1", "x" * 61, status=2)
    told(db, "rename", "1")
    assert "“" not in told(db)


def test_the_match_on_the_table_is_put_away(db: Path) -> None:
    assert "serve --resume 2" in told(db, "put-away")
    assert "running" not in told(db)
    assert "no match is on the table" in told(db, "put-away", status=1)


def test_a_deleted_match_comes_back(db: Path) -> None:
    assert "restore 1" in told(db, "delete", "1")
    assert "deleted" in told(db) and "kept until" in told(db)
    told(db, "restore", "1")
    assert "deleted" not in told(db)
    assert "no match 9" in told(db, "delete", "9", status=1)
