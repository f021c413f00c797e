"""Exports that other programs can read."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from lairkeeper import exports, plugins
from lairkeeper.exports import GROUP, Export, ExportMatch, UnknownExportError, all_exports, export, match_schema
from lairkeeper.store import Store, StoreError

from ..store.conftest import MakeEvent
from ..store.test_matches import HEADER, RESULT


def played(store: Store, event: MakeEvent) -> int:
    match = store.matches.create(HEADER, 0.0)
    store.inbox.receive([event(1)])
    store.journal.append(match, {"kind": "start"}, at=0.0, who="page", why="start")
    store.journal.append(match, {"kind": "command"}, at=2.5, who="scan", why="tap", consumed=[1])
    return match


def test_json_holds_the_whole_log_with_its_scans(store: Store, event: MakeEvent) -> None:
    match = played(store, event)
    whole = json.loads(export(store, match, "json", secrets=True))
    assert (whole["format"], whole["version"], whole["game"], whole["header"]) == ("lairkeeper.match", 1, "toy", HEADER)
    assert [record["record"]["kind"] for record in whole["records"]] == ["start", "command"]
    assert whole["records"][1]["at"] == "1970-01-01T00:00:02.500+00:00"
    (scan,) = whole["records"][1]["scans"]
    assert (scan["device"], scan["seq"], scan["zone"], scan["data"]) == ("board-1", 1, "tap", ["04aa"])


def test_csv_has_one_line_a_seat(store: Store, event: MakeEvent) -> None:
    match = played(store, event)
    store.matches.finish(match, RESULT, 60.0)
    rows = list(csv.DictReader(io.StringIO(export(store, match, "csv"))))
    assert [(r["position"], r["seat"], r["score"], r["winner"], r["tiebreak"]) for r in rows] == [
        ("1", "Ana", "3", "0", ""),
        ("2", "Bo", "5", "1", "2"),
    ]
    assert datetime.fromisoformat(rows[0]["finished"]).timestamp() == 60.0


def test_an_unknown_match_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="no match 9"):
        export(store, 9, "json")


def test_another_format_is_refused_with_those_there_are(store: Store, event: MakeEvent) -> None:
    with pytest.raises(UnknownExportError, match="'xml'; choose one of bgsplay, csv, json"):
        export(store, played(store, event), "xml")


def test_an_export_of_another_package_is_given_what_it_may_know(
    store: Store, event: MakeEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the match has ended or its owner wants it, no export sees the log itself."""
    told: list[ExportMatch] = []

    def render(match: ExportMatch, separator: str) -> str:
        told.append(match)
        return f"{match.id}{separator}{match.row.game}"

    found = [EntryPoint("sheet", "lairkeeper.sheet:EXPORT", GROUP)]
    monkeypatch.setattr(plugins, "entry_points", lambda group: found if group == GROUP else [])
    monkeypatch.setattr(EntryPoint, "load", lambda self: Export("sheet", "For the test.", render))
    monkeypatch.setattr(exports, "all_exports", all_exports.__wrapped__)
    match = played(store, event)
    assert list(exports.all_exports()) == ["bgsplay", "csv", "json", "sheet"]
    assert export(store, match, "sheet", separator="|") == f"{match}|toy"
    assert export(store, match, "sheet", secrets=True)
    store.matches.finish(match, RESULT, 60.0)
    assert export(store, match, "sheet")
    assert [each.whole for each in told] == [False, True, True]


def test_the_published_schema_is_that_of_the_types() -> None:
    """`python -c 'from lairkeeper.exports import match_schema; print(match_schema(), end="")'` writes it again."""
    page = Path(__file__).parents[2] / "docs" / "match.schema.json"
    assert page.read_text(encoding="utf-8") == match_schema()
