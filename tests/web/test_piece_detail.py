"""A piece's sheet: everything that a tap can do, and why the rest cannot be."""

from __future__ import annotations

import re

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .decks import busy_match, deck_match, toy_match
from .situations import do, hub_of
from .test_table import text_of


def sheet(client: Client, query: str) -> str:
    answer = client.get(f"/piece?{query}", headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["fragments"]["piece"])


def deeds(html: str) -> dict[str, list[str]]:
    """Return the buttons of each move by its title."""
    found = {}
    for deed in re.findall(r'<section class="deed".*?</section>', html, re.S):
        title = text_of(re.search(r"<h3.*?</h3>", deed, re.S)[0]).strip()  # type: ignore[index]
        found[title] = [text_of(each).strip() for each in re.findall(r"<button.*?</button>", deed, re.S)]
    return found


def forms(html: str) -> list[dict[str, str]]:
    return [
        dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))
        for form in re.findall(r"<form.*?</form>", html, re.S)
    ]


def test_what_a_bare_tap_does_comes_first_and_stands_out() -> None:
    hub, _ = deck_match()
    html = sheet(client_for(hub), "piece=catwoman%231")
    found = deeds(html)
    assert next(iter(found)) == "Buy"
    assert found["Buy"] == ["Ana"]
    assert found["Gain"] == ["Ana", "Bo", "Cleo", "Dan"]
    assert found["Freeze"] == ["Ana"]
    assert html.count('class="primary"') == 1
    assert "Lies at: Line-Up" in text_of(html)
    assert 'aria-label="Ana: Buy · Catwoman"' in html


def test_a_card_known_only_as_face_down_has_no_first_choice() -> None:
    hub, table = deck_match()
    html = sheet(client_for(hub), "piece=weakness")
    assert deeds(html)["Gain"] == ["Ana", "Bo", "Cleo", "Dan"]
    do(table, move="defeat", by="Ana", card="the-flash#1")
    do(table, move="end-turn", by="Ana")
    do(table, move="flip", card="superman#1")
    assert table.view().active is None
    assert 'class="primary"' not in sheet(client_for(hub), "piece=weakness")


def test_every_allowed_button_does_what_it_says() -> None:
    hub, table = busy_match()
    client = client_for(hub)
    tried = 0
    for label in ("pandora#1", "cold-gun#1", "kick", "weakness", "the-flash#1", "belle-reve#1", "catwoman#1", "punch"):
        html = sheet(client, f"piece={label.replace('#', '%23')}")
        for fields in forms(html):
            if fields["move"] == "put":
                fields |= {"target": re.findall(r'<option value="([^"]+)"', html)[0], "option": "it lay there"}
            elif "insists" in html[html.index(f'value="{fields["move"]}"') :][:900]:
                continue
            depth = table.history.last.n
            answer = client.send_form("/act", **fields)
            assert answer.status_code == 303, (fields, text_of(answer.text)[:300])
            assert table.history.last.n > depth
            assert client.send_form("/undo").status_code == 303
            tried += 1
    assert tried > 60


def test_a_refusal_says_why_and_by_which_rule() -> None:
    hub, _ = busy_match()
    html = sheet(client_for(hub), "piece=pandora%231")
    buy = html[html.index('data-key="d-buy"') :]
    buy = buy[: buy.index("</section>")]
    assert "frozen" in text_of(buy)
    assert "Rule: Forever Evil" in text_of(buy)
    assert 'class="tag">Frozen<' in html


def test_what_the_table_may_insist_on_is_pressed_and_asks_for_a_reason() -> None:
    hub, table = busy_match()
    client = client_for(hub)
    html = sheet(client, "piece=pandora%231")
    buy = next(fields for fields in forms(html) if fields["move"] == "buy")
    assert "insists" in html
    answer = client.send_form("/act", **buy)
    assert answer.status_code == 409
    assert 'name="force"' in answer.text
    assert client.send_form("/act", force="we agreed", **buy).status_code == 303
    assert "pandora#1" in (table.view().zones["discard.Ana"].cards or ())


