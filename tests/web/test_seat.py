"""A seat's own page tells its player what nobody else may know; the table page tells it to nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .situations import begun, do, hub_of
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
