"""A seat's page opens to the browser that typed its code; to everybody else it says what to do, and nothing more."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from lairkeeper.table import Hub
from lairkeeper.web import create_app
from lairkeeper.web.seat_codes import TRIES, WAIT_S, SeatKeys, Shut

from .conftest import Client, client_for
from .situations import begun, do, hub_of
from .test_table import text_of

SECRET = "Not every symbol of Plot 7 is on Target 1"


def seven(hub: Hub) -> None:
    """Ana has laid Plot 7 face down where it does not match."""
    targets = ["target-1#1", "target-2#1", "target-3#1"]
    setup = {"targets": targets, "handler": "Cy"}
    table = begun(hub, "evil-101", ("Ana", "Zoé", "Cy"), level="full", setup=setup)
    do(table, move="play", by="Ana", card="plot-7#1", target="target-1#1")


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = hub_of()
    seven(hub)
    yield hub
    hub.store.close()


@pytest.fixture
def client(hub: Hub) -> Client:
    return client_for(hub)


def another(client: Client, at: str = "127.0.0.1") -> Client:
    """Another browser in front of the same server."""
    other = Client(client.app, at)
    assert other.get("/table").status_code == 200
    return other


@pytest.mark.parametrize(("lang", "says"), [("en", "Nobody has a code for this page yet"), ("fr", "réservée à Ana")])
def test_without_a_code_the_page_says_what_to_do_and_nothing_else(client: Client, lang: str, says: str) -> None:
    client.cookies.set("lang", lang)
    for headers in ({}, {"accept": "application/json"}):
        answer = client.get("/seat?name=Ana", headers=headers)
        assert answer.status_code == 403
        assert says in answer.text
        assert "plot-7" not in answer.text
        assert "Plot 7" not in answer.text


def test_the_code_opens_the_page_in_the_browser_that_typed_it_and_in_no_other(client: Client) -> None:
    phone, stranger = another(client), another(client)
    code = client.code("Ana")
    assert phone.send_form("/seat/open", name="Ana", code=code.replace(" ", "")).status_code == 303
    assert SECRET in text_of(phone.get("/seat?name=Ana").text)
    assert stranger.get("/seat?name=Ana").status_code == 403
    assert phone.get("/seat?name=Cy").status_code == 403, "a code opens one seat"


def test_a_wrong_code_opens_nothing_and_too_many_make_everybody_wait(client: Client) -> None:
    code = client.code("Ana")
    wrong = "000000" if code != "000 000" else "111111"
    for left in range(TRIES - 1, 0, -1):
        page = client.send_form("/seat/open", name="Ana", code=wrong)
        assert page.status_code == 403
        assert f"{left} {'try is' if left == 1 else 'tries are'} left" in page.text
        assert "Plot 7" not in page.text
    assert "Wait 60 seconds" in client.send_form("/seat/open", name="Ana", code=wrong).text
    assert client.send_form("/seat/open", name="Ana", code=code).status_code == 403, "not even the right one"
    client.unlock("Ana")
    assert client.get("/seat?name=Ana").status_code == 200, "a new code begins anew"


def test_a_new_code_closes_the_pages_of_the_old_one(client: Client) -> None:
    phone = another(client)
    phone.unlock("Ana")
    old = client.code("Ana")
    client.code("Ana")
    assert phone.get("/seat?name=Ana").status_code == 403
    assert phone.send_form("/seat/open", name="Ana", code=old).status_code == 403


def test_a_page_is_closed_before_somebody_else_uses_the_screen(client: Client) -> None:
    client.unlock("Ana")
    assert "open on 1 screen" in text_of(client.get("/seat").text)
    client.send_form("/seat/leave", name="Ana")
    assert client.get("/seat?name=Ana").status_code == 403
    assert "open on 0 screens" in text_of(client.get("/seat").text)


def test_codes_are_given_out_on_the_computer_of_the_table_alone(client: Client) -> None:
    far = another(client, "192.168.1.7")
    for name, fields in (("code", {}), ("open", {"code": client.code("Ana")})):
        answer = far.send_form(f"/seat/{name}", name="Ana", **fields)
        assert answer.status_code == 403
        assert "This device has not been let in" in answer.text


def test_a_code_is_on_no_page_but_its_own_in_no_log_and_kept_hashed(
    hub: Hub, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = client.code("Ana")
    client.send_form("/seat/open", name="Ana", code=code)
    bare = code.replace(" ", "")
    pages = [
        client.get(path).text for path in ("/table", "/seat", "/seat?name=Ana", "/seat?name=Cy", "/virtual", "/tags")
    ]
    kept = [row["value"] for row in hub.store.database.read("SELECT value FROM settings")]
    assert kept
    for text in (*pages, caplog.text, *kept):
        assert code not in text
        assert bare not in text


def test_the_page_of_another_match_stays_closed(hub: Hub, client: Client) -> None:
    client.unlock("Ana")
    seven(hub)
    assert client.get("/seat?name=Ana").status_code == 403


def test_names_with_accents_have_pages_too(client: Client) -> None:
    client.unlock("Zoé")
    assert client.get("/seat", params={"name": "Zoé"}).status_code == 200


def test_a_level_without_secrets_needs_no_code() -> None:
    hub = hub_of()
    begun(hub, "evil-101", ("Ana", "Bo", "Cy"), level="score")
    client = client_for(hub)
    page = client.get("/seat?name=Ana")
    assert page.status_code == 200
    assert "no code is needed" in page.text


def test_whoever_does_not_play_has_no_code(client: Client) -> None:
    for path in ("/seat/code", "/seat/open", "/seat/leave"):
        assert client.send_form(path, name="Max").status_code == 404
        assert client.send_form(path).status_code == 400


def test_a_restart_of_the_app_closes_nobody_out(hub: Hub, client: Client) -> None:
    client.unlock("Ana")
    again = Client(create_app(hub), cookies=dict(client.cookies))
    assert again.get("/seat?name=Ana").status_code == 200


def test_after_the_wait_there_are_tries_again() -> None:
    now = [0.0]
    keys = SeatKeys(hub_of().store.settings, lambda: now[0])
    code = keys.new_code(1, "Ana")
    for _ in range(TRIES):
        keys.open(1, "Ana", "x", "key")
    assert keys.open(1, "Ana", code, "key") == Shut(0, 60)
    now[0] = WAIT_S
    assert keys.open(1, "Ana", "x", "key") == Shut(TRIES - 1)
    assert keys.open(1, "Ana", code, "key") is None
    assert keys.may_see(1, "Ana", "key")
    assert not keys.may_see(2, "Ana", "key")
