"""Databases that cannot be used: one sentence that names the next step, and the file stays as it was."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from lairkeeper.store import Store

from .secret_match import SECRETS, begin
from .test_listing import lairkeeper


def broken(path: Path) -> None:
    Store.open(path).close()
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xff" * 3996
    path.write_bytes(bytes(data))


def no_database(path: Path) -> None:
    path.write_text("Dear diary, today I stole the moon.", encoding="utf-8")


def newer(path: Path) -> None:
    Store.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 9999")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(("spoil", "says"), [(broken, "damaged"), (no_database, "not a"), (newer, "newer Lairkeeper")])
@pytest.mark.parametrize("verb", [("serve", "--headless"), ("demo", "--headless"), ("tags", "list"), ("export",)])
def test_a_database_that_cannot_be_used(tmp_path: Path, spoil: object, says: str, verb: tuple[str, ...]) -> None:
    path = tmp_path / "odd.db"
    assert callable(spoil)
    spoil(path)
    before = path.read_bytes()
    done = lairkeeper(*verb, "--db", str(path))
    assert done.returncode == 1
    assert says in done.stderr
    assert "--db" in done.stderr, "the sentence must name the next step"
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == before


def test_a_finished_match_is_listed_and_exported(tmp_path: Path) -> None:
    db = tmp_path / "match.db"
    done = lairkeeper("demo", "--auto", "--headless", "--json", "--players", "2", "--level", "score", "--db", str(db))
    assert done.returncode == 0, done.stderr
    listed = lairkeeper("export", "--db", str(db)).stdout
    assert "finished" in listed
    lines = lairkeeper("export", "1", "--format", "csv", "--db", str(db)).stdout.splitlines()
    assert lines[0].startswith("\ufeffmatch,game,level")
    assert len(lines) == 3
    assert lairkeeper("export", "1", "--db", str(db)).stderr == ""
    missing = lairkeeper("export", "99", "--db", str(db))
    assert missing.returncode == 1
    assert "no match 99" in missing.stderr


def test_an_export_of_a_running_match_keeps_its_secrets_unless_they_are_asked_for(tmp_path: Path) -> None:
    db = tmp_path / "running.db"
    begin(db)
    done = lairkeeper("export", "1", "--db", str(db))
    assert done.returncode == 0
    assert "still running" in done.stderr
    assert "--with-secrets" in done.stderr
    for secret in (*SECRETS, "no-match"):
        assert secret not in done.stdout
    whole = json.loads(done.stdout)
    assert whole["secrets"].startswith("left out")
    assert [each["line"]["code"] for each in whole["records"]] == ["start", "play"]
    assert whole["view"]["zones"]["hand.Zoé"]["count"] == 4
    full = lairkeeper("export", "1", "--with-secrets", "--db", str(db))
    assert "names what lies face down" in full.stderr
    assert "plot-7#1" in full.stdout
    assert "secrets" not in json.loads(full.stdout)
    assert lairkeeper("export", "1", "--format", "csv", "--db", str(db)).stderr == ""
