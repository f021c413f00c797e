"""Forever Evil's particular texts: the words of its French rulebook, the lines of a count, titles of places."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.refusals import FE
from lairkeeper.games.forever_evil.scoring import deck_points, token_line
from lairkeeper.i18n import LANGUAGES, Texts, read_catalog, shared_texts
from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner
from lairkeeper.kit.play import begin as begin_play
from lairkeeper.kit.playfile import Play
from lairkeeper.kit.plays import read_plays

from ..texts import forms, sentences
from .deck_match import begin


class Printed:
    vulnerability = 0


def test_french_cites_the_french_rulebook() -> None:
    english, french = (read_catalog(GAME.texts_dir, lang)["rule"] for lang in LANGUAGES)
    assert [key for key in english if english[key] == french[key]] == ["faq"]
    assert french["end-of-game"] == "Forever Evil, Fin de la partie"
    assert french["line-up"] == "Forever Evil, La réserve"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_of_a_count_can_be_read(lang: str) -> None:
    texts = Texts.load(lang, GAME.texts_dir)
    deck = ["deathstorm", "phantom-stranger", "punch", "punch", "weakness", "broadsword"]
    said = [texts.say(f"score.{line.code}", line.args) for line in (*deck_points(deck, Printed()), token_line({5: 1}))]
    assert len(set(said)) == len(said) == 6
    assert any(CATALOG.get("broadsword").name(lang) in line for line in said)
    assert not any("{" in line for line in said)


def test_french_uses_the_words_of_its_rulebook() -> None:
    said = " ".join(
        form for key, text in sentences(GAME, "fr").items() if key[:5] != "name." for form in forms(text)
    ).lower()
    for english in ("line-up", "main deck", "token", "punch", "weakness", "kick", "super hero ", "super-villain "):
        assert english not in said, english
    for french in ("super-vilain", "jeton", "détrui", "défausse", "deck commun", "réserve", "faiblesse"):
        assert french in said, french


def test_every_place_that_a_page_shows_has_a_title() -> None:
    heads = {path.partition(".")[0] for path in GAME.view(begin(level="full").state, TABLE).zones}
    for lang in LANGUAGES:
        texts = Texts.load(lang, shared_texts(), GAME.texts_dir)
        assert sorted(head for head in heads if f"zone.{head}" not in texts) == [], lang


def test_whoever_names_a_card_of_no_deck_is_told_under_which_heading_it_is_wrong() -> None:
    """In every step of the plays, once for each move and level."""
    headings = read_catalog(GAME.texts_dir, "en")["rule"]
    cites: dict[tuple[str, str, str], str | None] = {}
    for play in read_plays(GAME).values():
        for step, state in states_of(play):
            for name, move in GAME.frames[step].moves.items():
                key = (state.level, step, name)
                if "card" not in (*move.needs, *move.takes) or key in cites:
                    continue
                told = GAME.decide(state, Command(move=name, by=state.seats[0], card="sinestro#1"))
                if isinstance(told, Refused) and told.code == FE.NOT_A_DECK_CARD:
                    cites[key] = told.cite
    assert {level for level, _, _ in cites} == set(GAME.levels)
    assert {key: cite for key, cite in cites.items() if cite not in headings} == {}


def states_of(play: Play) -> Iterator[tuple[str, State]]:
    """Yield the state after each step of a play, with the kind of the step that runs then."""
    names = Names(GAME)
    history = begin_play(GAME, names, play)
    if history is None:
        return
    runner = Runner(history, names)
    for step in play.steps:
        runner.step(step)
        top = runner.history.state.top
        if top is not None:
            yield top.kind, runner.history.state
