"""The box as it is listed, and the least and the most that may be typed of each number."""

from __future__ import annotations

from collections import Counter

import pytest

from lairkeeper.core.printed import Problem, read
from lairkeeper.games.dc_forever.catalog import (
    CARDS,
    CARDS_OF,
    CATALOG,
    CHARACTERS,
    LOCATION_KINDS,
    NEUTRALS,
    PLACES,
    PRINTED,
    RESOURCE,
    STANDEES,
    TOKENS,
    TYPES,
    UNALIGNED_KINDS,
    character_of,
    side_of,
    sort_of,
)
from lairkeeper.games.dc_forever.roster import HERO, ROGUE, ROSTER
from lairkeeper.games.dc_forever.words import TRIGGERS, UNALIGNED_WORDS, VERBS

OF_A_CARD = {
    "icons": (0, 9), "buy": (0, 20), "cost": (0, 20), "second-cost": (0, 20), "bonus": (0, 20), "threshold": (0, 40),
    "draw": (0, 9), "effect": (0, 30), "second": (0, 30),
}  # fmt: skip
OF_A_CHARACTER = {"recruit": (1, 30), "health": (1, 30), "attack": (0, 20), "cost": (0, 20), "effect": (0, 30)}
BOUNDS = {
    "batman": {**OF_A_CHARACTER, "rescue": (0, 20)},
    "cheetah": {**OF_A_CHARACTER, "threaten": (0, 20)},
    "batman-1": OF_A_CARD,
    "cheetah-1": OF_A_CARD,
    "renown": {"icons": (0, 9)},
    "location-9": {"citizens": (0, 30), "hero": (0, 30), "rogue": (0, 30)},
    "peacemaker": {"health": (1, 30), "attack": (0, 20), "claim": (0, 20), "thresholds": (0, 30)},
}
WORDS = {
    "type": TYPES, "modifier": ("attack", "rescue", "threaten", "attack-rescue"), "trigger": TRIGGERS,
    "on": ("own", "enemy", "any"), "mode": ("completed", "single", "ongoing"), "own-cost": ("discard", "exhaust"),
    "second-own-cost": ("discard", "exhaust"), "effect": VERBS, "second": VERBS, "hero": VERBS, "rogue": VERBS,
    "thresholds": UNALIGNED_WORDS,
}  # fmt: skip
NEEDED = {
    "batman": {"recruit", "health", "attack", "rescue"},
    "cheetah": {"recruit", "health", "attack", "threaten"},
    "batman-1": {"type", "icons", "buy"},
    "renown": {"icons"},
    "location-9": {"citizens"},
    "peacemaker": {"health", "attack", "claim"},
}


def test_so_many_pieces_are_in_the_box() -> None:
    assert Counter(facts.zone for facts in CATALOG.kinds.values()) == {
        CHARACTERS: 18, CARDS: 161, RESOURCE: 3, PLACES: 12, NEUTRALS: 8, STANDEES: 18, TOKENS: 3,
    }  # fmt: skip
    assert Counter(entry.side for entry in ROSTER.values()) == {HERO: 9, ROGUE: 9}
    twice = {kind for kind, facts in CATALOG.kinds.items() if facts.copies != 1}
    assert twice == {"twin-swords", "renown", "prestige", "fame"}
    assert {CATALOG.kinds[kind].copies for kind in twice} == {2}
    for character, cards in CARDS_OF.items():
        copies = sum(CATALOG.kinds[card].copies or 0 for card in cards)
        assert copies == (8 if ROSTER[character].side == HERO else 10), character


