"""The final count against the worked examples of the rulebooks and against its own laws."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lairkeeper.core.view import ScoreLine
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.scoring import (
    deathstorm,
    deck_points,
    deck_total,
    phantom_stranger,
    super_hero_count,
    token_line,
    winners,
)


@dataclass(frozen=True)
class Options:
    vulnerability: int = 0


PRINTED = Options()
STARTER = ["punch"] * 7 + ["vulnerability"] * 3
DECK_KINDS = [facts.kind for facts in CATALOG.kinds.values() if facts.in_deck]
PLAIN_KINDS = [kind for kind in DECK_KINDS if CATALOG.get(kind).vp is not None]
decks = st.lists(st.sampled_from(DECK_KINDS), max_size=60)


def points_of(kind: str, deck: list[str], options: Options = PRINTED) -> int:
    (line,) = [line for line in deck_points(deck, options) if line.args["kind"] == kind]
    return line.points


def deck_with(kind: str, size: int) -> list[str]:
    return [kind] + ["kick"] * (size - 1)


@pytest.mark.covers("fe-116")
@pytest.mark.parametrize(
    ("size", "points"),
    [(1, 10), (19, 10), (20, 10), (21, 9), (26, 4), (29, 1), (30, 0), (31, 0), (60, 0)],
)
def test_deathstorm_counts_the_whole_deck_with_itself(size: int, points: int) -> None:
    assert points_of("deathstorm", deck_with("deathstorm", size)) == points
    assert deathstorm(size) == points


@pytest.mark.covers("fe-117")
@pytest.mark.parametrize(
    ("deck", "points"),
    [
        (["phantom-stranger"], 10),
        (["phantom-stranger", *STARTER], 0),
        (["phantom-stranger", *STARTER, "weakness"], 0),
        (["phantom-stranger", "punch", "vulnerability", "weakness"], 7),
        (["phantom-stranger", "steve-trevor", "kick", "the-flash"], 10),
    ],
)
def test_phantom_stranger_loses_one_for_each_card_of_cost_0(deck: list[str], points: int) -> None:
    assert points_of("phantom-stranger", deck) == points


@pytest.mark.covers("fe-118")
def test_cards_below_zero() -> None:
    assert points_of("weakness", ["weakness"] * 3) == -3
    assert points_of("bizarro-power", ["bizarro-power"] * 2) == -2
    assert deck_total(STARTER, PRINTED) == 0


@pytest.mark.covers("fe-119")
def test_a_deck_may_be_worth_less_than_nothing() -> None:
    assert deck_total([*STARTER, *["weakness"] * 4, "bizarro-power"], PRINTED) == -5


def test_vulnerability_as_the_french_set_up_has_it() -> None:
    assert deck_total(STARTER, Options(vulnerability=-1)) == -3
    assert points_of("phantom-stranger", ["phantom-stranger", *STARTER], Options(vulnerability=-1)) == 0


def test_lines_say_what_and_how_many_in_catalog_order() -> None:
    deck = ["weakness#1", "punch#4", "catwoman#2", "superman#1", "catwoman#1", "deathstorm#1"]
    assert deck_points(deck, PRINTED) == (
        ScoreLine("cards", 2, {"kind": "catwoman", "n": 2, "each": 1}),
        ScoreLine("deathstorm", 10, {"kind": "deathstorm", "n": 6}),
        ScoreLine("cards", 6, {"kind": "superman", "n": 1, "each": 6}),
        ScoreLine("cards", 0, {"kind": "punch", "n": 1, "each": 0}),
        ScoreLine("cards", -1, {"kind": "weakness", "n": 1, "each": -1}),
    )


def test_a_card_whose_worth_depends_on_the_deck_has_its_own_line() -> None:
    deck = ["phantom-stranger#1", "phantom-stranger#2", "weakness#1", "deathstorm#1"]
    each = ScoreLine("phantom-stranger", 9, {"kind": "phantom-stranger", "n": 1})
    assert [line for line in deck_points(deck, PRINTED) if line.code == "phantom-stranger"] == [each, each]
    assert deck_total(deck, PRINTED) == 9 + 9 - 1 + 10


def test_an_empty_deck_is_worth_nothing() -> None:
    assert deck_points([], PRINTED) == ()


@pytest.mark.covers("fe-123")
@pytest.mark.denies("fe-123")
def test_super_heroes_are_counted_by_title() -> None:
    assert super_hero_count(["the-flash#1", "superman#1", "catwoman#1", "element-woman#2"]) == 2
    assert super_hero_count(STARTER) == 0


def test_tokens_are_a_line_of_their_own() -> None:
    assert token_line({1: 3, 5: 1, 10: 2}) == ScoreLine("tokens", 28, {"n": 28})
    assert token_line({}).points == 0


@pytest.mark.parametrize("piece", ["bizarro", "vp-5", "frozen-token"])
def test_what_is_no_card_of_a_deck_is_not_counted(piece: str) -> None:
    with pytest.raises(ValueError, match=piece):
        deck_points(["punch", piece], PRINTED)


def test_an_unknown_card_is_not_counted() -> None:
    with pytest.raises(LookupError, match="scarecrow"):
        deck_points(["scarecrow#1"], PRINTED)


@pytest.mark.covers("fe-121", "fe-122", "fe-184")
@pytest.mark.denies("fe-121", "fe-184")
def test_highest_total_then_super_heroes_then_a_shared_win() -> None:
    assert winners({"Ana": 31, "Bo": 30}, {"Ana": 0, "Bo": 5}) == ("Ana",)
    assert winners({"Ana": 30, "Bo": 30}, {"Ana": 1, "Bo": 2}) == ("Bo",)
    assert winners({"Ana": 30, "Bo": 30, "Cy": 9}, {"Ana": 2, "Bo": 2, "Cy": 4}) == ("Ana", "Bo")
    assert winners({}, {}) == ()


@given(decks)
def test_order_and_copy_numbers_do_not_matter(deck: list[str]) -> None:
    tagged = [f"{kind}#{n + 1}" for n, kind in enumerate(deck)]
    assert deck_points(tagged, PRINTED) == deck_points(list(reversed(deck)), PRINTED)


@given(st.lists(st.sampled_from(PLAIN_KINDS), max_size=60))
def test_without_starred_cards_the_total_is_the_sum_of_the_printed_numbers(deck: list[str]) -> None:
    assert deck_total(deck, PRINTED) == sum(CATALOG.get(kind).vp or 0 for kind in deck)


@given(decks)
def test_every_card_is_on_exactly_one_line(deck: list[str]) -> None:
    lines = deck_points(deck, PRINTED)
    counted: Counter[str] = Counter()
    for line in lines:
        counted[line.args["kind"]] += line.args["n"] if line.code == "cards" else 1
    assert counted == Counter(deck)
    assert all(line.points == line.args["n"] * line.args["each"] for line in lines if line.code == "cards")


@given(st.integers(0, 200))
def test_starred_cards_stay_between_0_and_10_and_never_grow(n: int) -> None:
    for worth in (deathstorm, phantom_stranger):
        assert 0 <= worth(n + 1) <= worth(n) <= 10


@given(decks, st.integers(0, 6))
def test_each_weakness_costs_its_point_and_no_more_than_the_starred_cards_allow(deck: list[str], more: int) -> None:
    plain = [kind for kind in deck if kind in PLAIN_KINDS]
    assert deck_total(plain + ["weakness"] * more, PRINTED) == deck_total(plain, PRINTED) - more


@given(st.dictionaries(st.sampled_from(["Ana", "Bo", "Cy", "Di"]), st.tuples(st.integers(-9, 60), st.integers(0, 4))))
def test_nobody_beats_a_winner(table: dict[str, tuple[int, int]]) -> None:
    found = winners({seat: pair[0] for seat, pair in table.items()}, {seat: pair[1] for seat, pair in table.items()})
    assert set(found) == {seat for seat, pair in table.items() if pair == max(table.values())}
