"""The next thing to do: whose it is, and whom it waits for."""

from __future__ import annotations

import re

from lairkeeper.core.command import Command
from lairkeeper.games import all_games
from lairkeeper.table import Hub
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.commands import command_text
from lairkeeper.web.site import Site
from lairkeeper.web.translator import Translator

from .conftest import Client
from .situations import begun, do, scanned, tapped
from .test_table import part


def test_a_question_to_several_in_nobodys_turn_says_whom_it_waits_for(client: Client, hub: Hub) -> None:
    table = hub.table
    assert table is not None
    assert 'data-kind="prompt"' in client.get("/table").text
    assert 'class="waiting"' not in client.get("/table").text
    client.send_form("/act", move="end-game", by="Ana", option="line-up")
    client.send_form("/act", move="done", prompt=str(table.view().prompt.id))
    assert table.view().active is None
    assert list(table.view().prompt.args["waiting"]) == ["Ana", "Bo", "Cleo"]
    page = client.get("/table").text
    assert 'data-kind="everyone"' in page
    assert re.findall(r'<li data-key="w-(\d)">', page) == ["1", "2", "3"]
    assert "Everybody is asked" in part(client, "now")
    assert part(client, "seats").count("Asked") == 3
    assert part(client, "mini", "/virtual").count("Asked") == 3
    client.send_form("/act", move="sweep", by="Bo", card="Kick")
    client.send_form("/act", move="done", by="Bo", prompt=str(table.view().prompt.id))
    page = client.get("/table").text
    assert re.findall(r'<li data-key="w-(\d)">', page) == ["1", "3"]
    assert part(client, "seats").count("Asked") == 2
    client.cookies.set("lang", "fr")
    assert "En attente de" in client.get("/table").text
    assert "Tout le monde est concerné" in part(client, "now")


def test_a_question_that_was_played_past_stands_below_what_the_game_asks(client: Client, hub: Hub) -> None:
    table = hub.table
    assert table is not None
    tapped(hub, "seat-2", "verb-end-turn#1")
    assert 'data-kind="question"' in client.get("/table").text
    do(table, move="gain", by="Ana", card="vp-1")
    (question,) = table.questions
    assert (question.code, question.passed) == ("refused", True)
    now = part(client, "now")
    assert 'data-kind="prompt"' in client.get("/table").text
    assert now.index("Tap everything") < now.index("Still open: 1 question") < now.index("It is not the turn of Bo")
    client.send_form("/answer", question=str(question.id), option="0")
    assert "still open" not in part(client, "now")


def test_help_and_the_rule_are_behind_a_question_mark_in_the_language_of_the_page(client: Client, hub: Hub) -> None:
    for lang, name, help, rule in (
        ("en", "Help", "When the turn is over, tap End turn.", "Rule: "),
        ("fr", "Aide", "Quand le tour est fini, scannez Fin du tour.", "Règle"),
    ):
        client.cookies.set("lang", lang)
        page = client.get("/table").text
        now = page[page.index('<section id="now"') :]
        now = now[: now.index("</section>")]
        assert f'<summary aria-label="{name}">' in now
        inside = now[now.index('<details class="help"') :]
        inside = inside[: inside.index("</details>")]
        assert help in inside and rule in inside
        assert rule not in now.replace(inside, "")
        assert "<bdi>Ana</bdi>" in now


def test_what_a_command_is_aimed_at_is_said_in_words() -> None:
    t = Translator(texts_for("en", all_games()["evil-league"].texts_dir))
    moved = Command(move="move", by="Ana", card="pawn-3#1", target="scrap-heap")
    assert command_text(moved, t) == "Ana: Move · Pawn of Villain 3 · Scrap Heap"
    assert t.target("Ana") == "Ana"
    assert t.target("villain-4#1") == "Villain 4"


def test_a_player_with_the_name_of_a_card_is_no_card(hub: Hub) -> None:
    table = begun(hub, seats=("Ana", "catwoman#1"))
    t = Site(hub).translator_in("en", table.game.texts_dir)
    stolen = Command(move="steal-tokens", by="Ana", target="catwoman#1", amount=2)
    assert command_text(stolen, t) == "Ana: steal tokens · catwoman#1 · +2"
    assert t.target("catwoman#1", numbered=True) == "catwoman#1"
    assert t.target("catwoman#2", numbered=True) == "Catwoman 2"


def test_one_question_is_asked_at_a_time_and_a_badge_counts_the_others(client: Client, hub: Hub) -> None:
    line_up = ["catwoman#1", "kick#1", "element-woman#1", "dr-light#1", "pandora#1"]
    table = begun(hub, level="deck", setup={"line-up": line_up})
    tapped(hub, "seat-2", "catwoman#1")
    assert "Still open" not in part(client, "now")
    scanned(hub, "tap", "0499AABBCCDD80")
    first, other = table.questions
    assert (first.code, other.code) == ("wrong-tray", "unknown-tag")
    t = Site(hub).translator_in("en")
    asked, waits = (t.say("question", each.code, each.args) for each in (first, other))
    now = part(client, "now")
    assert now.index(asked) < now.index("Still open: 1 question") < now.index(waits)
    client.send_form("/answer", question=str(first.id), option=str(len(first.options) - 1))
    now = part(client, "now")
    assert waits in now and asked not in now and "Still open" not in now
