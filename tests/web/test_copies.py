"""The owner types how many copies of a card there are: pages and sheets take the number from there at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from lairkeeper.core.result import Offer
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table
from lairkeeper.tags.numbers import typed
from lairkeeper.web.screens.piece.model import sheet_of
from lairkeeper.web.site import Site

GAME = "evil-101"
TARGETS = ["target-1#1", "target-2#1", "target-3#1"]


def type_copies(hub: Hub, kind: str, copies: int | None = None) -> None:
    """Type all numbers of one kind of card: the invented ones, with other ``copies`` if they are given."""
    printed = hub.printed(GAME)
    values = typed(printed, kind, printed.proxy[kind])
    if copies is not None:
        values["copies"] = str(copies)
    assert hub.pieces.set_numbers(GAME, kind, values) is None


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Store.open() as store:
        hub = Hub(store)
        for kind in hub.printed(GAME).proxy:
            type_copies(hub, kind, 3 if kind == "plot-1" else None)
        setup = {"targets": TARGETS, "handler": "Cy"}
        table = hub.start(GAME, ("Ana", "Bo", "Cy"), level="full", setup=setup, proxy=False)
        assert isinstance(table, Table)
        yield hub


@pytest.mark.parametrize(
    ("lang", "one", "first"), [("en", "Target 1", "Target 1 (1)"), ("fr", "Cible 1", "Cible 1 (1)")]
)
def test_a_page_is_sent_anew_when_the_copies_change(hub: Hub, lang: str, one: str, first: str) -> None:
    site = Site(hub)

    def moves() -> str:
        return site.fragments("workshop", lang, ("moves",))["moves"]

    assert one in moves()
    assert first not in moves()
    type_copies(hub, "target-1", 3)
    assert first in moves()
    hub.pieces.forget_numbers(GAME, "target-1")
    assert first not in moves()


def test_a_sheet_says_the_copy_where_the_owner_has_several(hub: Hub) -> None:
    assert hub.table is not None
    site = Site(hub)

    def title() -> str:
        assert hub.table is not None
        return sheet_of(hub.table, hub.stock(GAME).copies, site.translator_in("en"), piece="target-1#2").title

    assert title() == "Target 1"
    type_copies(hub, "target-1", 3)
    assert title() == "Target 1 (2)"


def test_a_sheet_of_a_kind_looks_at_every_copy_of_the_owner(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    table = hub.table
    assert table is not None
    offered = table.offers
    assert any(offer.refusal is None for offer in offered(naming="plot-1#3"))

    def only_the_third(naming: str) -> Sequence[Offer]:
        return offered(naming=naming) if naming == "plot-1#3" else ()

    monkeypatch.setattr(table, "offers", only_the_third)
    sheet = sheet_of(table, hub.stock(GAME).copies, Site(hub).translator_in("en"), piece="plot-1")
    assert [deed.move for deed in sheet.deeds] == ["play"]
