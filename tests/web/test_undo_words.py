"""The command that Undo takes back or Redo brings back, named by the button, its answer, the question and the log."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core.history import History
from lairkeeper.core.log_words import hides_card
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.driver import play_match
from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner, begin
from lairkeeper.kit.plays import read_plays
from lairkeeper.table import Hub, Question, QuestionOption, undo_line
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.parts.log import log_text
from lairkeeper.web.parts.now import _question as question_of
from lairkeeper.web.parts.undo import LONGEST, undo_words
from lairkeeper.web.shortening import shortened_words
from lairkeeper.web.site import Site
from lairkeeper.web.translator import Translator

from ..fresh import SEED
from .conftest import Client
from .situations import begun, do, tapped
from .test_table import part

LANGS = ("en", "fr")
FSI, PDI = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def words(markup: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup)))


def buttons(client: Client, lang: str = "en") -> list[str]:
    """Return what the buttons of the dock say, on a page that has one."""
    client.cookies["lang"] = lang
    page = client.get("/workshop").text
    return [words(each).strip() for each in re.findall(r'<button id="do-.*?</button>', page, re.S)]


def test_the_buttons_say_what_they_take_back_and_bring_back(client: Client, hub: Hub) -> None:
    assert buttons(client) == ["Undo", "Redo"]
    assert hub.table is not None
    do(hub.table, move="gain", by="Bo", card="vp-5")
    assert buttons(client) == ["Undo: Bo gains 5 VP", "Redo"]
    assert buttons(client, "fr") == ["Annuler : Bo gagne 5 PV", "Rétablir"]
    client.send_form("/undo")
    assert buttons(client) == ["Undo", "Redo: Bo gains 5 VP"]
    client.send_form("/redo")
    client.send_form("/act", move="gain", by="Bo", card="vp-1")
    question = hub.table.back_to(0)
    assert isinstance(question, Question)
    assert "Back to before: Bo gains 5 VP" in words(part(client, "now"))
    hub.table.answer(question.id, 0, "page")
    assert buttons(client) == ["Undo", "Redo 2 steps"]
    assert buttons(client, "fr") == ["Annuler", "Rétablir 2 étapes"]


def test_the_answer_to_the_token_and_the_log_name_the_command(client: Client, hub: Hub) -> None:
    tapped(hub, "seat-2", "vp-5#1")
    tapped(hub, "tap", "verb-undo#1")
    assert "Undo — Undone: Bo gains 5 VP" in words(client.get("/workshop").text)
    assert "Undone: Bo gains 5 VP" in words(part(client, "log"))
    client.send_form("/redo")
    assert "Redone: Bo gains 5 VP" in words(part(client, "log"))
    client.send_form("/act", move="gain", by="Ana", card="vp-1")
    assert hub.table is not None
    question = hub.table.undo(2)
    assert isinstance(question, Question)
    hub.table.answer(question.id, 0, "page")
    client.cookies["lang"] = "fr"
    assert "Annulé : 2 étapes" in words(part(client, "log"))


def test_a_question_whether_to_undo_says_what(client: Client, hub: Hub) -> None:
    assert hub.table is not None
    do(hub.table, move="gain", by="Ana", card="vp-1")
    do(hub.table, move="gain", by="Bo", card="vp-5")
    tapped(hub, "seat-1", "verb-undo#1")
    assert "Undo: Bo gains 5 VP" in words(part(client, "now"))


def test_a_piece_that_lies_where_it_was_before_says_what_would_be_undone(hub: Hub) -> None:
    line_up = ["catwoman#1", "kick#1", "element-woman#1", "dr-light#1", "pandora#1"]
    table = begun(hub, seats=("Ana", "Bo"), level="deck", setup={"line-up": line_up})
    do(table, move="buy", by="Ana", card="catwoman#1")
    do(table, move="gain", by="Ana", card="vp-1")
    asked = (QuestionOption("take-back", args={"n": n}) for n in (1, 2))
    question = Question(1, "take-back-piece", (), 0.0, "tap", "", "tap", {"card": "catwoman#1"}, tuple(asked))
    t = Site(hub).translator_in("en")
    said = [each.text for each in question_of(table, question, (), t).answers]
    assert said == ["Undo: Ana gains 1 VP", "Back to before: Ana buys Catwoman"]


LEVELS = [(game, level) for game in all_games() for level in get_game(game).levels]


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_every_command_of_simulated_matches_has_words(game: str, level: str) -> None:
    history = play_match(get_game(game), SEED, level=level).history
    for lang in LANGS:
        check(history, lang)


@pytest.mark.parametrize("game", all_games())
def test_every_command_of_every_play_has_words_and_keeps_secrets(game: str) -> None:
    for history in played(game):
        for lang in LANGS:
            check(history, lang)


def played(game: str) -> Iterator[History]:
    """Yield the match of each play of a game."""
    for play in read_plays(get_game(game)).values():
        if play.refuse_setup is not None:
            continue
        names = Names(get_game(game))
        history = begin(get_game(game), names, play)
        assert history is not None
        runner = Runner(history, names)
        for step in play.steps:
            runner.step(step)
        yield history


def check(history: History, lang: str) -> None:
    """Check the words of each command that still counts: they exist, are short, and name no card that nobody saw."""
    t = Translator(texts_for(lang, history.game.texts_dir), seats=history.header.seats)
    live = history.live[1:]
    for n, record in enumerate(reversed(live), 1):
        line = undo_line(history, n)
        assert line is not None and f"log.{line[0]}" in t.texts, line
        said = log_text(*line, t)
        assert re.search(r"\w\w", said) and "{" not in said, line
        whole = t.ui("undo-what", what=said)
        cut = shortened_words(whole, LONGEST)
        assert cut == whole or LONGEST - 24 < len(cut) <= LONGEST, cut
        command = record.command
        assert command is not None
        if hides_card(command, record.events):
            assert command.card is not None and t.name(command.card) not in said, said
        if n == 1:
            assert undo_words(of(history), t) == cut


def of(history: History) -> Any:
    """Return a stand-in for the table of this match."""
    return SimpleNamespace(history=history)


def test_words_are_cut_between_words_and_stay_apart() -> None:
    name = f"{FSI}שרה לוי{PDI}"
    assert shortened_words("Undo: Bo buys Grid", LONGEST) == "Undo: Bo buys Grid"
    assert shortened_words("x" * LONGEST, LONGEST) == "x" * LONGEST
    assert shortened_words("x" * (LONGEST + 1), LONGEST) == "x" * (LONGEST - 1) + "…"
    assert shortened_words(f"Undo: {name} buys Grid", 12) == f"Undo: {FSI}שרה{PDI}…"
    assert shortened_words("Undo: Bo buys, Grid", 16) == "Undo: Bo buys…"
