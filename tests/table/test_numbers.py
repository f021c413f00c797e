"""Printed numbers at the hub: matches carry those they began with, and exports say which they were."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.core.printed import Problem
from lairkeeper.exports import export
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table, result_of
from tests.core.test_printed import NUMBERED
from tests.core.toy import SETUP

SEATS = ("Ana", "Bo", "Cy")


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open() as store:
        yield store


@pytest.fixture
def hub(store: Store) -> Hub:
    return Hub(store, games={"toy": NUMBERED})


def begin(hub: Hub, *, proxy: bool | None = None) -> Table:
    table = hub.start("toy", SEATS, setup=SETUP, proxy=proxy)
    assert isinstance(table, Table)
    return table


def numbers(table: Table) -> object:
    return table.view().extra["numbers"]


def test_invented_numbers_until_some_are_typed(hub: Hub) -> None:
    assert numbers(begin(hub)) == "proxy"
    assert hub.pieces.set_numbers("toy", "spade", {"points": "4"}) is None
    assert numbers(begin(hub)) == "printed"
    assert numbers(begin(hub, proxy=True)) == "proxy"
    assert isinstance(hub.pieces.set_numbers("toy", "spade", {}), Problem)


def test_an_edit_leaves_older_matches_alone(hub: Hub, store: Store) -> None:
    hub.pieces.set_numbers("toy", "spade", {"points": 4})
    old = begin(hub)
    hub.pieces.set_numbers("toy", "spade", {"points": 9})
    hub.pieces.forget_numbers("toy", "spade")
    again = hub.resume(old.match)
    assert again.header.setup["printed"] == {"spade": {"points": 4}}
    assert numbers(again) == "printed"


def test_a_change_tells_the_pages(hub: Hub) -> None:
    told: list[int] = []
    hub.subscribe(lambda: told.append(hub.version))
    hub.pieces.set_numbers("toy", "spade", {"points": 4})
    hub.pieces.import_numbers('format = 1\ngame = "toy"\n[kind.gem]\npoints = 1\nsymbols = ["disc"]\n')
    hub.pieces.import_numbers(hub.pieces.export_numbers("toy"))
    hub.pieces.forget_numbers("toy", "gem")
    hub.pieces.forget_numbers("toy", "gem")
    assert len(told) == 3


def test_copies_that_were_typed_are_the_stock(store: Store) -> None:
    from dataclasses import replace

    from lairkeeper.core.printed import Field, Printed

    game = replace(NUMBERED, printed=Printed({"gem": (Field("copies", low=1, high=20),)}))
    hub = Hub(store, games={"toy": game})
    assert hub.stock("toy").copies["gem"] == 2
    hub.pieces.set_numbers("toy", "gem", {"copies": 7})
    assert hub.stock("toy").copies["gem"] == 7


@pytest.mark.parametrize(("proxy", "label"), [(True, "proxy"), (False, "printed")])
def test_exports_say_which_numbers(hub: Hub, store: Store, proxy: bool, label: str) -> None:
    table = begin(hub, proxy=proxy)
    assert json.loads(export(store, table.match, "json", secrets=True))["numbers"] == label
    store.matches.finish(table.match, result_of(table.game.view(table.history.state, TABLE)), 60.0)
    rows = list(csv.DictReader(io.StringIO(export(store, table.match, "csv"))))
    assert [row["numbers"] for row in rows] == [label] * 3
