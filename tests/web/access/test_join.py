"""The way in: a phone asks, somebody at the table answers, and the phone has a seat until it is sent away."""

from __future__ import annotations

import time

import pytest

from lairkeeper.table import Hub
from lairkeeper.web.access.gate import GUEST_COOKIE
from lairkeeper.web.access.roles import CallerRole

from ...table.no_commit import refusing
from ..conftest import Client, client_for
from ..situations import tapped
from .phones import FAR, asked, guests, let_in, phone, sign_on, site_of


def test_a_phone_asks_for_a_seat_and_is_let_in_by_a_click(client: Client) -> None:
    far = phone(client.app)
    page = far.send_form("/join", follow=True, **{"as": "seat", "name": "Ana"}).text
    assert "Tap the seat token of Ana" in page
    table = client.get("/table").text
    assert "asks for the seat of Ana" in table
    assert sign_on(page) == sign_on(table), "people compare the signs"
    assert client.send_form("/phones/answer", n=str(asked(client)[0]), do="in").status_code == 303
    answer = far.get("/join")
    assert answer.url.path == "/seat"
    assert "Ana" in answer.text
    assert [(each.role, each.seat) for each in guests(client)] == [(CallerRole.SEAT, "Ana")]
    assert "asks for the seat" not in client.get("/table").text


def test_a_tap_of_the_seat_token_lets_the_phone_in_and_moves_nothing(client: Client, hub: Hub) -> None:
    assert hub.table is not None
    far = phone(client.app)
    far.send_form("/join", **{"as": "seat", "name": "Bo"})
    before = len(hub.table.history)
    tapped(hub, "tap", "seat-3#1")
    assert guests(client) == [], "the token of another seat"
    tapped(hub, "tap", "seat-2#1")
    assert [(each.role, each.seat) for each in guests(client)] == [(CallerRole.SEAT, "Bo")]
    assert len(hub.table.history) == before
    assert far.get("/seat").status_code == 200
    assert [each.words for each in hub.table.armed] == [("seat-3#1",)], "that tap was for the match, this one not"


def test_two_devices_that_ask_for_one_seat_are_told_apart_by_a_click(client: Client, hub: Hub) -> None:
    mine = phone(client.app)
    mine.send_form("/join", **{"as": "seat", "name": "Ana"})
    phone(client.app, "192.168.7.66").send_form("/join", **{"as": "seat", "name": "Ana"})
    tapped(hub, "tap", "seat-1#1")
    assert guests(client) == [], "a tap does not say which of them"
    assert "Or tap the seat token" not in client.get("/table").text
    client.send_form("/phones/answer", n=str(asked(client)[0]), do="in")
    assert mine.get("/seat").status_code == 200


def test_two_phones_on_one_seat_play_on_until_one_is_sent_away(client: Client, hub: Hub) -> None:
    one, other = (let_in(client, CallerRole.SEAT, "Ana", at) for at in ("192.168.7.3", "192.168.7.4"))
    for far in (one, other):
        assert far.send_form("/act", move="gain", by="Ana", card="vp-5", page="seat").status_code == 303
    assert hub.table is not None and hub.table.view().tokens["Ana"] == 10
    client.send_form("/phones/end", n=str(guests(client)[0].number))
    assert (one.get("/seat").url.path, other.get("/seat").url.path) == ("/join", "/seat")


def test_a_tap_of_before_lets_nobody_in(client: Client, hub: Hub) -> None:
    tapped(hub, "tap", "seat-1#1")
    phone(client.app).send_form("/join", **{"as": "seat", "name": "Ana"})
    hub.pump()
    assert guests(client) == []


def test_what_cannot_be_kept_lets_nobody_in(client: Client, hub: Hub) -> None:
    far = phone(client.app)
    far.send_form("/join", **{"as": "tv"})
    with refusing(hub.store):
        assert client.send_form("/phones/answer", n=str(asked(client)[0]), do="in").status_code == 503
    assert guests(client) == []
    assert far.get("/tv").url.path == "/join"
    assert asked(client), "it can be let in again"


@pytest.mark.parametrize(
    ("wish", "home"), [("watch", "/tv"), ("tv", "/tv"), ("table", "/table")], ids=["watch", "tv", "table"]
)
def test_screens_are_let_in_too(client: Client, wish: str, home: str) -> None:
    far = phone(client.app)
    far.send_form("/join", **{"as": wish})
    client.send_form("/phones/answer", n=str(asked(client)[0]), do="in")
    assert far.get("/join").url.path == home


def test_a_refused_phone_reads_so_and_may_ask_again(client: Client) -> None:
    far = phone(client.app)
    far.send_form("/join", **{"as": "seat", "name": "Ana"})
    client.send_form("/phones/answer", n=str(asked(client)[0]), do="no")
    page = far.get("/join").text
    assert "Nobody let this device in" in page
    assert far.send_form("/join", **{"as": "seat", "name": "Ana"}).status_code == 303
    assert len(asked(client)) == 1


def test_a_phone_that_asks_no_more_is_forgotten(client: Client) -> None:
    far = phone(client.app)
    far.send_form("/join", **{"as": "seat", "name": "Ana"})
    assert "Take your seat" in far.send_form("/join/cancel", follow=True).text
    assert asked(client) == []


