"""The overlay: scores and whose turn, without controls, for everybody who was let in."""

from __future__ import annotations

import re

import pytest

from lairkeeper.table import Hub
from lairkeeper.web.access.roles import CallerRole

from .access.phones import let_in, phone
from .conftest import Client, client_for
from .situations import begun, do, hub_of
from .test_tv import main


@pytest.mark.parametrize("game", ["forever-evil", "dc-forever", "evil-101", "evil-league"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_shows_the_scores_and_nothing_to_press(game: str, lang: str) -> None:
    hub = hub_of()
    begun(hub, game, seats=("Ana", "Bo", "Cleo"), level="full")
    client = client_for(hub)
    client.cookies.set("lang", lang)
    page = client.get("/overlay").text
    shown = main(page)
    assert all(name in shown for name in ("Ana", "Bo", "Cleo"))
    assert re.findall(r"<(a|form|button|input|select|details|nav)\b", shown) == []
    assert "<nav" not in page and "overlay." in page


def test_it_says_whose_turn_it_is_and_what_to_do(client: Client, hub: Hub) -> None:
    assert hub.table is not None
    do(hub.table, move="gain", by="Ana", card="vp-5")
    do(hub.table, move="end-turn", by="Ana")
    shown = main(client.get("/overlay").text)
    assert re.search(r'<p class="line"><strong[^>]*><bdi>Bo</bdi></strong> <span>[^<]+</span>', shown)
    assert re.findall(r'data-seat="\d" data-turn><span class="name"[^>]*>.*?<bdi>(\w+)</bdi>', shown) == ["Bo"]
    assert re.findall(r'<span class="points">([^<]+)</span>', shown) == ["5", "0", "0"]


def test_without_a_match_it_is_empty(client: Client, hub: Hub) -> None:
    hub.match.close()
    assert re.search(r'<section id="strip"[^>]*>\s*</section>', client.get("/overlay").text)


def test_strangers_are_sent_away(client: Client) -> None:
    far = phone(client.app, "192.168.7.9")
    assert far.get("/overlay", follow_redirects=False).headers["location"] == "/join"
    for role in (CallerRole.SPECTATOR, CallerRole.TV, CallerRole.TABLE):
        assert let_in(client, role, None, "192.168.7.10").get("/overlay").status_code == 200
