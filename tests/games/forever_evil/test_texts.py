"""English and French say the same things, and everything that the game can say is in both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME
from lairkeeper.core.ruleset import specs
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.audit import SWEPT, TRACKED
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.ending import ENDINGS
from lairkeeper.games.forever_evil.scoring import deck_points, token_line
from lairkeeper.games.forever_evil.team import BAD, GOOD
from lairkeeper.i18n import LANGUAGES, Texts, arguments, flatten, read_catalog, shared_texts

from .deck_match import begin

CORE_MOVES = {ADJUST.name, "set-level", *CHOOSE_FRAME.moves}
"""Moves of every game: the shared texts speak of them."""
LOGGED = {
    *("gain", "lose", "steal", "end-turn", "end-super-heroes", "end-line-up"),
    *("destroy", "clean-up-done", "sweep", "unsweep", "deck-done", "seat-done"),
    *("deck-swept", "deck-tracked", "census-done", "open-cards-shown"),
    *("gain-card", "buy", "defeat", "pass", "pass-unseen", "play", "discard", "freeze", "deal", "flip", "bottom"),
    *("put-back", "printed-vp-done"),
    *("use", "reveal", "no", "yes", "defend", "no-defense", "draw", "power", "attack", "chosen", "on-top", "foe"),
    *("hand", "hands-known", "drawn", "no-more", "by-hand-done", "pass-left", "pass-left-unseen"),
}
PLACES = {
    *("line-up", "main-deck", "kicks", "weaknesses", "super-hero", "super-heroes", "set-aside", "destroyed", "missing"),
    *("deck", "swept", "villain", "top", "on-villain", "super-villain", "villain-stack"),
}
"""Where a card may have to be put back to, beside the places that every game has."""
SCORED = {"tokens", "cards", "deathstorm", "phantom-stranger"}
SOURCES = sorted(Path(str(files("lairkeeper.games.forever_evil"))).rglob("*.py"))


class Printed:
    vulnerability = 0


def sentences(lang: str) -> dict[str, str | dict[str, str]]:
    return dict(flatten(read_catalog(GAME.texts_dir, lang)))


def forms(sentence: str | dict[str, str]) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def needed_keys() -> Iterator[str]:
    """Every text that the game itself can ask for."""
    yield from (f"name.{kind}" for kind in CATALOG.kinds)
    yield from (f"level.{level}" for level in GAME.levels)
    yield from (f"refusal.{refusal.code}" for refusal in GAME.refusals if not refusal.core)
    for frame in GAME.frames.values():
        if frame is not CHOOSE_FRAME:
            yield f"step.{frame.name}"
            yield from (f"move.{name}" for name in frame.moves if name not in CORE_MOVES)
            for prompt in frame.prompts:
                yield f"prompt.{prompt.code}"
                yield from (f"option.{code}" for code in prompt.options)
    yield from (f"option.{option}" for option in (*ENDINGS, SWEPT, TRACKED, "hand", "discard"))
    yield from (f"move.{name}" for name in GAME.anytime if name not in CORE_MOVES)
    for option in specs(GAME.ruleset_type):
        yield f"ruleset.{option.name}"
        yield from (f"choice.{option.name}.{value}" for value in option.choices if isinstance(value, str))
    yield from (f"rule.{key}" for key in cited())


def cited() -> set[str]:
    """Rule keys in specs and, as literals, in the game's own files."""
    keys = {spec.rule for spec in (*GAME.moves, *GAME.prompts, *specs(GAME.ruleset_type)) if spec.rule}
    for path in SOURCES:
        keys.update(re.findall(r'\b(?:cite|rule|RULE: Final) ?= ?"([a-z-]+)"', path.read_text(encoding="utf-8")))
    return keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_be_said_has_a_text(lang: str) -> None:
    texts = Texts.load(lang, GAME.texts_dir)
    assert [key for key in needed_keys() if key not in texts] == []


def test_both_languages_hold_the_same_keys() -> None:
    english, french = sentences("en"), sentences("fr")
    assert english.keys() ^ french.keys() == set()


def test_both_languages_take_the_same_arguments() -> None:
    english, french = sentences("en"), sentences("fr")
    for key, sentence in english.items():
        expected = {name for form in forms(sentence) for name in arguments(form)}
        assert {name for form in forms(french[key]) for name in arguments(form)} == expected, key


def test_plural_forms_are_told_apart_by_n() -> None:
    for lang in LANGUAGES:
        for key, sentence in sentences(lang).items():
            if isinstance(sentence, dict):
                assert all("n" in arguments(form) for form in forms(sentence)), f"{lang}: {key}"


def test_no_text_is_left_over() -> None:
    asked = {*needed_keys(), *(f"log.{code}" for code in LOGGED), *(f"score.{code}" for code in SCORED)}
    asked |= {"beside.tokens", "beside.power"}
    asked |= {f"place.{head}" for head in PLACES} | {f"team.{side}" for side in (GOOD, BAD)}
    asked |= {f"field.{move.name}.target" for move in GAME.moves if "target" in (*move.needs, *move.takes)}
    assert [key for key in sentences("en") if key not in asked and not key.startswith("rule.")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_those_of_the_catalog(lang: str) -> None:
    names = read_catalog(GAME.texts_dir, lang)["name"]
    assert names == {kind: facts.name(lang) for kind, facts in CATALOG.kinds.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_cited_by_the_heading_of_the_rulebook(lang: str) -> None:
    headings = read_catalog(GAME.texts_dir, lang)["rule"]
    assert all(heading.startswith("Forever Evil, ") for heading in headings.values())
    assert len(set(headings.values())) == len(headings)


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
    said = " ".join(form for key, text in sentences("fr").items() if key[:5] != "name." for form in forms(text)).lower()
    for english in ("line-up", "main deck", "token", "punch", "weakness", "kick", "super hero ", "super-villain "):
        assert english not in said, english
    for french in ("super-vilain", "jeton", "détrui", "défausse", "deck commun", "réserve", "faiblesse"):
        assert french in said, french


def test_every_place_that_a_page_shows_has_a_title() -> None:
    heads = {path.partition(".")[0] for path in GAME.view(begin(level="full").state, TABLE).zones}
    for lang in LANGUAGES:
        texts = Texts.load(lang, shared_texts(), GAME.texts_dir)
        assert sorted(head for head in heads if f"zone.{head}" not in texts) == [], lang
