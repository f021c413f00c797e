"""The end of a match on the page: what a count and the app have otherwise, and what is put away."""

from __future__ import annotations

from lairkeeper.table import Hub, Table

from .conftest import client_for
from .situations import begun, do, hub_of
from .test_table import part

LINE_UP = ["catwoman#1", "belle-reve#1", "cold-gun#1", "pandora#1", "royal-flush-gang#2"]


def counted() -> tuple[Hub, Table]:
    """End the last turn of a match, so that the decks are counted."""
    hub = hub_of()
    setup = {"line-up": LINE_UP, "main-deck": 0, "deck.Ana": ["steel#1", "punch#1", "punch#2"], "deck.Bo": ["grid#1"]}
    table = begun(hub, level="deck", setup=setup)
    do(table, move="buy", by="Ana", card="catwoman#1")
    do(table, move="end-turn", by="Ana")
    return hub, table


def test_what_differs_is_told_in_both_languages_and_settled_from_the_page() -> None:
    hub, table = counted()
    client = client_for(hub)
    assert "not tapped yet" not in part(client, "count"), "no count has begun"
    for card in ("steel#1", "catwoman#1", "grid#1"):
        do(table, move="sweep", by="Ana", card=card)
    shown = part(client, "count")
    assert "not tapped yet: Punch ×2" in shown
    assert "not expected: Grid" in shown
    assert "#" not in shown
    assert "Ana’s count is right" in part(client, "now")
    french = client_for(hub)
    french.cookies.set("lang", "fr")
    assert "reste à scanner : Coup de Poing ×2" in part(french, "count")
    for option in ("swept", None):
        do(table, move="done", by="Ana" if option else "Bo", option=option)
    away = part(client, "count")
    for stack in ("Punch 36", "Vulnerability 16", "106", "16", "12", "20"):
        assert stack in away


def test_a_form_speaks_of_names_and_never_of_ids() -> None:
    hub = hub_of()
    begun(hub, level="deck", setup={"line-up": LINE_UP})
    client = client_for(hub)
    html = client.get("/workshop").text
    forms = html[html.index('id="moves"') : html.index("</section>", html.index('id="moves"'))]
    for label in ("To whom", "Which card", "Pandora"):
        assert label in forms
    for raw in (">pandora#1<", ">super-heroes<", ">super heroes<", ">score<"):
        assert raw not in forms


def test_the_two_endings_are_told_apart() -> None:
    hub = hub_of()
    begun(hub, level="score")
    shown = part(client_for(hub), "moves")
    assert "No Super Hero is left to reveal" in shown
    assert "The Line-Up cannot be filled" in shown
