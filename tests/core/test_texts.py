from __future__ import annotations

import re
from pathlib import Path

import lairkeeper.core
from lairkeeper.core.pieces import PIECES
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.i18n import Texts, arguments, flatten, read_catalog, shared_texts

FOLDER = shared_texts()
OURS = ("refusal.", "prompt.", "log.", "move.", "name.")


def test_every_refusal_and_piece_of_the_kernel_has_a_sentence_in_each_language() -> None:
    for lang in ("en", "fr"):
        texts = Texts.load(lang, FOLDER)
        missing = [code for code in CoreRefusal if f"refusal.{code}" not in texts]
        missing += [kind for kind in PIECES if f"name.{kind}" not in texts]
        assert missing == []


def test_both_languages_say_the_same_things() -> None:
    def shape(lang: str) -> dict[str, frozenset[str]]:
        entries = flatten(read_catalog(FOLDER, lang))
        return {
            key: arguments(value if isinstance(value, str) else value["other"])
            for key, value in entries
            if key.startswith(OURS)
        }

    assert shape("en") == shape("fr")


def test_a_refusal_documents_the_arguments_of_its_sentence() -> None:
    source = Path(lairkeeper.core.__file__).with_name("refusals.py").read_text(encoding="utf-8")
    documented = {
        code: set(re.findall(r"[a-z]+", args[len("(args: ") :])) if args else set()
        for code, args in re.findall(r'= "([a-z-]+)"\n    """[^"]*?(\(args: [a-z, ]+\))?\.?"""', source)
    }
    texts = dict(flatten(read_catalog(FOLDER, "en")))
    for code in CoreRefusal:
        sentence = texts[f"refusal.{code}"]
        assert isinstance(sentence, str)
        assert arguments(sentence) <= documented[code.value], code


def test_french_elides_before_a_name_that_begins_with_a_vowel() -> None:
    texts = Texts("fr", {"a": "La main de {seat}.", "b": "Plus que {n}", "c": "de {card}", "name.earth-3": "Earth-3"})
    assert texts.say("a", {"seat": "Ana"}) == "La main d’Ana."
    assert texts.say("a", {"seat": "Élise"}) == "La main d’Élise."
    assert texts.say("a", {"seat": "Bo"}) == "La main de Bo."
    assert texts.say("b", {"n": 3}) == "Plus que 3"
    assert texts.say("c", {"card": "earth-3#1"}) == "d’Earth-3"
    assert Texts("en", {"a": "la main de {seat}"}).say("a", {"seat": "Ana"}) == "la main de Ana"


def test_a_name_from_right_to_left_leaves_its_neighbours_in_their_order() -> None:
    texts = Texts("en", {"x.bought": "{seat} bought {n} cards", "x.all": "{seats}"})
    assert texts.say("x.bought", {"seat": "Ana", "n": 3}) == "Ana bought 3 cards"
    assert texts.say("x.bought", {"seat": "שרה", "n": 3}) == "\u2068שרה\u2069 bought 3 cards"
    assert texts.say("x.all", {"seats": ["سارة", "Bo"]}) == "\u2068سارة\u2069, Bo"


def test_french_counts_nothing_as_one_and_english_does_not() -> None:
    said = {"x": {"one": "{n} carte", "other": "{n} cartes"}}
    assert [Texts("fr", said).say("x", {"n": n}) for n in range(3)] == ["0 carte", "1 carte", "2 cartes"]
    assert [Texts("en", said).say("x", {"n": n}) for n in range(3)] == ["0 cartes", "1 carte", "2 cartes"]
