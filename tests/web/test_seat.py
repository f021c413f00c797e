"""A seat's own page tells its player what nobody else may know; the table page tells it to nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .situations import QuietBoard, begun, do, hub_of, scanned
from .test_table import text_of


@pytest.fixture
def hub() -> Iterator[Hub]:
    """Ana has laid a Plot face down that does not match its Target."""
    hub = hub_of()
    targets = ["target-1#1", "target-2#1", "target-3#1"]
    table = begun(hub, "evil-101", ("Ana", "Bo", "Cy"), level="full", setup={"targets": targets, "handler": "Cy"})
    do(table, move="play", by="Ana", card="plot-7#1", target="target-1#1")
    yield hub
    hub.store.close()


@pytest.fixture
def client(hub: Hub) -> Client:
    return client_for(hub)


def test_the_owner_alone_is_told_what_is_wrong(client: Client) -> None:
    for seat in ("Ana", "Bo", "Cy"):
        client.unlock(seat)
    own = text_of(client.get("/seat?name=Ana").text)
    assert "Not every symbol of Plot 7 is on Target 1" in own
    assert "disc, key" in own
    for address in ("/table", "/seat?name=Bo", "/seat?name=Cy", "/seat", "/piece?place=plot.Ana"):
        page = client.get(address).text
        assert "Not every symbol" not in page, address
        assert "plot-7" not in page.replace("/piece?piece=plot-7", ""), address


def test_it_says_what_is_to_be_done_in_the_viewers_language(client: Client) -> None:
    client.unlock("Bo")
    client.cookies.set("lang", "fr")
    page = text_of(client.get("/seat?name=Bo").text)
    assert "Pour les yeux de Bo seulement" in page
    assert "Posez un Complot sur une Cible libre." in page


def test_what_is_the_players_own_comes_anew_by_itself(client: Client) -> None:
    client.unlock("Ana")
    fragments = client.get("/seat?name=Ana", headers={"accept": "application/json"}).json()["fragments"]
    assert list(fragments) == ["own"]
    assert "Not every symbol of Plot 7" in fragments["own"]


def test_who_is_who(client: Client) -> None:
    page = client.get("/seat").text
    assert [name for name in ("Ana", "Bo", "Cy") if f"/seat?name={name}" in page] == ["Ana", "Bo", "Cy"]
    assert client.get("/seat?name=Zoe").status_code == 404


def test_whose_plot_lies_on_which_target_and_who_handles_is_for_all(client: Client) -> None:
    page = text_of(client.get("/table").text)
    assert "Target 1 disc 3, star 1 Target Ana" in page
    assert "Handler" in page


def test_what_is_chosen_in_secret_is_chosen_on_the_own_page() -> None:
    hub = hub_of()
    rogues = ["cheetah#1", "the-joker#1", "punchline#1", "black-manta#1"]
    heroes = ["batman#1", "superman#1", "aquaman#1", "wonder-woman#1"]
    begun(hub, "dc-forever", ("Ana", "Bo"), level="full", setup={"team.Ana": rogues, "team.Bo": heroes})
    client = client_for(hub)
    client.unlock("Ana")
    assert "Your choice, in secret" in text_of(client.get("/seat?name=Ana").text)
    for address in ("/table", "/seat", "/seat?name=Bo"):
        assert "Start with" not in client.get(address).text, address
    for card in rogues[:2]:
        assert client.send_form("/act", move="starter", by="Ana", card=card, page="seat").status_code == 303
    own = text_of(client.get("/seat?name=Ana").text)
    assert "Not Cheetah" in own
    assert "Start with Punchline" in own
    assert "Ana chooses in secret" in text_of(client.get("/workshop").text)
    client.send_form("/act", move="done", by="Ana", page="seat")
    assert "Your choice, in secret" not in client.get("/seat?name=Ana").text


def test_a_card_that_lies_face_down_is_named_on_the_page_of_whoever_knows_it() -> None:
    hub = hub_of()
    setup = {"hand.Ana": ["dose-the-city#1"], "citizens.scheme-1": 7}
    rules = {"opening": "first-game"}
    table = begun(hub, "dc-forever", ("Ana", "Bo"), level="full", ruleset=rules, setup=setup)
    do(table, move="play", by="Ana", card="dose-the-city#1", target="place-1")
    client = client_for(hub)
    for seat in ("Ana", "Bo"):
        client.unlock(seat)
    own = text_of(client.get("/seat?name=Ana").text)
    assert "Face down on the table, and known to you Scheme at Location 1 Dose the City" in own
    assert "Completion threshold 7" in own
    assert "enough citizens" in own
    for address in ("/table", "/seat", "/seat?name=Bo", "/piece?place=scheme-1"):
        page = client.get(address).text
        assert "Scheme at Location 1 Dose the City" not in text_of(page), address
        assert "enough citizens" not in page, address


@pytest.mark.parametrize(
    ("seen_at", "back"),
    [("/seat?name=Bo", "/seat?name=Bo"), ("/seat?name=Zoe", "/seat"), ("/seat", "/seat"), ("[/seat?name=Bo", "/seat")],
)
def test_without_a_script_a_form_leads_back_to_the_players_own_page(client: Client, seen_at: str, back: str) -> None:
    answer = client.send_form("/undo", seen_at=seen_at, page="seat")
    assert (answer.status_code, answer.headers["location"]) == (303, back)


def gold(page: str) -> list[str]:
    """Return what the gold buttons of a page say."""
    return re.findall(r'<button class="primary[^"]*"[^>]*>([^<]+)<', page)


def test_the_next_step_is_offered_to_the_player_who_must_act_alone() -> None:
    hub = hub_of()
    table = begun(hub, "forever-evil", ("Ana", "Bo"), level="score")
    client = client_for(hub)
    assert gold(client.get("/seat?name=Ana").text) == ["End turn"]
    other = client.get("/seat?name=Bo").text
    assert gold(other) == []
    assert "Ana : Tap every" in text_of(other)
    do(table, move="gain", by="Ana", card="vp-5#1")
    do(table, move="end-turn", by="Ana", prompt=table.view().prompt.id)
    assert gold(client.get("/seat?name=Ana").text) == []
    own = client.get("/seat?name=Bo").text
    assert gold(own) == ["End turn"]
    assert "Undo: Ana ends the turn" in text_of(own)
    assert client.send_form("/undo", page="seat").status_code == 303
    assert table.view().active == "Ana"


def test_my_score_tokens_and_buttons_are_there(client: Client) -> None:
    hub = hub_of()
    begun(hub, "forever-evil", ("Ana", "Bo"), level="deck")
    client = client_for(hub)
    client.unlock("Bo")
    fields = dict(re.findall(r'name="(move|by|card)" value="([^"]*)"', quick_of(client, "+5: Bo")))
    assert client.send_form("/act", page="seat", **fields).status_code == 303
    own = text_of(client.get("/seat?name=Bo").text)
    assert "Bo 5 victory points" in own
    assert "5 VP in tokens" in own


def quick_of(client: Client, label: str) -> str:
    """Return the form with the button of this label."""
    page = client.get("/seat?name=Bo").text
    end = page.index(f'{label}"')
    return page[page.rindex("<form", 0, end) : end]


def test_each_pile_can_be_looked_at_and_what_nobody_knows_is_a_back() -> None:
    hub = hub_of()
    begun(hub, "forever-evil", ("Ana", "Bo"), level="full", setup={"villain.Ana": "bizarro"})
    client = client_for(hub)
    client.unlock("Ana")
    own = client.get("/seat?name=Ana").text
    assert own.count('data-type="back"') == 5
    assert re.findall(r'pile=(\w+)" data-key="[^"]+" aria-current="true"', own) == ["hand"]
    deck = client.get("/seat?name=Ana&pile=deck")
    assert re.findall(r'pile=(\w+)" data-key="[^"]+" aria-current="true"', deck.text) == ["deck"]
    assert 'data-own="/seat?name=Ana&amp;pile=deck"' in deck.text, "it stays open when the match goes on"
    assert client.get("/seat?name=Ana&pile=moon").text.count('aria-current="true"') == 1


def test_a_table_question_is_answered_on_every_page(client: Client) -> None:
    hub = hub_of(board=QuietBoard())
    begun(hub, "forever-evil", ("Ana", "Bo"))
    client = client_for(hub)
    scanned(hub, "seat-1", "04AABBCCDDEEFF")
    own = client.get("/seat?name=Bo").text
    assert hub.table is not None and hub.table.question is not None
    assert own.count('action="/answer"') == len(hub.table.question.options)
    assert len(gold(own)) == 1
