"""Whole matches of Forever Evil with hands that are fanned out and decks that are swept: the same as card by card."""

from __future__ import annotations

from random import Random

import pytest

from lairkeeper.games.forever_evil import GAME
from lairkeeper.simulation.acts import SimulatedMatch
from lairkeeper.simulation.auto import simulated_match_of
from lairkeeper.simulation.noise import NOISES
from lairkeeper.simulation.plan import Filters, plan

from ..fresh import SEED
from .fanned import FANS, FannedMatch, fanned, noted
from .listening import Listening


@pytest.mark.parametrize(("level", "n"), [("score", 0), ("deck", 0), ("full", 0), ("full", 1), ("full", 2)])
def test_a_fanned_hand_gives_the_same_match(level: str, n: int) -> None:
    (case,) = plan(1, SEED + n, Filters(GAME.id, level))
    print(case.command)
    layout = "seats" if case.layout == "tap" else case.layout
    match: Listening[SimulatedMatch] = Listening(
        simulated_match_of(GAME.id, case.players, case.seed, level, layout, case.rules)
    )
    alone = noted(match, NOISES["none"].over(match.evening.acts(), (), Random(1)))
    acts = fanned(alone, FANS[GAME.id][level])
    assert any(act.swept for act in acts)
    again = FannedMatch(match)
    for act in acts:
        again.act(act)
    assert [each.command for each in again.history.records] == [each.command for each in match.history.records]
    assert again.history.state == match.history.state
    player = again.again.scanner.player
    assert (player.questions, player.listener.kept) == ((), ())
