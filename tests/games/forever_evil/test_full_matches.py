"""Whole matches at level ``full`` on a table that knows every card: the app is never wrong about what it claims."""

from __future__ import annotations

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.core.state import State
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.effects.turn_facts import plays
from lairkeeper.kit.checks import CHECKS
from lairkeeper.kit.driver import Recording

from .full_table import FullTable

SEEDS = range(50)
IN_ONE = 10
"""Seeds a test: enough at a time that a worker is busy, few enough that two share them."""
SOAK = range(1_000, 2_000)
CHEAP = ("1 cards conserved", "2 tokens conserved")


def turn_began(table: FullTable) -> None:
    """At the beginning of every turn all that the app claims must be true of the table."""
    state: State = table.history.state
    if state.prompt is not None and state.prompt.code == "play-or-buy" and not plays(state):
        assert table.differences() == [], f"turn {state.turn}"


def finished(seed: int) -> FullTable:
    table = FullTable(seed)
    table.play(check=turn_began)
    board = GAME.score(table.history.state, TABLE)
    assert {each.seat: each.low for each in board.seats} == {each.seat: table.points(each.seat) for each in board.seats}
    assert all(each.exact for each in board.seats)
    assert board.winners
    return table


def wrong(table: FullTable, seed: int, names: tuple[str, ...]) -> list[str]:
    """What the kit finds in a match."""
    recording = Recording(GAME, seed, table.history)
    return [f"{name}: {found}" for name in names if (found := CHECKS[name](recording)) is not None]


@pytest.mark.parametrize("first", SEEDS[::IN_ONE])
def test_matches_end_as_the_table_has_it(first: int) -> None:
    played: set[str] = set()
    for seed in range(first, first + IN_ONE):
        table = finished(seed)
        assert wrong(table, seed, CHEAP) == [], f"seed {seed}"
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


@pytest.mark.soak
@pytest.mark.parametrize("first", SOAK[::50])
def test_a_thousand_matches(first: int) -> None:
    for seed in range(first, first + 50):
        assert wrong(finished(seed), seed, CHEAP) == [], f"seed {seed}"
