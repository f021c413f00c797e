"""The list of what to put right, on the page of a real table: shown in both languages, ticked off by clicks."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.driver import play_match
from lairkeeper.scans import hand_instructions
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Instruction, Question, Table
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.parts.todo import _groups, _text, hands_of, instructions_of, lines_in
from lairkeeper.web.translator import Translator

from ..fresh import SEED
from .conftest import Client, client_for
from .situations import do


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Store.open(":memory:") as store:
        hub = Hub(store, clocks=Clocks(lambda: 1000.0, lambda: 1000.0))
        assert isinstance(hub.start("forever-evil", ["Ana", "Bo"], level="score"), Table)
        yield hub


@pytest.fixture
def client(hub: Hub) -> Client:
    return client_for(hub)


def gain(hub: Hub, seat: str, card: str) -> None:
    assert hub.table is not None
    assert isinstance(hub.table.act(Command(move="gain", by=seat, card=card), "page"), Accepted)


def part(client: Client, id: str, lang: str = "en") -> str:
    client.cookies["lang"] = lang
    page = client.get("/workshop" if id == "log" else "/table").text
    found = re.search(rf'<section id="{id}".*?</section>', page, re.S)
    assert found is not None
    return found[0]


def words(markup: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup)))


def test_nothing_to_put_right_shows_nothing(client: Client) -> None:
    assert " hidden" in part(client, "todo").split(">")[0]


def test_an_undone_gain_says_in_both_languages_what_goes_back(client: Client, hub: Hub) -> None:
    gain(hub, "Ana", "vp-5")
    assert client.send_form("/undo").status_code == 303
    shown = part(client, "todo")
    assert " hidden" not in shown.split(">")[0]
    assert "1 × 5 VP token: Ana → supply" in words(shown)
    assert "1 × Jeton 5 PV : Ana → provision" in words(part(client, "todo", "fr"))


def test_a_row_is_ticked_off_and_only_once(client: Client, hub: Hub) -> None:
    gain(hub, "Ana", "vp-5")
    gain(hub, "Ana", "vp-10")
    client.send_form("/undo")
    client.send_form("/undo")
    rows = re.findall(r'name="lines" value="([^"]+)"', part(client, "todo"))
    assert rows == ["0=vp-10", "1=vp-5", "all"]
    assert client.send_form("/todo", lines=rows[0]).status_code == 303
    assert hub.table is not None
    assert [line.card for line in hub.table.todo] == ["vp-5"]
    refused = client.send_form("/todo", lines=rows[0])
    assert refused.status_code == 409
    assert "no longer on the list" in refused.text
    assert client.send_form("/todo", lines="all").status_code == 303
    assert hub.table.todo == ()


@pytest.mark.parametrize("lines", ["", "x", "-1=vp-5", "0", "0=vp-5 9=vp-5", "99999999=vp-5"])
def test_nonsense_ticks_nothing(client: Client, hub: Hub, lines: str) -> None:
    gain(hub, "Ana", "vp-5")
    client.send_form("/undo")
    assert client.send_form("/todo", lines=lines).status_code in (400, 409)
    assert hub.table is not None
    assert len(hub.table.todo) == 1


def test_back_to_a_line_of_the_log_lists_first_what_it_would_move(client: Client, hub: Hub) -> None:
    for card in ("vp-1", "vp-5", "vp-10"):
        gain(hub, "Ana", card)
    log = part(client, "log")
    assert re.findall(r'name="n" value="(\d+)"', log) == ["2", "1", "0"]
    assert "Back to here" in words(log)
    assert client.send_form("/back", n="1").status_code == 303
    assert hub.table is not None
    assert len(hub.table.history.live) == 4
    assert "Undo 2 steps?" in words(part(client, "now"))
    preview = part(client, "todo")
    assert "would have to be put right" in words(preview)
    assert "5 VP token" in words(preview)
    assert "<form" not in preview
    question = hub.table.question
    assert question is not None
    assert client.send_form("/answer", question=str(question.id), option="0").status_code == 303
    assert len(hub.table.history.live) == 2
    assert "to put right on the table" in words(part(client, "todo")).lower()
    assert client.send_form("/back", n="77").status_code == 409
    assert client.send_form("/back").status_code == 400


def test_what_others_did_is_asked_of_everybody_by_name(client: Client, hub: Hub) -> None:
    gain(hub, "Ana", "vp-1")
    gain(hub, "Bo", "vp-5")
    client.send_form("/undo", n="2")
    assert "A choice of Ana is undone, too." in words(part(client, "now"))
    assert hub.table is not None
    question = hub.table.question
    assert question is not None
    client.send_form("/answer", question=str(question.id), option="2")
    now = words(part(client, "now", "fr"))
    assert "Ana est d’accord" in now
    assert "Bo est d’accord" in now


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (Instruction("card", "catwoman#1", "discard.Bo", "line-up", index=1),
         "Catwoman 1: discard pile of Bo → Line-Up, place 2 from the start"),
        (Instruction("card", "catwoman#1", "line-up", "main-deck"), "Catwoman 1: Line-Up → main deck"),
        (Instruction("card", "catwoman#1", "deck.Bo", "discard.Bo", index=0, buried=True),
         "Catwoman 1: deck, hand and cards played of Bo → discard pile of Bo, unless already there"),
        (Instruction("card", "catwoman#1", "line-up", "line-up", index=0),
         "Catwoman 1: to place 1 from the start in Line-Up"),
        (Instruction("card", "catwoman#1", "hand.Bo", "heap", secret=True), "One card, face down: hand of Bo → heap"),
        (Instruction("unseen", source="deck.Bo", target="deck.Ana", n=3),
         "3 cards from the top of deck, hand and cards played of Bo → deck, hand and cards played of Ana"),
        (Instruction("marker", "frozen-token", "catwoman#1", "bank", 2), "2 × Frozen token: Catwoman 1 → supply"),
        (Instruction("face", "catwoman#1", "line-up", "down"), "Catwoman: turn it face down (Line-Up)"),
        (Instruction("face", "catwoman#1", "line-up", "down", secret=True), "One card, face down: Line-Up → "),
    ],
)  # fmt: skip
def test_each_kind_of_line_in_words(hub: Hub, line: Instruction, said: str) -> None:
    t = Translator(texts_for("en", hub.games["forever-evil"].texts_dir))
    assert _text([line], ("Ana", "Bo"), t) == said


def test_the_form_of_a_row_reads_back() -> None:
    assert lines_in("0=vp-5 12=kick#3 4=") == {0: "vp-5", 12: "kick#3", 4: ""}
    assert lines_in("0=a b") is None


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_count_that_is_taken_back_is_one_row(hub: Hub, lang: str) -> None:
    t = Translator(texts_for(lang, hub.games["forever-evil"].texts_dir))
    names = (
        [f"punch#{n}" for n in range(1, 21)]
        + [f"kick#{n}" for n in range(1, 11)]
        + ["catwoman#1", "bizarro#1", "deathstroke#1"]
    )
    counted = [Instruction("card", card, "swept.Bo", "deck.Bo") for card in names]
    rest = [
        Instruction("card", "emperor-penguin#1", "swept.Bo", "in-play.Bo", index=0),
        Instruction("card", "pandora#1", "discard.Bo", "line-up", index=0),
        Instruction("card", "belle-reve#1", "discard.Bo", "line-up", index=1),
        Instruction("card", "the-rogues#1", "discard.Bo", "line-up", index=2),
    ]
    groups = _groups([*counted[:5], *rest, *counted[5:]])
    assert [len(group) for group in groups] == [33, 1, 1, 1, 1]
    said = _text(counted, ("Ana", "Bo"), t)
    start = "33 cards (Punch ×20, Kick ×10, Catwoman, Bizarro, …): " if lang == "en" else "33 cartes ("
    assert said.startswith(start)
    assert "Bo" in said and len(said) < 150


def test_the_list_is_grouped_by_the_player_whose_hands_it_is_for(client: Client, hub: Hub) -> None:
    table = hub.start("forever-evil", ["Ana", "Bo"], level="score")
    assert isinstance(table, Table)
    for seat, card in (("Bo", "vp-5"), ("Ana", "vp-1"), ("Bo", "vp-10")):
        gain(hub, seat, card)
    question = table.undo(3)
    assert isinstance(question, Question)
    t = Translator(texts_for("en", hub.games["forever-evil"].texts_dir), seats=("Ana", "Bo"))
    assert instructions_of(table, t).preview
    table.answer(question.id, 0, "page")
    todo = instructions_of(table, t)
    assert [(each.number, each.seat, len(each.entries)) for each in todo.groups] == [(1, "Ana", 1), (2, "Bo", 2)]
    shown = words(part(client, "todo"))
    assert shown.index("Ana 1 × 1 VP token") < shown.index("Bo 1 × 10 VP token")
    assert shown.count(" Bo ") == 3


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        (Instruction("card", "catwoman#1", "discard.Bo", "line-up"), "Bo"),
        (Instruction("card", "catwoman#1", "line-up", "discard.J.R."), "J.R."),
        (Instruction("card", "catwoman#1", "hand.J.R.", "discard.Bo"), "J.R."),
        (Instruction("purse", "vp-5", "bank", "Bo"), "Bo"),
        (Instruction("marker", "frozen-token", "bank", "catwoman#1"), ""),
        (Instruction("card", "catwoman#1", "line-up", "main-deck"), ""),
    ],
)
def test_whose_hands_a_line_is_for(line: Instruction, seat: str) -> None:
    assert hands_of(line, ("Bo", "J.R.")) == seat


@pytest.mark.parametrize("level", ["score", "deck"])
def test_a_count_that_is_taken_back_asks_hands_for_nothing(client: Client, hub: Hub, level: str) -> None:
    """D5: the cards lie where they were counted."""
    table = hub.start("forever-evil", ["Ana", "Bo"], level=level)
    assert isinstance(table, Table)
    gain(hub, "Ana", "vp-5")
    do(table, move="end-game", by="Ana", option="line-up", force="it did" if level == "deck" else None)
    started = table.history.last.n
    if table.view().prompt is not None and level == "score":
        do(table, move="done", prompt=table.view().prompt.id)
    for seat in ("Ana", "Bo"):
        for _ in range(7):
            do(table, move="sweep", by=seat, card="punch")
    live = len(table.history.live)
    table.undo()
    assert (table.todo, len(table.history.live)) == ((), live - 1)
    question = table.back_to(started)
    assert isinstance(question, Question)
    table.answer(question.id, 0, "page")
    assert table.todo == ()
    question = table.back_to(0)
    assert isinstance(question, Question)
    assert [entry.text for group in instructions_of(table, english(hub)).groups for entry in group.entries] == [
        "1 × 5 VP token: Ana → supply"
    ]


def english(hub: Hub) -> Translator:
    assert hub.table is not None
    return Translator(texts_for("en", hub.table.game.texts_dir), seats=hub.table.header.seats)


@pytest.mark.parametrize(("game", "lang", "said"), [
    ("dc-forever", "en", "3 citizens: Sanctuary → supply"), ("dc-forever", "fr", "3 citoyens : Sanctuaire → provision"),
    ("evil-101", "en", "3 points: Ana → supply"), ("evil-101", "fr", "3 points : Ana → provision"),
])  # fmt: skip
def test_what_has_no_token_is_called_by_its_name(hub: Hub, game: str, lang: str, said: str) -> None:
    t = Translator(texts_for(lang, hub.games[game].texts_dir))
    source = "sanctuary" if game == "dc-forever" else "Ana"
    assert _text([Instruction("purse", "", source, "bank", 3, value=1)], ("Ana", "Bo"), t) == said


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", all_games())
def test_every_place_of_a_line_has_a_name(game: str, lang: str) -> None:
    rules = get_game(game)
    t = Translator(texts_for(lang, rules.texts_dir))
    for level in rules.levels:
        recording = play_match(rules, SEED, level=level)
        states, live, seats = recording.states, recording.history.live, recording.history.header.seats
        for at in range(1, len(states), 3):
            back = max(0, at - 1 - at % 7)
            for line in hand_instructions(rules, states[at], states[back], live[back + 1 : at + 1]):
                for path in filter(None, (line.source, line.target)):
                    named = path in (*seats, "up", "down") or "#" in path
                    assert named or f"place.{path.partition('.')[0]}" in t.texts, line
