"""The table page: what it shows, and that a click does what a tap does."""

from __future__ import annotations

import re

import pytest

from lairkeeper.board import LinkState
from lairkeeper.i18n import LANGUAGES
from lairkeeper.store import StoreProblem
from lairkeeper.table import Hub, trouble
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.panels import parts_of

from .conftest import Client, client_for
from .decks import deck_match
from .situations import FULL, board_of, full_disk, hub_of, scanned, tapped

ELSEWHERE = {StoreProblem.NOT_OURS, StoreProblem.NEWER, StoreProblem.OLDER, StoreProblem.LOCKED, StoreProblem.MISSING}
"""Told before there is a page."""
TROUBLES = {
    "over": "",
    "log-cut": "match line n",
    "set-aside": "tags printed settings people inbox",
    "unknown-game": "match game",
    "log-from-future": "match",
    "cannot-go-on": "match",
}


def text_of(html: str) -> str:
    """Return the words of a page without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


WORKSHOP = frozenset({"board", "log", "moves"})
"""Parts that the table page does not show."""


def part(client: Client, id: str, path: str = "") -> str:
    """Return the words of one live part, by default as the table page or the workshop shows it."""
    html = client.get(path or ("/workshop" if id in WORKSHOP else "/table")).text
    start = html.index(f'id="{id}"')
    end = html.find("</section>", start)
    return text_of(html[html.index(">", start) + 1 : end])


def test_prompt_with_its_rule_and_whose_turn(client: Client) -> None:
    now = part(client, "now")
    assert "Turn 1" in now
    assert "Ana" in now
    assert "Rule: Forever Evil, Order of Playing Your Cards" in now
    assert "End turn" in now
    seats = part(client, "seats")
    assert seats.index("Their turn") < seats.index("Bo")


def test_a_click_gains_and_the_log_says_who(client: Client, hub: Hub) -> None:
    assert client.send_form("/act", move="gain", by="Bo", card="vp-5").status_code == 303
    assert hub.table is not None
    assert hub.table.view().tokens["Bo"] == 5
    log = part(client, "log")
    assert "Bo gains 5 VP" in log
    assert "on this screen" in log
    assert re.search(r"\d\d:\d\d:\d\d", log)


def test_the_breakdown_adds_up_on_the_page(client: Client) -> None:
    client.send_form("/act", move="gain", by="Bo", card="vp-5")
    client.send_form("/act", move="gain", by="Bo", card="vp-1")
    bo = text_of(client.get("/piece?seat=Bo").text)
    assert "6 VP in tokens +6" in bo
    assert "1×5 + 1×1" in bo
    assert "Total 6" in bo


def test_undo_strikes_through_in_words_too_and_redo_brings_back(client: Client, hub: Hub) -> None:
    client.send_form("/act", move="gain", by="Bo", card="vp-5")
    assert client.send_form("/undo").status_code == 303
    assert hub.table is not None
    assert hub.table.view().tokens["Bo"] == 0
    log = part(client, "log")
    assert re.search(r"Bo gains 5 VP\s+undone", log)
    assert "data-undone" in client.get("/workshop").text
    assert client.send_form("/redo").status_code == 303
    assert hub.table.view().tokens["Bo"] == 5


def test_undo_and_redo_are_dimmed_when_there_is_nothing(client: Client) -> None:
    page = client.get("/workshop").text
    assert '<button id="do-undo" disabled>' in page
    assert '<button id="do-redo" disabled>' in page
    assert re.search(r'<button id="do-undo"[^>]* aria-label="Undo"[^>]* disabled>', client.get("/table").text)
    assert 'id="do-redo"' not in client.get("/table").text
    client.send_form("/act", move="gain", by="Bo", card="vp-5")
    assert 'aria-label="Undo: Bo gains 5 VP"' in client.get("/table").text
    page = client.get("/workshop").text
    assert '<button id="do-undo">' in page
    assert '<button id="do-redo" disabled>' in page


def test_a_refusal_says_why_and_changes_nothing(client: Client, hub: Hub) -> None:
    answer = client.send_form("/act", move="steal", by="Bo", target="Bo", card="vp-1")
    assert answer.status_code == 409
    assert 'data-kind="bad"' in answer.text
    assert "Bo cannot steal from Bo" in text_of(answer.text[answer.text.index('id="notice"') :])
    assert hub.table is not None
    assert not hub.table.can_undo


def test_a_refusal_that_can_be_forced_offers_to_insist(client: Client, hub: Hub) -> None:
    answer = client.send_form("/act", move="end-turn", by="Bo")
    assert answer.status_code == 409
    assert "Insist: it happened" in answer.text
    notice = answer.text[answer.text.index('id="notice"') :]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', notice[: notice.index("</form>")]))
    assert fields.pop("once")
    assert fields == {"page": "table", "move": "end-turn", "by": "Bo"}
    assert client.send_form("/act", force="Ana had to leave", **fields).status_code in (303, 409)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 400),
        ({"move": "fly"}, 409),
        ({"move": "gain", "by": "Nobody", "card": "vp-5"}, 409),
        ({"move": "gain", "by": "Ana", "card": "no-such-thing"}, 409),
        ({"move": "gain", "by": "Ana", "amount": "lots"}, 400),
        ({"move": "gain", "by": "Ana", "card": "vp-5", "prompt": "x"}, 400),
        ({"move": "gain", "by": "Ana", "card": "<script>"}, 409),
        ({"move": "end-turn", "by": "Ana", "prompt": "987654"}, 409),
    ],
)
def test_bad_commands_get_a_clear_answer_and_change_nothing(
    client: Client, hub: Hub, fields: dict[str, str], status: int
) -> None:
    answer = client.send_form("/act", **fields)
    assert answer.status_code == status
    assert "<script>" not in answer.text
    assert hub.table is not None
    assert not hub.table.can_undo


def test_every_form_of_the_page_is_a_legal_move(client: Client, hub: Hub) -> None:
    """Each plain button on the page that is not dimmed does what it says."""
    assert hub.table is not None
    page = (
        client.get("/table").text
        + client.get("/workshop").text
        + "".join(client.get(f"/piece?seat={seat}").text for seat in ("Ana", "Bo", "Cleo"))
    )
    forms = re.findall(r'<form method="post" action="/act" data-live[^>]*>(.*?)</form>', page, re.S)
    plain = [form for form in forms if "<fieldset" not in form and "<select" not in form and "disabled" not in form]
    assert len(plain) >= 1 + 2 * 3
    for form in plain:
        fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))
        assert client.send_form("/act", **fields).status_code == 303, fields
        client.send_form("/undo")


def test_a_card_can_be_counted_by_the_name_that_is_shown(client: Client, hub: Hub) -> None:
    table = hub.table
    assert table is not None
    client.send_form("/act", move="end-game", by="Ana", option="line-up")
    client.send_form("/act", move="done", prompt=str(table.view().prompt.id))
    assert table.view().step == "sweep"
    for _ in range(2):
        assert client.send_form("/act", move="sweep", by="Bo", card="catwoman").status_code == 303
    assert client.send_form("/act", move="sweep", by="Bo", card="Dr. Light").status_code == 303
    assert part(client, "log").count("Bo counts Catwoman") == 2
    assert part(client, "log").count("Bo counts Dr. Light") == 1
    client.cookies.set("lang", "fr")
    assert client.send_form("/act", move="sweep", by="Ana", card="faiblesse").status_code == 303
    assert client.send_form("/act", move="sweep", by="Ana", card="No such card").status_code == 409


def test_quick_buttons_are_one_a_piece_and_go_when_nothing_can_be_counted(client: Client, hub: Hub) -> None:
    assert hub.table is not None
    page = client.get("/piece?seat=Bo").text
    assert page.count('<div class="quick"') == 1
    assert page.count('name="card" value="plus-1"') == 1
    client.send_form("/act", move="end-game", by="Ana", option="line-up")
    assert '<div class="quick"' not in client.get("/piece?seat=Bo").text


def finish(client: Client, hub: Hub) -> None:
    table = hub.table
    assert table is not None
    client.send_form("/act", move="gain", by="Bo", card="vp-10")
    client.send_form("/act", move="end-game", by="Ana", option="line-up")
    client.send_form("/act", move="done", prompt=str(table.view().prompt.id))
    for seat in table.header.seats:
        client.send_form("/act", move="sweep", by=seat, card="Kick")
        answer = client.send_form("/act", move="done", by=seat, prompt=str(table.view().prompt.id))
        assert answer.status_code == 303
    assert table.view().finished


def test_the_end_names_the_winner_and_shows_how_each_point_came_about(client: Client, hub: Hub) -> None:
    finish(client, hub)
    assert "Bo wins with 11" in part(client, "now")
    seats = part(client, "seats")
    assert seats.index("Winner") > seats.index("Ana")
    assert "Kick: 1 × 1" in text_of(client.get("/piece?seat=Bo").text)
    assert "Place 1" in seats
    client.cookies.set("lang", "fr")
    assert "Bo gagne avec 11" in part(client, "now")


def test_a_question_comes_before_the_prompt_and_is_answered_by_a_button() -> None:
    hub, table = deck_match()
    client = client_for(hub)
    assert "Order of Playing" in part(client, "now")
    tapped(hub, "seat-2", "catwoman#1")
    assert table.question is not None
    asked, commands = str(table.question.id), len(table.history.live)
    page = client.get("/table").text
    now = part(client, "now")
    assert "A question" in now
    assert "Ana: Buy · Catwoman" in now
    assert "Order of Playing" not in now
    assert page.index('name="option" value="0"') < page.index('name="option" value="1"')
    assert client.send_form("/answer", question=asked, option="7").status_code == 409
    assert client.send_form("/answer", question=asked, option="0").status_code == 303
    assert table.view().zones["discard.Ana"].cards == ("catwoman#1",)
    assert client.send_form("/answer", question=asked, option="0").status_code == 409
    assert client.send_form("/answer", option="0").status_code == 400
    assert len(table.history.live) == commands + 1


def test_the_last_scan_is_in_sight_on_every_page_of_a_match(client: Client, hub: Hub) -> None:
    scanned(hub, "seat-2", "0499AABBCCDD80")
    for path in ("/table", "/virtual", "/tags", "/numbers"):
        text = text_of(client.get(path).text)
        assert "0499AABBCCDD80" in text, path
        assert "reader “Bo’s tray”" in text, path
        assert "Nobody knows this tag yet" in text, path
        assert "Undo" in client.get(path).text, path


def test_armed_tokens_are_shown(client: Client, hub: Hub) -> None:
    tapped(hub, "tap", "seat-2#1", "verb-attack#1")
    text = text_of(client.get("/table").text)
    assert "Seat 2 + " in text


def test_without_a_match_the_page_leads_to_one() -> None:
    client = client_for(hub_of())
    now = part(client, "now")
    assert "no match is running" in now
    assert 'href="/new"' in client.get("/table").text
    answer = client.send_form("/act", move="gain", by="Ana", card="vp-5")
    assert answer.status_code == 409
    assert "New match" in answer.text


def test_a_piece_that_cannot_be_read_is_said_with_its_reader_and_what_to_do(client: Client, hub: Hub) -> None:
    assert "cannot be read" not in part(client, "board")
    board_of(hub).changes(unread=("seat-2",))
    assert "reader “Bo’s tray” cannot be read: lay it down again" in part(client, "board")
    board_of(hub).changes(unread=())
    assert "cannot be read" not in part(client, "board")


def test_the_board_is_shown_with_its_interpreter_and_port(client: Client, hub: Hub) -> None:
    board = part(client, "board")
    assert "Connected" in board
    assert "MicroPython 1.28.0" in board
    assert board_of(hub).port in board
    board_of(hub).changes(state=LinkState.CLOSED, message="unplugged")
    assert "Not connected" in part(client, "board")
    hub.devices.boards.links.clear()
    assert "--board" in part(client, "board")


def test_our_script_gets_fragments_instead_of_a_page(client: Client) -> None:
    answer = client.send_form("/act", json=True, page="table", move="gain", by="Bo", card="vp-5")
    assert answer.status_code == 200
    fragments = answer.json()["fragments"]
    assert set(fragments) == {*(part.name for part in parts_of("table")), "notice"}
    assert "hidden" in fragments["notice"]
    for id, html in fragments.items():
        assert re.match(rf'<\w+ id="{id}"', html), id
    refused = client.send_form("/act", json=True, page="virtual", move="fly")
    assert refused.status_code == 409
    assert "pads" in refused.json()["fragments"]
    assert 'data-kind="bad"' in refused.json()["fragments"]["notice"]
    broken = client.send_form("/act", json=True)
    assert broken.status_code == 400
    assert "move" in broken.json()["fragments"]["notice"]


def test_a_question_of_the_rules_says_why_and_by_which_rule(client: Client, hub: Hub) -> None:
    tapped(hub, "seat-2", "verb-end-turn#1")
    now = part(client, "now")
    assert "It is not the turn of Bo: Ana plays now." in now
    assert "Rule: Forever Evil, Gameplay" in now
    assert "Bo: End turn — Insist: it happened" in now


@pytest.mark.parametrize("json", [True, False])
def test_enrol_it_leads_to_the_tags_page(client: Client, hub: Hub, json: bool) -> None:
    scanned(hub, "tap", "04AABBCCDDEEFF")
    assert hub.table is not None and hub.table.question is not None
    option = [each.action for each in hub.table.question.options].index("enrol")
    answer = client.send_form("/answer", json=json, question=str(hub.table.question.id), option=str(option))
    assert answer.json() == {"go": "/tags"} if json else answer.headers["location"] == "/tags"


def test_what_went_wrong_last_is_told_on_every_page(client: Client, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    hub.troubles.failed(FULL)
    for path in ("/table", "/virtual", "/tags", "/new", "/numbers", "/seat"):
        assert "Free some space" in client.get(path).text, path
        assert "Libérez de la place" in client.get(path, headers={"accept-language": "fr"}).text, path
    monkeypatch.setattr(trouble, "OVER_FOR", 0.0)
    hub.troubles.try_again()
    page = client.get("/table").text
    assert "takes everything again" in page
    assert 'class="problem over"' in page
    hub.troubles.look()
    assert 'role="alert" hidden' in client.get("/table").text


def test_a_disk_that_refuses_is_told_and_nothing_is_shown_as_done(client: Client, hub: Hub) -> None:
    assert hub.table is not None
    with full_disk(hub):
        answer = client.send_form("/act", move="gain", by="Ana", card="vp-5")
        assert answer.status_code == 503
        assert "No room is left on the disk of lair.db" in answer.text
        assert "No room is left on the disk of lair.db" in client.get("/virtual").text
    assert hub.table.view().tokens["Ana"] == 0


def test_scans_that_cannot_be_stored_are_told_beside_a_link_that_is_up(client: Client, hub: Hub) -> None:
    """Why is said once, by the bar of all pages, in the page's language."""
    board_of(hub).changes(message="inbox-failed", args={"error": "No room left. Free some space."})
    for lang, said in (("en", "Scans cannot be stored for now"), ("fr", "ne peuvent pas être gardés pour l")):
        page = client.get("/table", headers={"accept-language": lang}).text
        assert said in page
        assert "No room left" not in page


def test_every_trouble_of_the_store_has_a_sentence_in_both_languages() -> None:
    for lang in LANGUAGES:
        texts = texts_for(lang)
        for kind in set(StoreProblem) - ELSEWHERE:
            assert texts.say(f"trouble.{kind}", {"path": "lair.db", "detail": "x"})
        for code, args in TROUBLES.items():
            assert texts.say(f"trouble.{code}", dict.fromkeys(args.split(), 3))
