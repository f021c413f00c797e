"""English and French say the same things, and everything that a game can say is in both."""

from __future__ import annotations

import pytest

from lairkeeper.core.face import CARD_TYPES
from lairkeeper.i18n import LANGUAGES, Texts, arguments, read_catalog, shared_texts

from .book import BOOKS, Book
from .texts import asked, forms, sentences

every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_book
@each_language
def test_everything_that_can_be_said_has_a_text(book: Book, lang: str) -> None:
    texts = Texts.load(lang, shared_texts(), book.game.texts_dir)
    assert sorted(key for key in {*asked(book.game), *book.said} if key not in texts) == []


@every_book
def test_no_text_is_left_over(book: Book) -> None:
    needed = {*asked(book.game), *book.said}
    needed |= {f"field.{move.name}.target" for move in book.game.moves if "target" in (*move.needs, *move.takes)}
    assert sorted(key for key in sentences(book.game, "en") if key not in needed) == []


@every_book
def test_both_languages_hold_the_same_keys_and_arguments(book: Book) -> None:
    english, french = (sentences(book.game, lang) for lang in LANGUAGES)
    assert english.keys() ^ french.keys() == set()
    for key, sentence in english.items():
        expected = {name for form in forms(sentence) for name in arguments(form)}
        assert {name for form in forms(french[key]) for name in arguments(form)} == expected, key


@every_book
@each_language
def test_plural_forms_are_told_apart_by_n(book: Book, lang: str) -> None:
    for key, sentence in sentences(book.game, lang).items():
        if isinstance(sentence, dict):
            assert all("n" in arguments(form) for form in forms(sentence) if form), key


@every_book
def test_every_kind_has_a_card_type_of_the_app(book: Book) -> None:
    printed = book.game.printed.of(None)
    types = {book.game.face(kind, printed.get(kind, {})).type for kind in book.game.catalog.kinds}
    assert types <= {*CARD_TYPES} and len(types) > 3


@every_book
@each_language
def test_names_are_those_of_the_catalog(book: Book, lang: str) -> None:
    names = read_catalog(book.game.texts_dir, lang)["name"]
    assert names == {kind: facts.names.get(lang, facts.names["en"]) for kind, facts in book.game.catalog.kinds.items()}


@every_book
@each_language
def test_rules_are_cited_by_the_heading_of_the_rulebook(book: Book, lang: str) -> None:
    headings = read_catalog(book.game.texts_dir, lang)["rule"]
    assert all(heading.startswith(book.title) for heading in headings.values())
    assert len(set(headings.values())) == len(headings)
