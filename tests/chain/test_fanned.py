"""A whole match with fanned hands through the firmware: every card is read, counted once, and gives the same match."""

from __future__ import annotations

from random import Random

import pytest

from lairkeeper.board import SimulatedBoard
from lairkeeper.simulation.acts import SimulatedMatch
from lairkeeper.simulation.auto import PERIODS_MS, AutoMatch, simulated_match_of
from lairkeeper.simulation.noise import NOISES
from lairkeeper.store import Store
from tests.fresh import SEED
from tests.simulation.fanned import FANS, FannedMatch, Replayed, fanned, noted
from tests.simulation.listening import Listening

pytestmark = pytest.mark.chain


def test_a_match_of_fanned_hands() -> None:
    print(f"seed {SEED}")
    match: Listening[SimulatedMatch] = Listening(simulated_match_of("forever-evil", 2, SEED, "full", "seats", {}))
    acts = fanned(noted(match, NOISES["none"].over(match.evening.acts(), (), Random(1))), FANS["forever-evil"]["full"])
    again = FannedMatch(match)
    replayed = Replayed(match, [again.act(act) for act in acts])
    assert sum(act.swept for act in acts) > 20
    settings = {"period": Random(SEED).choice(PERIODS_MS)}
    with (
        Store.open(":memory:") as store,
        SimulatedBoard(replayed.readers, paced=False, seed=SEED % 1000, settings=settings) as board,
    ):
        auto = AutoMatch(replayed, board, store, Random(SEED), lambda n: None, noise="none")
        tally = auto.play()
        assert (tally.differences, tally.leaks, tally.extra) == ([], [], 0)
        assert set(auto.times()) == {1}
        assert auto.table.history.state == match.history.state
