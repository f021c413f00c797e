"""The catalog against the facts of the rulebooks and of the printed lists."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lairkeeper.games.forever_evil.catalog import CATALOG, DECK_ZONES, CardFacts, build, read_facts

CARDS_PAGE = Path(__file__).parents[3] / "docs" / "games" / "forever-evil-cards.md"
MAIN = tuple(facts for facts in CATALOG.zone("main-deck") if facts.kind != "unlisted")
HEROES = CATALOG.zone("super-heroes")


def copies(facts: CardFacts) -> int:
    return facts.copies or 0


@pytest.mark.covers("fe-135")
def test_fifty_five_names_stand_for_106_cards() -> None:
    """Both numbers are facts of the printed game."""
    assert len(MAIN) == 55
    assert sum(copies(facts) for facts in MAIN) == 106
    assert {facts.kind for facts in MAIN if copies(facts) > 1}, "identity is name and copy number"


def test_the_five_types_of_the_main_deck() -> None:
    by_type: Counter[str] = Counter()
    for facts in MAIN:
        assert len(facts.types) == 1, facts.kind
        by_type[facts.types[0]] += copies(facts)
    assert by_type == {"hero": 25, "villain": 25, "super-power": 25, "equipment": 25, "location": 6}


@pytest.mark.covers("fe-138")
def test_the_put_away_list_is_the_contents_of_the_box() -> None:
    assert dict(CATALOG.stacks) == {
        "punch": 36,
        "vulnerability": 16,
        "main-deck": 106,
        "kicks": 16,
        "super-heroes": 12,
        "weaknesses": 20,
    }
    assert sum(CATALOG.stacks.values()) == 206, "the total of the French rulebook"


def test_super_heroes_cost_8_to_13_and_bring_4_to_6() -> None:
    costs = [facts.cost for facts in HEROES if facts.cost is not None]
    assert Counter(costs) == {8: 1, 9: 2, 10: 2, 11: 4, 12: 2, 13: 1}
    for facts in HEROES:
        assert facts.cost is not None
        expected = 4 if facts.kind == "the-flash" else 5 if facts.cost <= 10 else 6
        assert facts.vp == expected, facts.kind
        assert facts.types == ("hero",)
        assert facts.super_hero


def test_nothing_else_carries_the_title() -> None:
    assert {facts.kind for facts in CATALOG.kinds.values() if facts.super_hero} == {facts.kind for facts in HEROES}


def test_first_appearances_give_the_weaknesses_of_the_list() -> None:
    odd = {"the-flash": None, "green-arrow": (0, 2), "superman": (0, 2)}
    for facts in HEROES:
        assert facts.weaknesses == odd.get(facts.kind, (0, 1)), facts.kind


def test_cards_that_cost_nothing_and_cards_below_zero() -> None:
    assert {facts.kind for facts in CATALOG.kinds.values() if facts.cost == 0} == {"punch", "vulnerability", "weakness"}
    negative = {facts.kind: facts.vp for facts in CATALOG.kinds.values() if (facts.vp or 0) < 0}
    assert negative == {"weakness": -1, "bizarro-power": -1}
    variable = {facts.kind: facts.vp for facts in CATALOG.kinds.values() if facts.vp_rule}
    assert variable == {"phantom-stranger": None, "deathstorm": None}


def test_checksums_of_the_main_deck() -> None:
    """Cost and points over all 106 cards, added up from the printed lists; the two starred cards bring no points."""
    sums = {
        kind: (
            sum(copies(facts) * (facts.cost or 0) for facts in MAIN if facts.types == (kind,)),
            sum(copies(facts) * (facts.vp or 0) for facts in MAIN if facts.types == (kind,)),
        )
        for kind in ("hero", "villain", "super-power", "equipment", "location")
    }
    assert sums == {
        "hero": (87, 27),
        "villain": (100, 24),
        "super-power": (95, 23),
        "equipment": (96, 29),
        "location": (30, 6),
    }


def test_a_weakness_has_no_type_but_a_cost() -> None:
    weakness = CATALOG.get("weakness#3")
    assert (weakness.types, weakness.cost, weakness.copies) == ((), 0, 20)


def test_element_woman_is_four_types_and_she_alone_is_more_than_one() -> None:
    more = {facts.kind: set(facts.types + facts.also_as) for facts in CATALOG.kinds.values() if facts.also_as}
    assert more == {"element-woman": {"hero", "super-power", "equipment", "villain"}}


def test_seven_super_villains_in_the_box_and_two_promos() -> None:
    box = {facts.kind for facts in CATALOG.zone("super-villains") if not facts.promo}
    assert box == {"bizarro", "black-adam", "black-manta", "deathstroke", "harley-quinn", "lex-luthor", "sinestro"}
    assert {facts.kind for facts in CATALOG.kinds.values() if facts.promo} == {"bane", "the-joker"}


@pytest.mark.covers("fe-3")
def test_a_super_villain_has_no_points_and_is_in_no_deck() -> None:
    for facts in CATALOG.zone("super-villains"):
        assert facts.vp is None
        assert facts.cost is None
        assert not facts.in_deck


def test_tokens() -> None:
    tokens = {facts.kind: (facts.value, copies(facts)) for facts in CATALOG.zone("tokens")}
    assert tokens == {"vp-1": (1, 0), "vp-5": (5, 0), "vp-10": (10, 0), "frozen-token": (None, 6)}
    assert not any(facts.in_deck for facts in CATALOG.zone("tokens"))


def test_what_can_be_in_a_deck() -> None:
    decks = {facts.kind for facts in (*MAIN, *HEROES)} | {"punch", "vulnerability", "kick", "weakness", "unlisted"}
    assert {kind for kind, facts in CATALOG.kinds.items() if facts.in_deck} == decks
    for facts in CATALOG.kinds.values():
        if facts.in_deck and facts.kind != "unlisted":
            assert copies(facts) > 0, f"{facts.kind}: the box holds a known number"
            assert facts.cost is not None
            assert (facts.vp is None) == (facts.vp_rule is not None)


def test_defense_and_attack_cards() -> None:
    assert {facts.kind: facts.defense for facts in MAIN if facts.defense} == {
        "commissioner-gordon": "discard",
        "stargirl": "discard",
        "man-bat": "discard",
        "insanity": "discard",
        "invulnerable": "discard-or-destroy",
        "cosmic-staff": "discard",
        "power-armor": "reveal",
    }
    attacks = {facts.kind for facts in MAIN if facts.attack}
    assert attacks == {
        *("catwoman", "dr-light", "despero", "bizarro-power", "constructs-of-fear", "power-drain", "broadsword"),
    }


def test_a_card_on_no_list_has_no_facts_and_is_in_no_printed_box() -> None:
    facts = CATALOG.get("unlisted#1")
    assert (facts.cost, facts.vp, facts.vp_rule, facts.copies, facts.types) == (None, None, None, 0, ())


def test_cards_that_work_when_destroyed() -> None:
    found = {facts.kind for facts in CATALOG.kinds.values() if facts.when_destroyed}
    assert found == {"steve-trevor", "emperor-penguin", "word-of-power", "venom-injector"}


def test_what_stays_in_play() -> None:
    found = {facts.kind: facts.ongoing for facts in CATALOG.kinds.values() if facts.ongoing}
    assert found == {
        "belle-reve": "always",
        "central-city": "always",
        "happy-harbor": "always",
        "star-labs": "always",
        "blackgate-prison": "once-a-turn",
        "earth-3": "once-a-turn",
        "green-arrow": "always",
        "firestorm-matrix": "grants",
    }


def test_french_names_where_they_are_known() -> None:
    assert CATALOG.get("broadsword").name("fr") == "Glaive"
    assert CATALOG.get("stargirl").name("en") == "Stargirl"
    assert CATALOG.get("stargirl").name("fr") == "Star Girl"
    assert CATALOG.get("sledgehammer").name("fr") == "Sledgehammer"
    known = [
        facts
        for facts in CATALOG.kinds.values()
        if "fr" in facts.names and facts.zone in {*DECK_ZONES, "super-villains"} and facts.copies
    ]
    assert len(known) == 33, "36 on record, with the two sorts of token and the rulebook"


def test_kinds_are_the_english_names_without_punctuation() -> None:
    for kind in ("star-labs", "pandoras-box", "shazam", "royal-flush-gang", "man-bat-serum", "earth-3", "dr-light"):
        assert kind in CATALOG.kinds


def test_every_zone_of_a_deck_is_filled() -> None:
    for zone in DECK_ZONES:
        assert CATALOG.zone(zone), zone


def test_an_unknown_piece_is_named() -> None:
    with pytest.raises(LookupError, match="scarecrow"):
        CATALOG.get("scarecrow#1")
    assert CATALOG.find("scarecrow#1") is None


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ({"en": "X", "zone": "attic"}, "attic"),
        ({"fr": "X", "zone": "tokens"}, "English name"),
        ({"en": "X", "zone": "tokens", "colour": "red"}, "colour"),
        ({"en": "X", "zone": "main-deck", "types": ["wizard"]}, "types are"),
    ],
)
def test_a_slip_in_the_catalog_is_named(table: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        read_facts("x", table)


def test_the_catalog_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        CATALOG.kinds["x"] = CATALOG.get("punch")  # type: ignore[index]
    assert not build({}).kinds


def test_the_page_of_cards_agrees_with_the_catalog() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in CARDS_PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("|") and not line.startswith("|---")
    ]
    by_name = {row[0]: row for row in rows}
    for facts in CATALOG.kinds.values():
        if facts.zone in {"tokens", "stack-villains"} or facts.kind == "unlisted":
            continue
        row = by_name.pop(facts.names["en"])
        if facts.in_deck:
            points = "10\\*" if facts.vp_rule else str(facts.vp)
            assert row[1:3] == [str(facts.cost), points], facts.kind
        if facts.in_deck and not facts.super_hero:
            assert row[3] == str(facts.copies), facts.kind
    assert set(by_name) == {"card", "Super-Villain"}, "only the heads of the tables are left"
