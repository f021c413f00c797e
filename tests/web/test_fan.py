"""A hand that is fanned over a tray: the page says how many cards wait, and a crash loses none of them."""

from __future__ import annotations

import pytest

from lairkeeper.table import Table

from .conftest import client_for
from .situations import QuietBoard, begun, hub_of, tapped

LINE_UP = ("giganta#1", "vibe#1", "grid#1", "mallet#1", "steel#1")
HAND = ("amanda-waller#1", "punch#1", "kick#1")
"""Amanda Waller asks whether a card is destroyed."""


@pytest.fixture
def table() -> Table:
    hub = hub_of(board=QuietBoard())
    table = begun(hub, level="full", setup={"hand.Ana": HAND, "line-up": LINE_UP})
    tapped(hub, "seat-1", *HAND)
    return table


def played(table: Table) -> list[str | None]:
    return [each.command.card for each in table.history.live if each.command and each.command.move == "play"]


def test_the_page_says_how_many_cards_wait_in_both_languages() -> None:
    hub = hub_of(board=QuietBoard())
    table = begun(hub, level="full", setup={"hand.Ana": HAND, "line-up": LINE_UP})
    client = client_for(hub)
    assert "still to count" not in client.get("/table").text
    tapped(hub, "seat-1", *HAND)
    assert "2 cards still to count" in client.get("/table").text
    client.cookies.set("lang", "fr")
    assert "encore 2 cartes à compter" in client.get("/table").text
    tapped(hub, "tap", "verb-confirm#1")
    assert (played(table), table.kept) == ([*HAND], ())
    assert "à compter" not in client.get("/table").text


def test_cards_that_wait_outlive_a_crash(table: Table) -> None:
    again = Table.resume(table.store, table.match)
    again.pump()
    assert (played(again), len(again.kept)) == (["amanda-waller#1"], 2)
    assert len(table.store.inbox.unconsumed()) == 2


def test_cards_that_will_not_count_are_told_by_their_number_alone() -> None:
    hub = hub_of(board=QuietBoard())
    table = begun(hub, level="full", setup={"hand.Ana": HAND, "line-up": LINE_UP})
    tapped(hub, "seat-1", *HAND)
    tapped(hub, "tap", "verb-undo#1")
    assert (played(table), table.kept) == ([], ())
    assert table.last_scan is not None and "cards" not in table.last_scan.args
    assert "2 cards were not counted. Lay them down again." in client_for(hub).get("/virtual").text