def test_a_place_lists_its_cards_and_says_how_many_are_hidden() -> None:
    hub, table = busy_match()
    client = client_for(hub)
    html = sheet(client, "place=destroyed")
    assert re.findall(r'<span class="name">(.*?)</span>', html) == ["Punch", "Kick"]
    assert "10 cards face down" in text_of(sheet(client, "place=deck.Bo"))
    assert text_of(sheet(client, "place=discard.Ana")).strip().startswith("Ana: Discard pile")
    do(table, move="destroy", by="Bo", card="punch")
    twins = re.findall(r"Punch \d", text_of(sheet(client, "place=destroyed")))
    assert len(twins) == len(set(twins)) == 2


@pytest.mark.parametrize(
    ("lang", "text", "title"),
    [
        ("en", "cold gun", "Cold Gun"),
        ("en", "  SHAZAM ", "Shazam!"),
        ("en", "cold-gun#2", "Cold Gun 2"),
        ("en", "belle", "Belle Reve"),
        ("fr", "pistolet", "Pistolet Réfrigérant"),
        ("en", "power", "Which one is “power”?"),
    ],
)
def test_a_piece_is_found_by_name(lang: str, text: str, title: str) -> None:
    hub, _ = deck_match()
    client = client_for(hub)
    client.cookies.set("lang", lang)
    answer = client.get("/piece", params={"find": text}, headers={"accept": "application/json"})
    html = answer.json()["fragments"]["piece"]
    assert f'<h2 id="piece-title">{title}</h2>' in html


def test_a_card_is_dealt_by_naming_it() -> None:
    hub, table = deck_match(deal=4)
    client = client_for(hub)
    html = sheet(client, "find=steel")
    assert next(iter(deeds(html))) == "Deal to the Line-Up"
    assert html.count('class="primary"') == 1
    deal = next(fields for fields in forms(html) if fields["move"] == "deal")
    assert client.send_form("/act", **deal).status_code == 303
    assert len(table.view().zones["line-up"].cards or ()) == 5


@pytest.mark.parametrize(
    "query", ["piece=excalibur", "piece=excalibur%231", "place=attic", "place=hand.Zed", "find=", "find=zzz", ""]
)
def test_what_is_not_there_is_told(query: str) -> None:
    hub, _ = deck_match()
    client = client_for(hub)
    answer = client.get(f"/piece?{query}", headers={"accept": "application/json"})
    assert answer.status_code == 404
    assert 'data-kind="bad"' in answer.json()["fragments"]["notice"]
    assert client.get(f"/piece?{query}").status_code == 404


def test_without_a_match_there_are_no_pieces() -> None:
    assert client_for(hub_of()).get("/piece?piece=kick").status_code == 409


def test_it_is_a_page_of_its_own_without_a_script() -> None:
    hub, table = deck_match()
    client = client_for(hub)
    page = client.get("/piece?piece=catwoman%231").text
    assert '<div class="panel sheet">' in page
    assert "data-page" not in page
    buy = next(fields for fields in forms(page) if fields.get("move") == "buy")
    answer = client.send_form("/act", **buy)
    assert (answer.status_code, answer.headers["location"]) == (303, "/table")
    assert "catwoman#1" in (table.view().zones["discard.Ana"].cards or ())


def test_at_the_count_a_bare_name_stands_for_a_copy_that_may_be_counted(client: Client, hub: Hub) -> None:
    table = hub.table
    assert table is not None
    client.send_form("/act", move="end-game", by="Ana", option="line-up")
    client.send_form("/act", move="done", prompt=str(table.view().prompt.id))
    found = deeds(sheet(client, "find=catwoman"))
    assert found["Count a card"] == ["Ana", "Bo", "Cleo"]
    assert found["Take a card out of the count"] == []
    assert "never part of a deck" in text_of(sheet(client, "piece=sinestro"))


def test_when_nothing_can_be_done_that_is_said() -> None:
    hub, _ = toy_match()
    assert "Nothing can be done" in text_of(sheet(client_for(hub), "piece=gem%232"))
