"""The simulated table at level ``full``, without the firmware: two independent accounts of every card must agree."""

from __future__ import annotations

from random import Random

import pytest

from lairkeeper.demo.forever_evil_full import FullEvening
from lairkeeper.games.forever_evil.catalog import CATALOG

from .listening import SEATS, Listening


def played(seed: int, players: int, layout: str) -> Listening[FullEvening]:
    match = Listening(FullEvening(SEATS[:players], Random(seed), layout, {}))
    match.play()
    return match


@pytest.mark.parametrize(("seed", "players", "layout"), [(8, 2, "tap"), (4, 3, "seats")])
def test_what_the_cards_did_is_what_is_known(seed: int, players: int, layout: str) -> None:
    match = played(seed, players, layout)
    assert len(match.evening.used) > 40


@pytest.mark.soak
def test_every_card_is_used_over_the_seeds() -> None:
    used: set[str] = set()
    for seed in range(24):
        used |= played(seed, 2 + seed % 4, ("tap", "seats", "table")[seed % 3]).evening.used
    for facts in CATALOG.kinds.values():
        if facts.in_deck and facts.copies:
            assert facts.kind in used, f"nobody has played {facts.kind}"
        if facts.defense:
            assert f"{facts.kind} defends" in used
        if facts.attack:
            assert f"{facts.kind} hits" in used
        if facts.when_destroyed:
            assert f"{facts.kind} destroyed" in used
        if facts.weaknesses:
            assert f"{facts.kind} appears" in used
