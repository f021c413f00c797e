"""Sentences name a reader as people at the table would: whose tray it is, not the number of its plug."""

from __future__ import annotations

import re

import pytest

from lairkeeper.board import BoardEvent
from lairkeeper.games import all_games
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table, demo_uid
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.site import Site
from lairkeeper.web.translator import Translator


def translator(lang: str, game: str = "evil-league") -> Translator:
    return Translator(texts_for(lang, all_games()[game].texts_dir), seats=("Ana", "Bo"))


@pytest.mark.parametrize(
    ("game", "reader", "name"),
    [
        ("evil-league", "seat-2", "Bo’s tray"),
        ("evil-league", "seat-3", "Tray 3"),
        ("evil-league", "seat-0", "Tray 0"),
        ("evil-league", "tap", "Tap point"),
        ("evil-league", "mall", "Discount Mall"),
        ("evil-101", "slot-2", "Target 2"),
        ("dc-forever", "place-1", "Location 1"),
        ("forever-evil", "slot-5", "Line-Up slot 5"),
        ("forever-evil", "cellar", "cellar"),
        ("forever-evil", "tray", "tray"),
    ],
)
def test_a_reader_has_a_name(game: str, reader: str, name: str) -> None:
    assert translator("en", game).reader(reader) == name


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Does Loot 1 count on “Tap point” or “Bo’s tray”?"),
        ("fr", "Où compte Butin 1 : « Point de scan » ou « Plateau de Bo » ?"),
    ],
)
def test_a_question_names_the_reader(lang: str, said: str) -> None:
    args = {"card": "loot-1#1", "zone": "seat-2", "other": "tap"}
    assert translator(lang).say("question", "carried", args) == said
    assert "Bo" in translator(lang).say("scan", "foreign-tag", {"zone": "seat-2"})
    assert "Bo" in translator(lang).say("answer", "here", args)
    assert "Bo" in translator(lang).say("tag", "twice", {"uid": "04AA", "zone": "seat-2"})


def test_an_argument_of_another_table_is_left_alone() -> None:
    args = {"option": "seat-1", "value": "yes", "other": "tap", "its": "no"}
    assert "tap=no" in translator("en", "forever-evil").say("refusal", "not-together", args)


@pytest.mark.parametrize(("lang", "said"), [("en", "reader “Bo’s tray”"), ("fr", "lecteur « Plateau de Bo »")])
def test_the_log_names_the_reader_as_the_table_does(lang: str, said: str) -> None:
    with Store.open() as store:
        hub = Hub(store)
        hub.enrol_demo_set("forever-evil")
        assert isinstance(hub.start("forever-evil", ("Ana", "Bo"), level="score"), Table)
        uid = demo_uid("forever-evil", "vp-5#1")
        event = BoardEvent("b1", "x", 1, 0, 1.0, "+", "seat-2", (uid,))
        store.inbox.receive([event])
        hub.received([event])
        site = Site(hub)
        log = site.fragments("workshop", lang, ("log",))["log"]
    assert re.search(rf'<span class="mono">{uid}</span> · {said}</span>', log)
    assert "seat-2" not in log
