"""Files as other programs write and read them: byte order marks, spreadsheets; and a board that is not there."""

from __future__ import annotations

import csv
import io
import os
import re
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lairkeeper.cli import cli
from lairkeeper.core.command import Command
from lairkeeper.games.forever_evil import GAME
from lairkeeper.kit.plays import play_files
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table

TAGS = 'format = 1\n\n[[tag]]\nuid = "04319F5D240289"\ngame = "forever-evil"\ncomponent = "vp-1#1"\n'
MARKED = [
    pytest.param("utf-8", id="utf-8"), pytest.param("utf-8-sig", id="utf-8 with a mark"),
    pytest.param("utf-16", id="utf-16 with a mark"),
]  # fmt: skip


def run(*words: object, db: Path | None = None) -> Result:
    return CliRunner().invoke(cli, [*map(str, words), *(["--db", str(db)] if db else [])])


@pytest.mark.parametrize("encoding", MARKED)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_tag_and_number_files_with_a_byte_order_mark(tmp_path: Path, encoding: str, ends: str) -> None:
    file, db = tmp_path / "file.toml", tmp_path / "lair.db"
    file.write_bytes(TAGS.replace("\n", ends).encode(encoding))
    done = run("tags", "import", file, db=db)
    assert done.exit_code == 0, done.output
    assert "04319F5D240289" in run("tags", "export", db=db).output
    assert (
        run(
            "tags", "numbers", "set", "evil-101", "plot-6", "points=2", "symbols=disc, star", "copies=3", db=db
        ).exit_code
        == 0
    )
    numbers = run("tags", "numbers", "export", "evil-101", db=db).output
    file.write_bytes(numbers.replace("\n", ends).encode(encoding))
    done = run("tags", "numbers", "import", file, db=db)
    assert done.exit_code == 0, done.output


def test_play_files_with_a_byte_order_mark(tmp_path: Path) -> None:
    play = next(iter(play_files(GAME.plays_dir).values()))
    file = tmp_path / "play.toml"
    file.write_bytes(play.text.encode("utf-8-sig"))
    done = run("play", file)
    assert done.exit_code == 0, done.output


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Begin a match of people whose names a spreadsheet may take for something else."""
    db = tmp_path / "lair.db"
    with Store.open(db) as store:
        table = Hub(store).start("forever-evil", ("-Zoé", "=1+2", "Ana;Bo", 'Łu"cja'), level="score")
        assert isinstance(table, Table)
        table.act(Command(move="gain", by="-Zoé", card="vp-5"), "page")
    return db


@pytest.mark.parametrize(
    ("lang", "words", "separator"),
    [
        ("en", (), ","),
        ("fr", (), ";"),
        ("en", ("--separator", "semicolon"), ";"),
        ("fr", ("--separator", "tab"), "\t"),
        ("fr", ("--separator", "comma"), ","),
    ],
)
def test_csv_opens_in_a_spreadsheet_by_a_double_click(
    played: Path, tmp_path: Path, lang: str, words: tuple[str, ...], separator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    with Store.open(played) as store:
        store.settings.set("language", lang)
    file = tmp_path / "match.csv"
    done = run("export", 1, "--format", "csv", *words, "-o", file, db=played)
    assert done.exit_code == 0, done.output
    raw = file.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf"), "a spreadsheet takes it for UTF-8"
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig")), delimiter=separator))
    assert [row["seat"] for row in rows] == ["'-Zoé", "'=1+2", "Ana;Bo", 'Łu"cja']
    assert rows[0]["score"] == "5"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", rows[0]["started"])
    assert abs((datetime.fromisoformat(rows[0]["started"]) - datetime.now()).total_seconds()) < 600


def test_json_holds_names_as_they_were_typed(played: Path) -> None:
    assert '"Łu\\"cja"' in run("export", 1, "--with-secrets", db=played).output
    assert '"-Zoé"' in run("export", 1, "--with-secrets", db=played).output


def test_a_board_that_is_not_there_is_told_without_pages(tmp_path: Path) -> None:
    words = ["serve", "--headless", "--board", "/dev/nope", "--lang", "fr", "--db", str(tmp_path / "lair.db")]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "lairkeeper", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment,
    ) as running:  # fmt: skip
        try:
            assert running.stderr is not None
            line = running.stderr.readline()
        finally:
            running.send_signal(signal.SIGINT)
            rest = running.communicate(timeout=30)[1]
    assert "/dev/nope" in line
    assert "Il n'y a pas de port" in line
    assert rest == "", "told once"
    assert running.returncode == 0
