"""What Forever Evil says in its own way: the words of its French rulebook, the lines of a count, titles of places."""

from __future__ import annotations

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.scoring import deck_points, token_line
from lairkeeper.i18n import LANGUAGES, Texts, read_catalog, shared_texts

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
