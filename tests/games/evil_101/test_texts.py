"""English and French say the same things, and everything that the game can say is in both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME
from lairkeeper.core.ruleset import specs
from lairkeeper.games.evil_101 import GAME
from lairkeeper.games.evil_101.catalog import CATALOG, PRINTED, SYMBOLS
from lairkeeper.games.evil_101.places import OUTCOMES
from lairkeeper.games.evil_101.refusals import E1
from lairkeeper.i18n import LANGUAGES, Texts, arguments, flatten, read_catalog

CORE_MOVES = {ADJUST.name, "set-level"}
SOURCES = sorted(Path(str(files("lairkeeper.games.evil_101"))).glob("*.py"))
LOGGED = {
    *("deal", "play", "discard", "discard-card", "pass", "block", "done", "tally-done", "show", "which-chase", "chase"),
    *("answer-worthless", "answer-counts", "answer-take", "answer-leave", "hoarded", "pocketed", "collect", "pocket"),
    *(f"{code}-{end}" for code in ("block", "show") for end in ("foiled", "void", "foiled-void")),
    *("counted-cards", "foiled", "foiled-by", "buy", "buy-card", "end-turn", "share"),
}
SCORED = {"own", "symbols", "pocketed", "bought", "corrected"}
CHECKS = {"hand", "symbols"}
RENAMED = {
    *("ui.now.turn", "ui.seat.tokens", "ui.reader.slot"),
    *(f"ui.group.{zone}" for zone in ("plots", "target-deck", "agents", "chases")),
}
"""Texts of the pages that this game says in its own words."""
PLACES = {
    *("targets", "target-deck", "plots", "agents", "chases"),
    *("target-discard", "plots-discard", "agents-discard", "chases-discard"),
    *("hand", "aside", "agents-hand", "chase", "plot", "unread", "agent", "chased"),
}


def sentences(lang: str) -> dict[str, str | dict[str, str]]:
    return dict(flatten(read_catalog(GAME.texts_dir, lang)))


def forms(sentence: str | dict[str, str]) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def needed_keys() -> Iterator[str]:
    """Every text that the game itself can ask for."""
    yield from (f"name.{kind}" for kind in CATALOG.kinds)
    yield from (f"level.{level}" for level in GAME.levels)
    yield from (f"refusal.{code.value}" for code in E1)
    for frame in GAME.frames.values():
        if frame is not CHOOSE_FRAME:
            yield f"step.{frame.name}"
            yield from (f"move.{name}" for name in frame.moves)
            for prompt in frame.prompts:
                yield f"prompt.{prompt.code}"
                yield from (f"option.{code}" for code in prompt.options)
    yield from (f"move.{name}" for name in GAME.anytime if name not in CORE_MOVES)
    for option in specs(GAME.ruleset_type):
        yield f"ruleset.{option.name}"
        yield from (f"choice.{option.name}.{value}" for value in option.choices if isinstance(value, str))
    yield from (f"rule.{key}" for key in cited())
    yield from (f"log.{code}" for code in LOGGED)
    yield from (f"score.{code}" for code in SCORED)
    yield from (f"check.{code}" for code in CHECKS)
    yield from (f"role.{code}" for code in ("handler", *OUTCOMES))
    yield from (f"{table}.{head}" for head in PLACES for table in ("place", "zone"))
    yield from (f"fact.{field.name}" for fields in PRINTED.fields.values() for field in fields)
    yield from (f"word.{symbol}" for symbol in SYMBOLS)
    for move in GAME.moves:
        if move.name not in CORE_MOVES and "target" in (*move.needs, *move.takes):
            yield f"field.{move.name}.target"


def cited() -> set[str]:
    """Rule keys in specs and, as literals, in the game's own files."""
    keys = {spec.rule for spec in (*GAME.moves, *GAME.prompts, *specs(GAME.ruleset_type)) if spec.rule}
    for path in SOURCES:
        keys.update(re.findall(r'\b(?:cite|rule|CITE: Final) ?= ?"([a-z-]+)"', path.read_text(encoding="utf-8")))
    return keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_be_said_has_a_text(lang: str) -> None:
    texts = Texts.load(lang, GAME.texts_dir)
    assert [key for key in needed_keys() if key not in texts] == []


def test_both_languages_hold_the_same_keys_and_arguments() -> None:
    english, french = sentences("en"), sentences("fr")
    assert english.keys() ^ french.keys() == set()
    for key, sentence in english.items():
        expected = {name for form in forms(sentence) for name in arguments(form)}
        assert {name for form in forms(french[key]) for name in arguments(form)} == expected, key


def test_no_text_is_left_over() -> None:
    asked = {*needed_keys(), *RENAMED}
    assert [key for key in sentences("en") if key not in asked] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_those_of_the_catalog(lang: str) -> None:
    assert read_catalog(GAME.texts_dir, lang)["name"] == {
        kind: each.names[lang] for kind, each in CATALOG.kinds.items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_cited_by_the_heading_of_the_rulebook(lang: str) -> None:
    headings = read_catalog(GAME.texts_dir, lang)["rule"]
    assert all(heading.startswith("Evil:101, ") for heading in headings.values())
    assert len(set(headings.values())) == len(headings)
