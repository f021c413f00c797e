"""Results and exports of matches, running and finished."""

from __future__ import annotations

import csv
import io
import json

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.exports import ExportMatch, export
from lairkeeper.games import get_game
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Table, result_of


@pytest.fixture
def table() -> Table:
    store = Store.open()
    made = Table.new(
        store,
        get_game("forever-evil"),
        Header("forever-evil", ("Ana", "Bo"), "score"),
        clocks=Clocks(lambda: 9.0, lambda: 9.0),
    )
    assert isinstance(made, Table)
    made.act(Command(move="gain", by="Bo", card="vp-5"), "page")
    return made


def test_a_running_match_exports_its_score_so_far(table: Table) -> None:
    rows = list(csv.DictReader(io.StringIO(export(table.store, table.match, "csv"))))
    assert [(row["seat"], row["score"], row["winner"]) for row in rows] == [("Ana", "0", "0"), ("Bo", "5", "0")]
    assert rows[0]["level"] == "score"


def test_json_is_the_whole_log(table: Table) -> None:
    table.undo()
    whole = json.loads(export(table.store, table.match, "json", secrets=True))
    assert [each["record"]["kind"] for each in whole["records"]] == ["start", "command", "undo"]
    assert whole["header"]["seats"] == ["Ana", "Bo"]


def test_another_form_is_refused(table: Table) -> None:
    with pytest.raises(ValueError, match="choose one of bgsplay, csv, json"):
        export(table.store, table.match, "xml")


def test_a_result_is_plain_json(table: Table) -> None:
    result = result_of(table.view())
    assert json.loads(json.dumps(result)) == result
    assert (result["winners"], result["scores"], result["level"]) == ([], {"Ana": 0, "Bo": 5}, "score")


def test_a_log_that_breaks_is_exported_up_to_there(table: Table) -> None:
    with table.store.write() as connection:
        connection.execute("UPDATE journal SET record = 'no record' WHERE n = 1")
    rows = list(csv.DictReader(io.StringIO(export(table.store, table.match, "csv"))))
    assert [row["score"] for row in rows] == ["0", "0"]
    assert len(json.loads(export(table.store, table.match, "json"))["records"]) == 1
    Table.resume(table.store, table.match)
    whole = json.loads(export(table.store, table.match, "json", secrets=True))
    assert len(whole["records"]) == 1
    assert [(each["n"], each["why"], each["line"]["record"]) for each in whole["set_aside"]] == [
        (1, "damaged", "no record")
    ]


def test_an_export_of_a_running_match_gets_no_record_no_scan_and_nothing_of_what_was_set_aside(table: Table) -> None:
    """The log itself was set aside, as damaged as it is."""
    table.store.salvage.cut(table.match, 1, "damaged", 9.0)
    assert table.store.salvage.of(table.match)
    known = ExportMatch(table.store, table.match, whole=False)
    keys = ["at", "kind", "line", "match", "n", "span", "who", "why"]
    assert [sorted(record) for record in known.records] == [keys]
    assert known.set_aside == ()
    assert ExportMatch(table.store, table.match, whole=True).set_aside
