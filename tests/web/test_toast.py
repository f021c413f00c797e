"""The toast of the last scan: what it did and how to undo it, for four seconds and no longer than it is true."""

from __future__ import annotations

import time

from lairkeeper.table import Hub
from lairkeeper.web.parts.toast import SECONDS, Toast, toast_of
from lairkeeper.web.site import Site

from .conftest import Client
from .situations import do, scanned, tapped
from .test_table import part


def shown(hub: Hub, lang: str = "en", later: float = 0.0) -> Toast | None:
    return toast_of(hub, Site(hub).translator_in(lang), time.time() + later)


def test_a_scan_that_counted_says_what_undo_takes_back(hub: Hub) -> None:
    assert shown(hub) is None
    tapped(hub, "seat-2", "vp-5#1")
    toast = shown(hub)
    assert toast is not None
    assert (toast.mood, toast.said, toast.undo) == ("good", "Bo gains 5 VP", "Undo: Bo gains 5 VP")
    french = shown(hub, "fr")
    assert french is not None and french.undo == "Annuler : Bo gagne 5 PV"


def test_it_goes_after_four_seconds_and_with_what_it_did(hub: Hub) -> None:
    tapped(hub, "seat-2", "vp-5#1")
    assert shown(hub, later=SECONDS + 1) is None
    assert hub.table is not None
    do(hub.table, move="gain", by="Ana", card="vp-1")
    assert shown(hub) is None, "undo would take something else back"
    hub.table.undo(1, "page")
    assert shown(hub) is not None


def test_an_undo_token_says_what_it_took_back(hub: Hub) -> None:
    tapped(hub, "seat-2", "vp-5#1")
    tapped(hub, "seat-2", "verb-undo#1")
    toast = shown(hub)
    assert toast is not None
    assert (toast.mood, toast.said, toast.undo) == ("good", "Undone: Bo gains 5 VP", "")
    french = shown(hub, "fr")
    assert french is not None and french.said == "Annulé : Bo gagne 5 PV"
    assert hub.table is not None
    do(hub.table, move="gain", by="Ana", card="vp-1")
    assert shown(hub) is None, "the match has gone on"


def test_a_scan_that_did_nothing_has_no_undo(hub: Hub) -> None:
    assert hub.table is not None
    do(hub.table, move="gain", by="Ana", card="vp-1")
    scanned(hub, "seat-2", "0499AABBCCDD80")
    toast = shown(hub)
    assert toast is not None
    assert (toast.mood, toast.undo) == ("ask", "")
    assert "0499AABBCCDD80" in toast.said and "Bo’s tray" in toast.more


def test_undo_by_the_toast_leads_back_to_the_table(client: Client, hub: Hub) -> None:
    tapped(hub, "seat-2", "vp-5#1")
    assert "Undo: Bo gains 5 VP" in client.get("/table").text
    assert client.send_form("/undo", page="table").headers["location"] == "/table"
    assert "Bo gains" not in part(client, "toast")
