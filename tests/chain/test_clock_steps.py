"""Somebody sets the computer's clock in the middle of a match: tags, firmware, link and table come to the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lairkeeper.board import SimulatedBoard
from lairkeeper.simulation.auto import AutoMatch, simulated_match_of
from lairkeeper.store import Store

from ..fresh import SEED

pytestmark = pytest.mark.chain

GAMES = ("evil-101", "evil-league", "dc-forever")
"""Those whose matches at ``score`` are short."""
STEPS = (60.0, 3 * 86_400.0, -30.0, -7_200.0)


def play(seed: int, *, sets: bool) -> tuple[dict[str, Any], int]:
    """Simulate a match at the trays and tap points; return what came of it and how often the clock was set."""
    game = Random(f"game {seed}").choice(GAMES)
    evening = simulated_match_of(game, 4, seed, "score", "tap", {})
    clock, steps = Random(f"clock {seed}"), 0
    with SimulatedBoard(evening.readers, paced=False, seed=seed) as board, Store.open() as store:
        match = AutoMatch(evening, board, store, Random(f"hands {seed}"), lambda n: None)
        link = match._link
        let_pass = link.advance

        def advance(ms: int, *args: Any) -> bool:
            nonlocal steps
            if sets and clock.random() < 0.1:
                link.epoch += clock.choice(STEPS)
                steps += 1
            return let_pass(ms, *args)

        link.advance = advance
        tally = match.play()
        records = [(each.kind, each.command) for each in match.table.history.records]
        outcomes = [(row.event.seq, row.outcome) for row in store.inbox.after(0)]
        told = {"differences": tally.differences, "leaks": tally.leaks, "records": records, "outcomes": outcomes}
        return told, steps


def test_a_match_through_the_firmware_is_the_same_however_the_clock_is_set() -> None:
    seed = SEED % 10_000
    calm, _ = play(seed, sets=False)
    stepped, steps = play(seed, sets=True)
    assert steps > 10, f"seed {seed}"
    assert calm["differences"] == []
    assert stepped == calm, f"seed {seed}"