@pytest.mark.parametrize(
    ("kind", "en", "fr"),
    [
        ("arkham-asylum", "Arkham Asylum", "Arkham Asylum"), ("location-9", "Location 9", "Lieu 9"),
        ("harley-quinn", "Harley Quinn", "Harley Quinn"), ("unaligned-3", "Unaligned 3", "Neutre 3"),
        ("batman-1", "Batman 1", "Batman 1"), ("renown", "Renown", "Renown"),
        ("speed-scouting", "Speed Scouting", "Speed Scouting"),
        ("speed-scouting-reverse-flash", "Speed Scouting (Reverse-Flash)", "Speed Scouting (Reverse-Flash)"),
        ("standee-batman", "Batman (standee)", "Batman (figurine)"), ("do-attack", "Attack token", "Jeton Attaquer"),
        ("do-rescue", "Rescue token", "Jeton Sauver"), ("do-threaten", "Threaten token", "Jeton Menacer"),
    ],
)  # fmt: skip
def test_what_has_no_public_name_has_a_number(kind: str, en: str, fr: str) -> None:
    assert CATALOG.kinds[kind].names == {"en": en, "fr": fr}


def test_places_are_numbered_in_the_order_of_the_list() -> None:
    assert LOCATION_KINDS == (
        "valhalla-cemetery", "the-daily-planet", "arkham-asylum", "344-clinton-street", "atlantean-royal-palace",
        "downtown-central-city", "ace-chemical-plant", "house-of-mystery", "location-9", "location-10", "location-11",
        "location-12",
    )  # fmt: skip
    assert ("harley-quinn", "peacemaker", *(f"unaligned-{n}" for n in range(3, 9))) == UNALIGNED_KINDS


def test_cards_and_standees_are_their_characters() -> None:
    for character, entry in ROSTER.items():
        for kind in (character, f"standee-{character}", *CARDS_OF[character]):
            assert (character_of(f"{kind}#1"), side_of(kind)) == (f"{character}#1", entry.side)
    for kind in ("renown", "location-9", "harley-quinn", "do-attack", "nothing"):
        assert character_of(kind) is None
    assert (side_of("renown"), side_of("location-9"), side_of("nothing"), sort_of("nothing")) == (HERO, None, None, "")


@pytest.mark.parametrize("kind", BOUNDS)
def test_a_number_is_taken_within_its_bounds_alone(kind: str) -> None:
    fields = {field.name: field for field in PRINTED.fields[kind] if field.type in ("number", "pairs")}
    assert set(fields) == set(BOUNDS[kind])
    for name, (low, high) in BOUNDS[kind].items():
        for n, fits in ((low - 1, False), (low, True), (high, True), (high + 1, False)):
            word = f"{fields[name].choices[0]} " if fields[name].type == "pairs" else ""
            assert (not isinstance(read(fields[name], f"{word}{n}"), Problem)) == fits, (name, n)


def test_words_are_those_that_are_listed() -> None:
    for kind in BOUNDS:
        for field in PRINTED.fields[kind]:
            if field.choices:
                assert field.choices == WORDS[field.name], (kind, field.name)


@pytest.mark.parametrize("kind", NEEDED)
def test_what_may_stay_empty_may_stay_empty(kind: str) -> None:
    empty = {field.name: read(field, "") for field in PRINTED.fields[kind]}
    assert {name for name, value in empty.items() if isinstance(value, Problem)} == NEEDED[kind]
    assert empty.get("effect") in (None, (("by-hand", 1),))
    others = {name for name, value in empty.items() if name != "effect" and not isinstance(value, Problem | None)}
    assert others == set()


def test_so_many_traits_are_taken() -> None:
    traits = next(field for field in PRINTED.fields["batman"] if field.name == "traits")
    assert not isinstance(read(traits, "a, b, c, d, e, f"), Problem)
    assert isinstance(read(traits, "a, b, c, d, e, f, g"), Problem)


def test_what_the_examples_state_is_known() -> None:
    assert PRINTED.known == {
        "superman": {"rescue": 2}, "black-manta": {"attack": 2}, "cheetah": {"attack": 3},
        "silver-banshee": {"threaten": 3}, "punchline": {"recruit": 4},
    }  # fmt: skip
