"""Turn clock and pause on the pages: on each of them and on the TV, and nothing while they are off."""

from __future__ import annotations

import re

import pytest

from lairkeeper.table import Hub
from lairkeeper.web.screens import all_screens

from .conftest import Client, client_for
from .situations import do, hub_of
from .test_table import text_of

LIVE = sorted(id for id, screen in all_screens().items() if screen.path is not None)


def shown(client: Client, page: str) -> str:
    html = client.get(all_screens()[page].path or "").text
    found = re.search(r'<aside id="pace".*?</aside>', html, re.S)
    assert found is not None, page
    return found[0]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_each_page_shows_clock_and_pause_once_they_are_on(client: Client, lang: str) -> None:
    client.cookies.set("lang", lang)
    for page in LIVE:
        assert "hidden" in shown(client, page) and "<time" not in shown(client, page)
    assert client.send_form("/pace", clock="on", page="workshop").headers["location"] == "/workshop"
    for page in LIVE:
        assert "data-began=" in shown(client, page) and " hidden" not in shown(client, page)
    client.send_form("/pace", paused="on")
    for page in LIVE:
        assert "data-stands=" in shown(client, page) and {"en": "The next tap", "fr": "On reprend"}[lang] in shown(
            client, page
        )
    assert "<form" not in shown(client, "tv")
    client.send_form("/pace", clock="off", paused="off")
    for page in LIVE:
        assert "hidden" in shown(client, page)


def test_the_workshop_switches_them(client: Client, hub: Hub) -> None:
    def switches() -> list[str]:
        return re.findall(r'name="(\w+)" value="\w+" aria-checked="true"', client.get("/workshop").text)

    assert switches() == []
    client.send_form("/pace", clock="on")
    assert switches() == ["clock"]
    client.send_form("/pace", paused="on")
    assert switches() == ["clock", "paused"]
    assert hub.table is not None
    do(hub.table, move="gain", by="Bo", card="vp-1")
    assert switches() == ["clock"], "a record ends the pause"


def test_what_is_no_switch_is_refused(client: Client, hub: Hub) -> None:
    answer = client.send_form("/pace", clock="maybe", paused="on")
    assert answer.status_code == 400 and "Choose one of: on, off" in text_of(answer.text)
    assert not hub.pace.paused, "nothing of a refused form is done"


def test_without_a_match_there_is_nothing_to_switch() -> None:
    client = client_for(hub_of())
    assert client.send_form("/pace", clock="on").status_code == 409
    assert "hidden" in shown(client, "workshop")
    assert re.search(r'<section id="turns"[^>]* hidden', client.get("/workshop").text)