def test_a_request_ends_when_nobody_answers(client: Client, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    phone(client.app).send_form("/join", **{"as": "seat", "name": "Ana"})
    (number,) = asked(client)
    late = hub._clocks.steady() + 121
    monkeypatch.setattr(hub.joining, "_steady", lambda: late)
    hub.pump()
    assert asked(client) == []
    answer = client.send_form("/phones/answer", n=str(number), do="in")
    assert (answer.status_code, guests(client)) == (409, [])
    assert "does not ask any more" in answer.text


def test_a_crowd_of_requests_leaves_room_for_others(client: Client) -> None:
    for _ in range(5):
        last = phone(client.app).send_form("/join", **{"as": "seat", "name": "Ana"})
    assert (last.status_code, len(asked(client))) == (429, 3)
    assert "Wait two minutes" in last.text
    assert phone(client.app, "192.168.7.21").send_form("/join", **{"as": "seat", "name": "Bo"}).status_code == 303
    for n in range(22, 40):
        phone(client.app, f"192.168.7.{n}").send_form("/join", **{"as": "watch"})
    assert len(asked(client)) == 12


def test_a_key_is_random_hidden_and_made_by_us(client: Client, hub: Hub) -> None:
    far = phone(client.app)
    far.cookies.set(GUEST_COOKIE, "chosen-by-somebody-else")
    answer = far.send_form("/join", **{"as": "tv"})
    (cookie,) = [each for each in answer.headers.get_list("set-cookie") if each.startswith(f"{GUEST_COOKIE}=")]
    key = cookie.partition("=")[2].partition(";")[0]
    assert len(key) >= 43
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    client.send_form("/phones/answer", n=str(asked(client)[0]), do="in")
    kept = "".join(row["value"] for row in hub.store.database.read("SELECT value FROM settings"))
    assert key not in kept
    assert phone(client.app).get("/tv").url.path == "/join"


def test_a_guest_is_sent_away_in_one_click_and_its_streams_end(client: Client) -> None:
    far = let_in(client, CallerRole.SEAT, "Ana")
    room = site_of(client).streams.enter(guests(client)[0].number)
    assert far.get("/seat").status_code == 200
    page = client.get("/phones").text
    assert "Android · Firefox" in page and "here now" in page
    assert client.send_form("/phones/end", n=str(guests(client)[0].number)).status_code == 303
    assert room.is_set()
    assert far.get("/seat").url.path == "/join"
    assert client.send_form("/phones/end", n="1").status_code == 409


def test_everybody_is_sent_away_at_once(client: Client) -> None:
    far = [let_in(client, CallerRole.SEAT, "Ana"), let_in(client, CallerRole.TV, at="192.168.7.9")]
    client.send_form("/phones/end-all")
    assert [each.get("/tv").url.path for each in far] == ["/join", "/join"]


def test_a_phone_leaves_by_itself(client: Client) -> None:
    far = let_in(client, CallerRole.SEAT, "Ana")
    assert far.send_form("/join/leave", follow=True).url.path == "/join"
    assert guests(client) == []


def test_a_seat_is_kept_over_a_restart_and_another_address(client: Client, hub: Hub) -> None:
    far = let_in(client, CallerRole.SEAT, "Ana")
    again = client_for(hub)
    moved = Client(again.app, "192.168.7.99", {GUEST_COOKIE: far.cookies[GUEST_COOKIE]})
    assert moved.get("/seat").status_code == 200


def test_a_guest_that_was_not_seen_for_a_day_asks_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, screen = let_in(client, CallerRole.SEAT, "Ana"), let_in(client, CallerRole.TV, at="192.168.7.9")
    later = time.time() + 25 * 3600
    monkeypatch.setattr(site_of(client).guests, "_wall", lambda: later)
    assert seat.get("/seat").url.path == "/join"
    assert screen.get("/tv").url.path == "/tv"


@pytest.mark.parametrize("wish", ["", "host", "stranger", "SEAT"])
def test_nobody_asks_to_be_the_host(client: Client, wish: str) -> None:
    assert phone(client.app).send_form("/join", **{"as": wish}).status_code == 400
    assert asked(client) == []


def test_a_seat_that_does_not_play_is_refused(client: Client) -> None:
    answer = phone(client.app).send_form("/join", **{"as": "seat", "name": "Zoe"})
    assert answer.status_code == 404
    assert asked(client) == []


def test_a_tablet_lets_in_players_but_no_tablet(client: Client) -> None:
    tablet = let_in(client, CallerRole.TABLE, at="192.168.7.5")
    phone(client.app).send_form("/join", **{"as": "seat", "name": "Ana"})
    phone(client.app, "192.168.7.6").send_form("/join", **{"as": "table"})
    seat, table = asked(client)
    assert tablet.send_form("/phones/answer", n=str(table), do="in").status_code == 403
    assert tablet.send_form("/phones/answer", n=str(seat), do="in").status_code == 303
    assert [each.role for each in guests(client)] == [CallerRole.TABLE, CallerRole.SEAT]


def test_the_host_is_led_to_its_own_page(client: Client) -> None:
    assert client.get("/join").url.path == "/phones"
    assert FAR not in client.get("/phones").text


@pytest.mark.parametrize(
    "kept", [[], {"guests": {"x": {}}}, {"guests": 5, "last": 1}, {"last": "x", "guests": {}}, None]
)
def test_a_list_of_guests_that_cannot_be_read_lets_nobody_in(hub: Hub, kept: object) -> None:
    hub.store.settings.set("guests", kept)
    again = client_for(hub)
    assert guests(again) == []
    assert phone(again.app).get("/tv").url.path == "/join"
    let_in(again, CallerRole.SEAT, "Ana")
    assert [each.number for each in guests(again)] == [1]
