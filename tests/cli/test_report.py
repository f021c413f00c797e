"""The log of the app and the file for a bug report: whole, bounded, without secrets."""

from __future__ import annotations

import json
import logging
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from lairkeeper.cli import cli, hostlog
from lairkeeper.store import Store
from lairkeeper.table import Hub
from lairkeeper.table.trouble import Trouble, Troubles

from ..chain.played_by_hand import until
from ..chain.running_demo import RunningDemo
from .secret_match import SECRETS, begin
from .test_listing import lairkeeper


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, words)])


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Begin a match with cards face down."""
    db = tmp_path / "lair.db"
    begin(db)
    return db


def test_a_report_holds_versions_log_trace_and_the_match_without_its_secrets(db: Path, tmp_path: Path) -> None:
    log, trace, packed = tmp_path / "host.log", tmp_path / "link.trace", tmp_path / "report.zip"
    for name in ("host.log", "host.log.1", "link.trace"):
        (tmp_path / name).write_text(f"{name}\n")
    done = run("report", "--log", log, "--trace", trace, "-o", packed, "--db", db)
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(packed) as report:
        names = report.namelist()
        assert names == ["versions.json", "host.log", "host.log.1", "link.trace", "match-1.json"]
        text = {name: report.read(name).decode() for name in names}
    versions = json.loads(text["versions.json"])
    assert versions["lairkeeper"] and versions["packages"]["starlette"]
    for secret in SECRETS:
        assert secret not in "".join(text.values())
    assert json.loads(text["match-1.json"])["secrets"].startswith("left out")


@pytest.mark.parametrize("words", [(), ("7",)])
def test_a_report_without_a_match(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run("report", *words, "-o", tmp_path / "report.zip", "--db", tmp_path / "none.db")
    assert done.exit_code == (1 if words else 0), done.output
    assert "Traceback" not in done.output


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no /dev/null")
def test_a_report_is_written_to_what_cannot_seek(tmp_path: Path) -> None:
    """Found by drawn command 8 of seed 2030861: `report -o /dev/null` ended in a `struct.error`."""
    done = run("report", "-o", "/dev/null", "--db", tmp_path / "none.db")
    assert (done.exit_code, done.exception) == (0, None), done.output


def test_the_log_rotates_and_holds_no_keys_uids_or_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostlog, "LARGEST", 2_000)
    file = tmp_path / "host.log"
    secrets = ("04319F5D240289", "a" * 43, "123 456")
    with hostlog.logged(file):
        for _ in range(200):
            logging.getLogger("lairkeeper").warning("key %s of tag %s, code %s", secrets[1], secrets[0], secrets[2])
    files = sorted(tmp_path.glob("host.log*"))
    assert len(files) == 1 + hostlog.KEPT
    for each in files:
        assert each.stat().st_size <= 2_000
        assert not any(secret in each.read_text() for secret in secrets)
    assert "ended" in file.read_text()


def test_the_log_tells_how_the_boards_and_the_match_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "host.log"
    with hostlog.logged(file), Store.open() as store:
        hub = Hub(store)
        hostlog.watched(hub)
        hub.start("forever-evil", ("Ana", "Bo"), level="score")
        monkeypatch.setattr(Troubles, "all", (Trouble("disk-full", {"path": "lair.db"}),))
        hub.set_language("en")
        monkeypatch.setattr(Troubles, "all", ())
        hub.set_language("en")
    text = file.read_text()
    for said in ("match: 1, forever-evil", "WARNING lairkeeper: problem: ", "problem: over", "Python 3"):
        assert said in text


def test_a_log_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    done = run("serve", "--headless", "--log", tmp_path / "none" / "host.log", "--db", tmp_path / "lair.db")
    assert done.exit_code == 1
    assert "Choose another file with --log." in done.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_log_on_a_full_disk_is_said_once_and_stops_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with hostlog.logged(Path("/dev/full")):
        for _ in range(3):
            logging.getLogger("lairkeeper").warning("a line")
    said = capfd.readouterr().err
    assert said.count("The log /dev/full cannot be written") == 1
    assert "the app goes on without it" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_database_with_a_name_that_is_too_long_is_one_sentence(command: str, tmp_path: Path) -> None:
    done = lairkeeper(command, "--headless", "--db", str(tmp_path / ("n" * 300)))
    assert done.returncode == 1
    assert "too long" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.chain
def test_the_demo_keeps_a_log_too(tmp_path: Path) -> None:
    file = tmp_path / "demo.log"
    with RunningDemo(tmp_path / "demo.db", "--log", str(file)) as demo:
        with urlopen(f"{demo.url}/") as page:
            assert page.status == 200
        until(lambda: "board 1: up" in file.read_text())
        assert demo.stop() == 0
    text = file.read_text()
    assert "match: 1, forever-evil" in text
    assert "lairkeeper: ended" in text


@pytest.mark.parametrize("words", [["--auto"], ["--campaign", "1"]])
def test_players_who_play_by_themselves_keep_no_log(tmp_path: Path, words: list[str]) -> None:
    done = run("demo", *words, "--log", tmp_path / "demo.log")
    assert done.exit_code == 2
    assert "--log is for a match by hand" in done.output
    assert not (tmp_path / "demo.log").exists()


def test_a_trace_whose_name_is_no_text_is_packed_all_the_same(tmp_path: Path) -> None:
    trace, packed = tmp_path / "link\udcff", tmp_path / "report.zip"
    trace.write_text("frames")
    done = lairkeeper("report", "--trace", str(trace), "-o", str(packed), "--db", str(tmp_path / "lair.db"))
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(packed) as parts:
        assert parts.read(r"link\udcff") == b"frames"


def test_of_a_long_trace_the_end_is_packed(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["lairkeeper.cli.report"], "LARGEST", 6)
    trace, packed = tmp_path / "link.trace", tmp_path / "report.zip"
    trace.write_text("oldest newest")
    assert run("report", "--trace", trace, "-o", packed, "--db", db).exit_code == 0
    with zipfile.ZipFile(packed) as parts:
        assert parts.read("link.trace") == b"newest"
