"""English and French say the same things, and everything that the game can say is in both."""

from __future__ import annotations

import pytest

from lairkeeper.core.moves import CHOOSE_FRAME
from lairkeeper.core.ruleset import specs
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.catalog import CATALOG, PRINTED
from lairkeeper.games.dc_forever.primitives import STEPS
from lairkeeper.i18n import LANGUAGES, arguments, flatten, read_catalog


def sentences(lang: str) -> dict[str, str | dict[str, str]]:
    return dict(flatten(read_catalog(GAME.texts_dir, lang)))


def forms(sentence: str | dict[str, str]) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def needed() -> set[str]:
    """Texts that the game can ask for, whatever is played."""
    found = {f"name.{kind}" for kind in CATALOG.kinds} | {f"level.{level}" for level in GAME.levels}
    found |= {f"step.{name}" for name in GAME.frames if name != CHOOSE_FRAME.name}
    found |= {f"log.do-{word}" for word in STEPS}
    for option in specs(GAME.ruleset_type):
        found |= {f"ruleset.{option.name}"}
        found |= {f"choice.{option.name}.{value}" for value in option.choices if isinstance(value, str)}
    found |= {f"word.{word}" for fields in PRINTED.fields.values() for field in fields for word in field.choices}
    found |= {f"fact.{field.name}" for fields in PRINTED.fields.values() for field in fields}
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_be_said_has_a_text(lang: str) -> None:
    assert needed() - sentences(lang).keys() == set()


def test_both_languages_hold_the_same_keys_and_arguments() -> None:
    english, french = sentences("en"), sentences("fr")
    assert english.keys() ^ french.keys() == set()
    for key, sentence in english.items():
        expected = {name for form in forms(sentence) for name in arguments(form)}
        assert {name for form in forms(french[key]) for name in arguments(form)} == expected, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_those_of_the_catalog(lang: str) -> None:
    assert read_catalog(GAME.texts_dir, lang)["name"] == {
        kind: each.names[lang] for kind, each in CATALOG.kinds.items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_cited_by_the_heading_of_the_rulebook(lang: str) -> None:
    headings = read_catalog(GAME.texts_dir, lang)["rule"]
    assert all(heading.startswith("DC Forever, ") for heading in headings.values())
    assert len(set(headings.values())) == len(headings)
