"""French names that nobody has on record: shown in English, flagged, and told by the owner of the box."""

from __future__ import annotations

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .decks import deck_match
from .test_table import part

FLAG = "Aucun nom français n’est connu"


def french(hub: Hub) -> Client:
    client = client_for(hub)
    client.cookies.set("lang", "fr")
    return client


def test_an_unknown_name_is_flagged_and_can_be_told() -> None:
    hub, _ = deck_match()
    client = french(hub)
    html = client.get("/table").text
    zones = html[html.index('id="zones"') : html.index("</section>", html.index('id="zones"'))]
    assert zones.count(FLAG) == 2, "Belle Reve and Pandora; the names of the other three are known"
    sheet = client.get("/piece?piece=pandora%231").text
    assert FLAG in sheet
    assert 'name="kind" value="pandora"' in sheet
    assert client.send_form("/piece/name", page="table", kind="pandora", name=" Pandore ").status_code == 303
    assert "Pandore" in part(client, "zones")
    assert 'value="Pandore"' in client.get("/piece?piece=pandora%231").text
    assert "Pandore" in part(client, "moves"), "a name goes wherever the piece is spoken of"
    assert "Pandore" not in client_for(hub).get("/table").text, "English is as printed"
    assert client.send_form("/piece/name", page="table", kind="pandora", name="").status_code == 303
    assert "Pandora" in part(client, "zones")


def test_a_known_name_is_not_asked_for_and_a_bad_one_is_refused() -> None:
    hub, _ = deck_match()
    client = french(hub)
    assert "own-name" not in client.get("/piece?piece=catwoman%231").text
    for kind, name in (("catwoman", "Minette"), ("pandora", "x" * 61), ("scarecrow", "Épouvantail")):
        answer = client.send_form("/piece/name", page="table", kind=kind, name=name)
        assert answer.status_code == 400
        assert "60 caractères" in answer.text
    assert hub.names.of("forever-evil", "fr") == {}
