"""The arithmetic of a Plot on a Target, the circle of the Chase cards, and the invented set that demos use."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lairkeeper.core.printed import Problem
from lairkeeper.games.evil_101.cards import CATALOG, CIRCLE, PRINTED, SYMBOLS, beats, sort_of
from lairkeeper.games.evil_101.scoring import payments, shares

T1 = {"symbols": (("disc", 3), ("star", 1))}
T10 = {"symbols": (("disc", 2), ("star", 1), ("disc", 4))}


def plot(*symbols: str) -> dict[str, Any]:
    return {"points": 2, "symbols": symbols}


@pytest.mark.covers("e1-32", "e1-33")
def test_only_the_symbols_of_the_plot_are_paid() -> None:
    assert payments(plot("disc", "star"), T1) == (3, 1)
    assert payments(plot("star"), T1) == (1,)
    assert payments({"points": 9, "symbols": ()}, T1) == ()


@pytest.mark.covers("e1-8")
def test_one_match_is_not_enough() -> None:
    assert payments(plot("disc", "key"), T1) is None
    assert payments(plot("disc", "key"), T1, partial=True) == (3,)


@pytest.mark.covers("e1-9")
def test_the_same_symbol_twice_takes_the_dearest_first() -> None:
    assert payments(plot("disc", "disc"), T1) is None
    assert payments(plot("disc", "disc"), T10) == (4, 2)
    assert payments(plot("disc"), T10) == (4,)
    assert payments(plot("disc", "disc"), T1, once=True) == (3,)


@given(
    st.lists(st.sampled_from(SYMBOLS), max_size=4),
    st.lists(st.tuples(st.sampled_from(SYMBOLS), st.integers(0, 9)), max_size=6),
)
def test_a_plot_matches_exactly_when_the_target_has_each_symbol_as_often(wanted: list[str], pays: Any) -> None:
    has = Counter(symbol for symbol, _ in pays)
    paid = payments(plot(*wanted), {"symbols": tuple(pays)})
    assert (paid is not None) == (Counter(wanted) <= has)
    once = payments(plot(*wanted), {"symbols": tuple(pays)}, once=True)
    assert (once is not None) == (set(wanted) <= set(has))
    assert paid is None or len(paid) == len(wanted)


@pytest.mark.covers("e1-16", "e1-19")
def test_an_agent_shares_a_symbol_with_a_target_or_a_plot() -> None:
    star = {"symbols": ("star",)}
    assert shares(star, T1["symbols"])
    assert shares(star, ("key", "star"))
    assert not shares(star, ("key",))


@pytest.mark.covers("e1-24")
def test_the_circle() -> None:
    wins = {(card, last) for card in CIRCLE for last in CIRCLE if beats(f"chase-{card}#1", f"chase-{last}#2")}
    assert wins == {("car", "helicopter"), ("helicopter", "submarine"), ("submarine", "car")}


def test_the_proxy_set_is_whole_and_every_plot_of_it_can_be_placed() -> None:
    sorts = Counter(sort_of(kind) for kind in PRINTED.proxy for _ in range(PRINTED.proxy[kind]["copies"]))
    assert sorts == {"plot": 40, "target": 12, "agent": 20, "chase": 12}
    targets = [facts for kind, facts in PRINTED.proxy.items() if sort_of(kind) == "target"]
    for kind, facts in PRINTED.proxy.items():
        if sort_of(kind) == "plot":
            assert any(payments(facts, target) is not None for target in targets), kind
    assert {kind: each.copies for kind, each in CATALOG.kinds.items() if each.copies} == {
        kind: facts["copies"] for kind, facts in PRINTED.proxy.items()
    }


@pytest.mark.parametrize(
    ("kind", "values", "code"),
    [
        ("plot-1", {"points": "2"}, "missing"),
        ("plot-1", {"points": "31", "symbols": "disc"}, "out-of-bounds"),
        ("target-1", {"symbols": "disc"}, "not-a-pair"),
        ("agent-1", {"symbols": "disc, star"}, "too-many"),
        ("agent-1", {"symbols": "disc", "copies": "0"}, "out-of-bounds"),
        ("chase-car", {"points": "1"}, "unknown-field"),
    ],
)
def test_what_is_typed_from_a_card_is_checked(kind: str, values: dict[str, str], code: str) -> None:
    problem = PRINTED.read(kind, values)
    assert isinstance(problem, Problem)
    assert problem.code == code


@pytest.mark.parametrize(
    ("kind", "values", "beyond"),
    [
        ("plot-1", {"points": "30", "symbols": "disc"}, {"points": "31"}),
        ("plot-1", {"points": "0", "symbols": ", ".join(["disc"] * 6)}, {"symbols": ", ".join(["disc"] * 7)}),
        ("target-1", {"symbols": ", ".join(["disc 30"] * 8)}, {"symbols": ", ".join(["disc 30"] * 9)}),
        ("target-1", {"symbols": "disc 30"}, {"symbols": "disc 31"}),
        ("agent-1", {"symbols": "disc", "copies": "40"}, {"copies": "41"}),
    ],
)
def test_as_much_as_may_be_typed_and_no_more(kind: str, values: dict[str, str], beyond: dict[str, str]) -> None:
    assert not isinstance(PRINTED.read(kind, values), Problem)
    assert isinstance(PRINTED.read(kind, {**values, **beyond}), Problem)


@pytest.mark.covers("e1-33")
@pytest.mark.denies("e1-33")
@pytest.mark.parametrize("pays", [(("disc", 1), ("star", 9), ("disc", 3)), (("disc", 3), ("disc", 1), ("star", 9))])
def test_of_two_equal_symbols_the_dearer_pays_first(pays: tuple[tuple[str, int], ...]) -> None:
    assert payments(plot("disc"), {"symbols": pays}) == (3,)
    assert payments(plot("disc", "disc"), {"symbols": pays}) == (3, 1)
    assert payments(plot("disc", "disc"), {"symbols": pays}, once=True) == (3,)
