"""The test-tap page: what a tap is read as, and nothing that lies face down is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .situations import QuietBoard, begun, do, hub_of, scanned
from .test_table import text_of
from .test_tags import banner


@pytest.fixture
def judged() -> Iterator[Hub]:
    """Yield a hub with a match in which a Plot lies face down."""
    hub = hub_of(board=QuietBoard())
    targets = ["target-1#1", "target-2#1", "target-3#1"]
    table = begun(hub, "evil-101", ("Ana", "Bo", "Cy"), level="full", setup={"targets": targets, "handler": "Cy"})
    do(table, move="play", by="Ana", card="plot-7#1", target="target-1#1")
    yield hub
    hub.store.close()


def shown(client: Client) -> str:
    return text_of(client.get("/test-tap").text)


def test_reader_seat_tag_piece_and_light_of_each_tap(client: Client, hub: Hub) -> None:
    assert "A match is running: taps count" in shown(client)
    assert client.send_form("/test-tap/step", do="start").headers["location"] == "/test-tap"
    uid = hub.registry.list("forever-evil")[0].uid
    scanned(hub, "seat-2", uid)
    page = shown(client)
    assert "Bo’s tray" in page and "seat-2" in page and uid in page and "green: a piece that is known" in page
    assert "Forever Evil" in page
    scanned(hub, "tap", "04AA0000000001")
    assert "No piece has this tag" in shown(client)
    scanned(hub, "tap", "08A1B2C3", "foreign")
    assert "A phone or a bank card" in shown(client)
    assert "Test tap. Taps do not count. Stop" in banner(client, "/")
    assert hub.table is not None and len(hub.table.history) == 1
    client.send_form("/test-tap/step", do="stop", page="home")
    assert not hub.trial.mode and banner(client, "/") == ""


def test_the_shared_tokens_and_pieces_of_other_boxes_have_their_names(client: Client, hub: Hub) -> None:
    client.send_form("/test-tap/step", do="start")
    hub.enrol_demo_set("evil-101")
    tag = hub.registry.tag_of("evil-101", "agent-1#1")
    token = hub.registry.tag_of("table", "verb-undo#1")
    assert tag is not None and token is not None
    client.cookies["lang"] = "fr"
    scanned(hub, "tap", tag.uid)
    scanned(hub, "tap", token.uid)
    page = shown(client)
    assert "agent-1" not in page and "Evil:101" in page and "Annuler Jetons communs" in page


def test_a_card_that_lies_face_down_is_not_told(judged: Hub) -> None:
    client = client_for(judged)
    judged.enrol_demo_set("evil-101")
    client.send_form("/test-tap/step", do="start")
    lying, free = (judged.registry.tag_of("evil-101", each) for each in ("plot-7#1", "target-1#1"))
    assert lying is not None and free is not None
    scanned(judged, "tap", lying.uid)
    page = shown(client)
    assert "not shown: it lies face down" in page and lying.uid not in page and "Plot 7" not in page
    assert "plot-7" not in client.get("/test-tap").text
    scanned(judged, "tap", free.uid)
    assert free.uid in shown(client)


@pytest.mark.parametrize(("fields", "status"), [({}, 400), ({"do": "dance"}, 400)])
def test_bad_input(client: Client, hub: Hub, fields: dict[str, str], status: int) -> None:
    assert client.send_form("/test-tap/step", **fields).status_code == status
    assert not hub.trial.mode


def test_not_while_tags_are_enrolled(client: Client, hub: Hub) -> None:
    hub.start_enrol("table", "plus-1")
    for path in ("/test-tap/step", "/readers/step"):
        answer = client.send_form(path, do="start")
        assert answer.status_code == 409 and "Tags are being enrolled. Stop that first" in text_of(answer.text)
    assert hub.enrol is not None and not hub.trial.mode
