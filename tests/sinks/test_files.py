"""Files of records: each whole line stays, and what a power cut left of a line is gone."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
from pathlib import Path
from random import Random

import pytest

from lairkeeper.sinks import Sink, SinkError, open_sinks
from lairkeeper.table import public_json

from ..fresh import SEED
from .conftest import MakeRecord

NAMES = ("json", "csv")


def sink(name: str, path: Path | str) -> Sink:
    return open_sinks([f"{name}={path}"])[0]


def numbers(name: str, path: Path) -> list[int]:
    text = path.read_text(encoding="utf-8-sig")
    if name == "json":
        return [json.loads(line)["n"] for line in text.splitlines()]
    return [int(row["n"]) for row in csv.DictReader(io.StringIO(text))]


def test_json_has_one_record_a_line(tmp_path: Path, record: MakeRecord) -> None:
    file = tmp_path / "match.jsonl"
    sink("json", file).send([record(0), record(1)])
    sink("json", file).send([record(2)])
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [public_json(record(n)) for n in range(3)]
    assert "Zoé" in lines[0]


def test_csv_opens_in_a_spreadsheet(tmp_path: Path, record: MakeRecord) -> None:
    file = tmp_path / "match.csv"
    sink("csv", file).send([record(0, "=SUM(A1)")])
    sink("csv", file).send([record(1)])
    assert file.read_bytes().startswith("\ufeffmatch,n,at,".encode())
    first, second = csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig")))
    assert (first["who"], second["who"]) == ("'=SUM(A1)", "scan")
    assert json.loads(second["args"]) == {"by": "Zoé", "n": 5}
    assert second["at"].startswith("1970-01-0")


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_was_cut_off_comes_again_whole(name: str, tmp_path: Path, record: MakeRecord) -> None:
    """A power cut leaves any number of bytes of what was written last."""
    rng = Random(SEED)
    file = tmp_path / "match"
    kept: list[int] = []
    for n in range(30):
        before = file.stat().st_size if file.exists() else 0
        sink(name, file).send([record(n)])
        if rng.random() < 0.5:
            with file.open("r+b") as cut:
                cut.truncate(rng.randint(before, file.stat().st_size - 1))
            sink(name, file).send([record(n)])
        kept.append(n)
        assert numbers(name, file) == kept, SEED


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_moved_away_begins_anew(name: str, tmp_path: Path, record: MakeRecord) -> None:
    file, place = tmp_path / "match", sink(name, tmp_path / "match")
    place.send([record(0)])
    file.rename(tmp_path / "old")
    place.send([record(1)])
    assert (numbers(name, tmp_path / "old"), numbers(name, file)) == ([0], [1])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["shopping list\nmilk\n", "no end of line", '{"other": 1}\n'])
def test_a_file_of_another_program_is_left_alone(name: str, text: str, tmp_path: Path, record: MakeRecord) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text)
    with pytest.raises(SinkError, match="move it away"):
        sink(name, file).send([record(0)])
    assert file.read_text() == text


@pytest.mark.parametrize("name", NAMES)
def test_a_full_disk_leaves_no_half_of_a_line(
    name: str, tmp_path: Path, record: MakeRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, place = tmp_path / "match", sink(name, tmp_path / "match")
    place.send([record(0)])

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(SinkError, match="No space left on device"):
            place.send([record(1)])
    assert numbers(name, file) == [0]
    place.send([record(1)])
    assert numbers(name, file) == [0, 1]


@pytest.mark.parametrize("name", NAMES)
def test_a_place_where_no_file_can_be(name: str, tmp_path: Path) -> None:
    with pytest.raises(SinkError, match=r"There is no folder .*nowhere\. Make it, or name another file\."):
        sink(name, tmp_path / "nowhere" / "match")
    with pytest.raises(SinkError, match=r"is no file\. Name another one\."):
        sink(name, tmp_path)
