"""Exports that other programs can read."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime

import pytest

from lairkeeper.store import Store, StoreError
from lairkeeper.store.export import export_csv, export_json

from .conftest import MakeEvent
from .test_matches import HEADER, RESULT


def played(store: Store, event: MakeEvent) -> int:
    match = store.matches.create(HEADER, 0.0)
    store.inbox.receive([event(1)])
    store.journal.append(match, {"kind": "start"}, at=0.0, who="page", why="start")
    store.journal.append(match, {"kind": "command"}, at=2.5, who="scan", why="tap", consumed=[1])
    return match


def test_json_holds_the_whole_log_with_its_scans(store: Store, event: MakeEvent) -> None:
    match = played(store, event)
    whole = json.loads(export_json(store, match))
    assert (whole["format"], whole["version"], whole["game"], whole["header"]) == ("lairkeeper.match", 1, "toy", HEADER)
    assert [record["record"]["kind"] for record in whole["records"]] == ["start", "command"]
    assert whole["records"][1]["at"] == "1970-01-01T00:00:02.500+00:00"
    (scan,) = whole["records"][1]["scans"]
    assert (scan["device"], scan["seq"], scan["zone"], scan["data"]) == ("board-1", 1, "tap", ["04aa"])


def test_csv_has_one_line_a_seat(store: Store, event: MakeEvent) -> None:
    match = played(store, event)
    store.matches.finish(match, RESULT, 60.0)
    rows = list(csv.DictReader(io.StringIO(export_csv(store, match))))
    assert [(r["position"], r["seat"], r["score"], r["winner"], r["tiebreak"]) for r in rows] == [
        ("1", "Ana", "3", "0", ""),
        ("2", "Bo", "5", "1", "2"),
    ]
    assert datetime.fromisoformat(rows[0]["finished"]).timestamp() == 60.0


def test_csv_of_a_running_match_has_its_seats(store: Store, event: MakeEvent) -> None:
    match = played(store, event)
    rows = list(csv.DictReader(io.StringIO(export_csv(store, match))))
    assert [(r["seat"], r["score"], r["finished"]) for r in rows] == [("Ana", "", ""), ("Bo", "", "")]
    rows = list(csv.DictReader(io.StringIO(export_csv(store, match, RESULT))))
    assert [r["score"] for r in rows] == ["3", "5"]


def test_an_unknown_match_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="no match 9"):
        export_json(store, 9)
