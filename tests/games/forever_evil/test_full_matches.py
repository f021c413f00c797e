"""Whole matches at level ``full`` on a table that knows every card: the app is never wrong about what it claims."""

from __future__ import annotations

import pytest

from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.kit.checks import CHECKS

from ...fresh import SEED, some
from .full_table import FullTable
from .matches import ended, finished, wrong

AT_ONCE = 10
"""Matches in which together nearly every card is played."""


@pytest.mark.parametrize("seed", some(range(SEED, SEED + 25), 8))
def test_a_match_by_chance_ends(seed: int) -> None:
    assert ended(seed) > 1


@pytest.mark.parametrize("first", some((0, AT_ONCE), 1))
def test_nearly_every_card_is_played(first: int) -> None:
    played: set[str] = set()
    for seed in range(first, first + AT_ONCE):
        table = finished(seed)
        assert wrong(table, seed) == [], f"seed {seed}"
        played |= {use.removeprefix("play:") for use in table.used if use.startswith("play:")}
    decks = {
        facts.kind for facts in CATALOG.kinds.values() if facts.in_deck and facts.zone in {"main-deck", "starters"}
    }
    assert len(decks - played) <= 3, f"hardly anybody plays {sorted(decks - played)}"


@pytest.mark.parametrize("players", [2, 5])
def test_a_sensible_match_passes_the_whole_kit(players: int) -> None:
    table = FullTable(players, players)
    table.play()
    assert wrong(table, players, tuple(CHECKS)) == []
