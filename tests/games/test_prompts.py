"""Prompts and questions in at most eight words, the verb first; help says how to do it with taps."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.view import PromptView
from lairkeeper.i18n import LANGUAGES, Texts, arguments, flatten, read_catalog, shared_texts
from lairkeeper.kit.driver import choose, header, heard
from lairkeeper.web.oled_screen import COLUMNS, TASK_LINES, ascii_of

from ..fresh import SEED
from .book import BOOKS
from .texts import forms, sentences

MOST: Final = 8
STEPS: Final = 150
NAMES: Final = ("Ana Maria", "Jean-Luc d’Arc", "Élodie", "שרה", "Bo 🎲", "Cleo")
QUESTIONS: Final = {
    "en": {"Count", "Did", "Does", "Is", "Undo", "Was", "What", "Where", "Which", "Whose"}
    | {"Buy", "Destroy", "Put", "Take"},
    "fr": {"À", "Annuler", "Avez-vous", "Compter", "Est-ce", "Où", "Que", "Quelle", "Quelles"}
    | {"Acheter", "Détruire", "Placer", "Prendre"},
}
VERBS: Final = {
    "Act", "Activate", "Add", "Beat", "Check", "Choose", "Complete", "Deal", "Defend", "Destroy", "Discard", "Do",
    "Draw", "Equip", "Fill", "Freeze", "Gain", "Give", "Keep", "Lose", "Move", "Pass", "Pay", "Pick", "Place", "Play",
    "Put", "Resolve", "Retrieve", "Reveal", "Run", "Sacrifice", "Say", "Show", "Shuffle", "Take", "Tap", "Throw",
    "Turn",
}  # fmt: skip
"""English imperatives; a French one ends in -ez, or is one of these."""
FRENCH: Final = {"Dites", "Faites", "Faites-le", "Choisissez-en", "Défendez-vous"}


def words(text: str) -> int:
    """Return the number of words; a sign alone is none."""
    return sum(any(c.isalnum() for c in word) for word in text.split())


def short(form: str) -> str:
    """Return a sentence with a word of its own for each argument."""
    return re.sub(r"\{\w+\}", "Bo", form)


def asking(lang: str) -> Iterator[tuple[str, str]]:
    """Yield each form of each prompt and question of the kernel, the app and the games, with its place."""
    shared = dict(flatten(read_catalog(shared_texts(), lang)))
    for where, texts in [("app", shared), *((book.game.id, sentences(book.game, lang)) for book in BOOKS)]:
        for key, sentence in texts.items():
            if key.startswith(("prompt.", "question.")):
                yield from ((f"{where} {key}", form) for form in forms(sentence))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_prompt_has_at_most_eight_words(lang: str) -> None:
    found = dict(asking(lang))
    assert len(found) > 140
    assert {key: form for key, form in found.items() if words(short(form)) > MOST} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_prompt_begins_with_its_verb(lang: str) -> None:
    def is_imperative(word: str) -> bool:
        return word in VERBS if lang == "en" else word.endswith("ez") or word in FRENCH

    wrong = {}
    for key, form in asking(lang):
        first = form.split()[0]
        asks = "?" in form
        if not (first in QUESTIONS[lang] if asks else is_imperative(first)):
            wrong[key] = form
    assert wrong == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_prompt_is_one_sentence_and_a_question_has_at_most_one_more(lang: str) -> None:
    for key, form in asking(lang):
        assert form[-1] in ".?", key
        assert len(re.findall(r"[.?](?= |$)", form)) <= (2 if "question." in key else 1), form


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_says_how_in_one_to_three_sentences(lang: str) -> None:
    everything = {**dict(flatten(read_catalog(shared_texts(), lang)))}
    for book in BOOKS:
        own = sentences(book.game, lang)
        assert not {key for key in own if key.startswith("help.")} & everything.keys(), (
            "a game replaces help of the app"
        )
        missing = [key for key in own if key.startswith("prompt.") and f"help.{key[7:]}" not in own]
        assert missing == []
        _checked(own)
    asks = [key.partition(".") for key in everything if key.startswith(("prompt.", "question."))]
    assert [code for _, _, code in asks if f"help.{code}" not in everything] == []
    assert len({code for _, _, code in asks}) == len(asks), "a prompt and a question share their help"
    _checked(everything)


def _checked(texts: Mapping[str, str | dict[str, str]]) -> None:
    """Check the length of each help, and that it needs no argument that its prompt may lack."""
    for key, sentence in texts.items():
        if key.startswith("help."):
            for form in forms(sentence):
                assert 1 <= len(re.findall(r"[.?!](?= |$)", form)) <= 3, form
                assert form.strip() == form and form[-1] in ".?!"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_small_screen_has_two_lines_for_each_prompt(lang: str) -> None:
    for texts in (dict(flatten(read_catalog(shared_texts(), lang))), *(sentences(book.game, lang) for book in BOOKS)):
        for key in [key for key in texts if key.startswith("prompt.")]:
            task = texts[f"screen.{key[7:]}"]
            assert isinstance(task, str) and not arguments(task)
            assert "?" not in ascii_of(task).rstrip("?"), "a letter that the screen lacks"
            assert max(map(len, task.split())) <= COLUMNS
            assert 1 <= len(textwrap.wrap(ascii_of(task), COLUMNS)) <= TASK_LINES, task


def prompts(game: Game, level: str) -> Iterator[PromptView]:
    """Yield each prompt that players see in the first steps of random matches, under names that are hard to fit."""
    rng = Random(f"{game.id} {level} {SEED}")
    history = _begun(game, level, rng)
    for step in range(STEPS):
        if history.state.finished:
            history = _begun(game, level, rng)
        state = history.state
        found = game.view(state, rng.choice((TABLE, *state.seats))).prompt
        if found is not None:
            yield found
        command = choose(rng, [each.command for each in heard(game, state, rng) if each.refusal is None], step / STEPS)
        assert command is not None
        history.submit(command)


def _begun(game: Game, level: str, rng: Random) -> History:
    head = header(game, rng.randrange(10**6), level)
    history = History.start(game, replace(head, seats=tuple(rng.sample(NAMES, len(head.seats)))))
    assert isinstance(history, History)
    return history


LEVELS: Final = [(book.game, level) for book in BOOKS for level in book.game.levels]


@pytest.mark.parametrize(("game", "level"), LEVELS, ids=[f"{game.id}-{level}" for game, level in LEVELS])
def test_a_prompt_as_players_see_it_is_as_short_but_for_names(game: Game, level: str) -> None:
    spoken = {lang: Texts.load(lang, shared_texts(), game.texts_dir) for lang in LANGUAGES}
    written = {lang: dict(flatten(read_catalog(shared_texts(), lang))) | sentences(game, lang) for lang in LANGUAGES}
    seen = 0
    for prompt in prompts(game, level):
        for lang, texts in spoken.items():
            said = texts.say(f"prompt.{prompt.code}", prompt.args)
            more = _words_of_names(texts, written[lang][f"prompt.{prompt.code}"], prompt)
            assert words(said) <= MOST + more, said
            assert "{" not in said + texts.say(f"help.{prompt.code}", prompt.args)
        seen += 1
    assert seen > STEPS / 2


def _words_of_names(texts: Texts, sentence: str | dict[str, str], prompt: PromptView) -> int:
    """Return how many words more than one the names in a prompt have."""
    named: set[str] = set().union(*(arguments(form) for form in forms(sentence)))
    return sum(words(_shown(texts, name, prompt.args.get(name))) - 1 for name in named)


def _shown(texts: Texts, name: str, value: Any) -> str:
    """Return an argument as a sentence shows it."""
    return texts.name(value) if isinstance(value, str) and name in ("card", "kind", "token") else str(value)
