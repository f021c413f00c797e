"""The TV page: what the whole room may see, without controls."""

from __future__ import annotations

import re

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .situations import begun, do, hub_of, scanned
from .test_table import part


def main(html: str) -> str:
    return html[html.index("<main") : html.index("</main>")]


@pytest.mark.parametrize("game", ["forever-evil", "dc-forever", "evil-101", "evil-league"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_shows_the_match_and_has_no_controls(game: str, lang: str) -> None:
    hub = hub_of()
    begun(hub, game, seats=("Ana", "Bo", "Cleo"), level="full")
    client = client_for(hub)
    client.cookies.set("lang", lang)
    page = client.get("/tv").text
    shown = main(page)
    assert [name for name in ("Ana", "Bo", "Cleo") if name not in shown] == []
    assert re.findall(r"<(form|button|input|select|details)\b", shown) == []
    assert re.findall(r"<a [^>]*href=", shown) == []
    assert "<nav" not in page


def test_it_shows_an_open_question_and_leaves_the_answer_to_others(client: Client, hub: Hub) -> None:
    scanned(hub, "seat-2", "0499AABBCCDD80")
    assert hub.table is not None
    question = hub.table.question
    assert question is not None and question.code == "unknown-tag"
    now = part(client, "now", "/tv")
    assert 'data-kind="question"' in client.get("/tv").text
    assert "What is this tag" in now and "Leave it" not in now


def test_a_scan_is_shown_without_its_undo(client: Client, hub: Hub) -> None:
    assert hub.table is not None
    do(hub.table, move="gain", by="Bo", card="vp-5")
    assert "Undo" not in main(client.get("/tv").text)


def test_without_a_match_it_says_where_one_begins() -> None:
    assert "Begin a match on another screen" in client_for(hub_of()).get("/tv").text
