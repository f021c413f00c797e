"""Things on the table: slots, stacks, piles, marks and what lies before each seat."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core.game import PathSpec
from lairkeeper.core.view import ZoneView
from lairkeeper.kit.secrecy import scrambled
from lairkeeper.table import Hub, Table
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.places import Layout, layout_of
from lairkeeper.web.translator import Translator

from .conftest import client_for
from .decks import LINE_UP, busy_match, deck_match, toy_match
from .situations import do, hub_of, scanned
from .test_table import part, text_of


def layout(table: Table, lang: str = "en", **view: Any) -> Layout:
    shown = replace(table.view(), **view)
    return layout_of(table, shown, Translator(texts_for(lang, table.game.texts_dir)))  # type: ignore[arg-type]


def test_slots_are_there_before_the_cards_are() -> None:
    _, table = deck_match(deal=2)
    place = next(place for place in layout(table).shared if place.path == "line-up")
    assert [card.label for card in place.cards] == list(LINE_UP[:2])
    assert list(place.empty) == [3, 4, 5]
    page = client_for(deck_match(deal=2)[0]).get("/table").text
    assert re.findall(r"Slot (\d): empty", page) == ["3", "4", "5"]


def test_cards_that_nobody_has_tapped_fill_their_slots_face_down() -> None:
    hub = hub_of()
    table = hub.start("forever-evil", ["Ana", "Bo"], level="deck", ruleset={"dealt-cards": "seen-later"})
    assert isinstance(table, Table)
    do(table, move="buy", by="Ana", card="giganta#1")
    do(table, move="freeze", by="Ana", card="frozen-token", target="grid#1")
    place = next(place for place in layout(table).shared if place.path == "line-up")
    assert ([card.label for card in place.cards], place.hidden, list(place.empty)) == (["grid#1"], 3, [5])
    assert "line-up.unread" not in {place.path for place in layout(table).shared}
    zones = part(client_for(hub), "zones")
    assert zones.count("not tapped yet") == 3
    assert re.search(r"Main deck\s+101", zones)


def test_each_place_by_name_and_count_in_the_games_own_order() -> None:
    hub, table = busy_match()
    shared = {place.title: place for place in layout(table).shared}
    assert list(shared)[:3] == ["Line-Up", "Super Hero on top", "Super Heroes below"]
    assert shared["Main deck"].count == 101
    assert shared["Main deck"].top is None
    assert shared["Kicks"].top is not None and shared["Kicks"].top.name == "Kick"
    assert shared["Destroyed pile"].names == "Punch, Kick"
    assert not any(place.path.startswith(("box", "villain")) for _, place in layout(table))
    zones = part(client_for(hub), "zones")
    assert "The Flash" in zones
    assert re.search(r"Main deck\s+101\s+face down", zones)
    assert re.search(r"Kicks\s+15\s+Kick", zones)


def test_destroyed_cards_have_a_pile_before_there_are_any() -> None:
    _, table = deck_match()
    pile = next(place for place in layout(table).shared if place.path == "destroyed")
    assert (pile.count, pile.hidden, pile.top) == (0, 0, None)


def test_every_seat_has_the_same_places() -> None:
    hub, table = busy_match()
    seats = layout(table).seats
    assert {tuple(place.title for place in places) for places in seats.values()} == {
        ("Deck", "Discard pile", "In play")
    }
    ana = {place.title: place for place in seats["Ana"]}
    assert [card.label for card in ana["Discard pile"].cards] == ["catwoman#1"]
    assert (ana["Deck"].count, ana["Deck"].hidden) == (9, 9)
    tile = text_of(client_for(hub).get("/piece?seat=Ana").text)
    assert re.search(r"Deck 9 face down Discard pile 1 Catwoman In play 1 Belle Reve", tile)


def test_marks_lie_on_their_cards_whatever_the_game_calls_them() -> None:
    hub, table = busy_match()
    place = next(place for place in layout(table).shared if place.path == "line-up")
    assert {card.label: card.marks for card in place.cards if card.marks} == {"pandora#1": ("Frozen",)}
    assert part(client_for(hub), "zones").count("Frozen") == 1
    odd = {"slots": {"line-up": 5}, "under-guard": {"cold-gun#1": 2}, "not-cards": {"Ana": 3, "x": {}}}
    place = next(place for place in layout(table, extra=odd).shared if place.path == "line-up")
    assert [card.marks for card in place.cards if card.marks] == [("Under guard ×2",)]


def test_places_in_french() -> None:
    hub, _ = busy_match()
    client = client_for(hub)
    client.cookies.set("lang", "fr")
    page = text_of(client.get("/table").text + client.get("/piece?seat=Ana").text + client.get("/workshop").text)
    for words in ("Réserve", "Défausse", "En jeu", "face cachée", "Gelée", "non vérifié : la Puissance"):
        assert words in page, words


def test_a_place_without_a_name_is_called_by_its_id() -> None:
    _, table = deck_match()
    zones = {"lost-and-found": ZoneView(2, None)}
    (place,) = layout(table, zones=zones, extra={}).shared
    assert (place.title, place.count, place.hidden) == ("Lost and found", 2, 2)


def test_without_places_the_panel_is_hidden(hub: Hub) -> None:
    page = client_for(hub).get("/table").text
    assert re.search(r'<section id="zones"[^>]*hidden', page)
    assert re.search(r'<section id="zones"[^>]*hidden', client_for(hub_of()).get("/table").text)


def test_declared_places_are_only_those_of_cards() -> None:
    _, table = deck_match()
    paths = (PathSpec("shelf", "cards"), PathSpec("clock", "number"), PathSpec("shelf.SEAT", "cards"))
    catalog = SimpleNamespace(kinds={})
    other = SimpleNamespace(game=SimpleNamespace(paths=paths, catalog=catalog, locations=(), tops={}))
    t = Translator(texts_for("en"))
    shown = replace(table.view(), zones={}, extra={"slots": {"row": 3}})
    assert [place.path for place in layout_of(other, shown, t).shared] == ["shelf"]  # type: ignore[arg-type]


def test_scores_between_bounds_and_what_was_not_checked_or_insisted() -> None:
    hub, table = deck_match()
    do(table, move="buy", by="Ana", card="catwoman#1")
    do(table, move="end-turn", by="Ana")
    do(table, move="deal", card="steel")
    do(table, move="pass-unseen", by="Ana", target="Bo")
    low, high = table.view().scoreboard.seats[0].low, table.view().scoreboard.seats[0].high
    assert high is not None and low < high
    client = client_for(hub)
    assert f"{low} to {high}".replace("-", "−") in part(client, "seats")
    assert f"{low} to {high}".replace("-", "−") in part(client, "mini", "/virtual")
    assert 'class="score range"' in client.get("/table").text
    do(table, move="end-turn", by="Cleo", force="Bo <had> to go")
    log = client.get("/workshop").text
    assert "not checked: the Power" in log
    assert re.search(r"insisted</span> Bo &lt;had&gt; to go", log)
    client.cookies.set("lang", "fr")
    assert f"{low} à {high}".replace("-", "−") in part(client, "seats")


def test_the_virtual_table_has_what_lies_open_as_pieces_to_drag() -> None:
    hub, _ = busy_match()
    page = client_for(hub).get("/virtual").text
    field = page[page.index('id="field"') : page.index('class="panel bank"')]
    uids = {tag.component: tag.uid for tag in hub.registry.list()}
    offered = re.findall(r'name="piece" form="place" value="(\w+)"', field)
    for card in ("cold-gun#1", "pandora#1", "the-flash#1"):
        assert uids[card] in offered
    kick = next(tag.component for tag in hub.registry.list() if tag.uid in offered and tag.kind == "kick")
    assert kick != "kick#1", "that one lies in the destroyed pile"
    assert len(offered) == len(set(offered))


SECRET_PAGES = (
    "/table",
    "/virtual",
    "/piece?place=hand.Ana",
    "/piece?place=deck",
    "/piece?piece=mole%231",
    "/piece?find=gem",
)


@pytest.mark.parametrize("plotted", [0, 2, 3])
def test_hidden_cards_change_no_byte_of_any_page(plotted: int) -> None:
    """Exchange what the table must not know: every page, part, sheet and script answer stays the same."""
    hub, table = toy_match()
    for seat in ("Ana", "Bo", "Cy")[:plotted]:
        do(table, move="answer", by=seat, card=table.history.state.zone(f"hand.{seat}")[0])
    state = table.history.state
    known = {card for card, to in state.known.items() if "table" in to} | set(state.zone("heap"))
    hidden = [card for path, cards in state.zones.items() if path.startswith("hand.") for card in cards]
    hidden = [card for card in hidden if card not in known]
    assert len({card.partition("#")[0] for card in hidden}) > 1
    other = scrambled(state, dict(zip(hidden, hidden[1:] + hidden[:1], strict=True)))
    assert other != state
    client = client_for(hub)

    def pages() -> list[bytes]:
        script = {"accept": "application/json"}
        found = [client.get(path).content for path in SECRET_PAGES]
        found += [client.get(f"/piece?piece={card.replace('#', '%23')}", headers=script).content for card in hidden]
        found.append(client.send_form("/act", json=True, page="table", move="fly").content)
        return [re.sub(rb'name="once" value="[^"]*"', b"", page) for page in found]

    before = pages()
    assert any(b"zones" in page for page in before)
    assert not any(card.encode() in page for page in before[:4] for card in hidden)
    table.history._states[-1] = other
    client.app.state.site._made.clear()
    assert table.history.state is other
    after = pages()
    assert after == before


def test_only_what_changed_is_made_anew() -> None:
    hub, table = deck_match()
    client = client_for(hub)
    client.get("/table")
    site = client.app.state.site
    before = site.fragments("table", "en")
    scanned(hub, "tap", "08A1B2C3", "foreign")
    assert {name for name, html in site.fragments("table", "en").items() if html != before[name]} == {"toast"}
    do(table, move="buy", by="Ana", card="cold-gun#1")
    changed = {name for name, html in site.fragments("table", "en").items() if html != before[name]}
    assert {"zones", "seats", "now"} <= changed
    assert "troubled" not in changed
