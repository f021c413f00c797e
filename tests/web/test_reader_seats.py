"""Readers given to seats on the readers page: one touch a reader."""

from __future__ import annotations

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .situations import QuietBoard, board_of, hub_of, scanned
from .test_table import part, text_of

UID = "04AA0000000001"


def seating(client: Client) -> str:
    return part(client, "seating", "/readers")


def test_touch_the_reader_of_each_in_turn(client: Client, hub: Hub) -> None:
    assert "seat-3" in seating(client) and "Touch the reader" not in seating(client)
    assert client.send_form("/readers/step", do="start").headers["location"] == "/readers"
    assert "Touch the reader of Ana" in seating(client)
    scanned(hub, "seat-3", UID)
    said = seating(client)
    assert "Touch the reader of Bo" in said and "That is the reader of Ana now." in said
    assert "Ana seat-3 · works" in said and "Cleo seat-1 · works" in said
    scanned(hub, "seat-3", UID, kind="-")
    scanned(hub, "seat-3", UID)
    assert "That is the reader of Ana already. Touch another one." in seating(client)
    client.send_form("/readers/step", do="skip")
    assert "Touch the reader of Cleo" in seating(client)
    client.send_form("/readers/step", do="back")
    client.send_form("/readers/step", do="back")
    assert "Touch the reader of Ana" in seating(client) and hub.trial.zones == {}
    client.send_form("/readers/step", do="stop")
    assert not hub.trial.mode


def test_pages_call_a_reader_what_it_is(client: Client, hub: Hub) -> None:
    client.send_form("/readers/only", seat="2")
    scanned(hub, "tap", UID)
    assert hub.trial.zones == {"tap": "seat-2", "seat-2": "tap"} and not hub.trial.mode
    scanned(hub, "tap", UID, kind="-")
    scanned(hub, "tap", UID)
    assert "reader “Bo’s tray”" in client.get("/workshop").text
    client.send_form("/readers/step", do="forget")
    assert "reader “Tap point”" in client.get("/workshop").text


def test_without_a_match_seats_have_numbers() -> None:
    hub = hub_of(board=QuietBoard())
    client = client_for(hub)
    client.send_form("/readers/step", do="start")
    assert "Touch the reader of seat 1" in seating(client)
    for n in range(1, 5):
        scanned(hub, f"seat-{n}", UID)
    assert not hub.trial.mode and hub.trial.zones == {}
    hub.store.close()


def test_a_reader_that_does_not_answer_is_told(client: Client, hub: Hub) -> None:
    board_of(hub).changes(zones={"tap": "ok", "seat-1": "silent"})
    assert "seat-1 · does not answer" in seating(client)


@pytest.mark.parametrize(
    ("path", "fields", "status", "says"),
    [
        ("/readers/step", {}, 400, "left out: do"),
        ("/readers/step", {"do": "dance"}, 400, "could not be read"),
        ("/readers/only", {"seat": "9"}, 400, "from 1 to 8"),
        ("/readers/only", {"seat": "x"}, 400, "from 1 to 8"),
        ("/readers/only", {}, 400, "left out: seat"),
    ],
)
def test_bad_input(client: Client, hub: Hub, path: str, fields: dict[str, str], status: int, says: str) -> None:
    answer = client.send_form(path, **fields)
    assert answer.status_code == status and says in text_of(answer.text)
    assert not hub.trial.mode and hub.trial.zones == {}


def test_without_a_board_there_is_nothing_to_touch(client: Client, hub: Hub) -> None:
    hub.devices.boards.links.clear()
    answer = client.send_form("/readers/step", do="start")
    assert answer.status_code == 409 and "Plug a board in" in text_of(answer.text)


def test_back_waits_for_the_end_of_an_enrolment(client: Client, hub: Hub) -> None:
    client.send_form("/readers/step", do="start")
    scanned(hub, "seat-3", UID)
    client.send_form("/readers/step", do="stop")
    given = hub.trial.zones
    assert given and hub.trial.can_undo
    hub.start_enrol("forever-evil", "kick x2")
    answer = client.send_form("/readers/step", do="back")
    assert answer.status_code == 409 and "enrol" in text_of(answer.text)
    assert (hub.enrol is not None, hub.trial.mode, hub.trial.zones) == (True, "", given)
