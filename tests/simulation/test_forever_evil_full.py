"""The simulated table at level ``full``, without the firmware: two independent accounts of every card must agree."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.simulation.full import FullMatch

from .listening import SEATS, Listening


def played(seed: int, players: int, layout: str) -> Listening[FullMatch]:
    match = Listening(FullMatch(SEATS[:players], Random(seed), layout, {}))
    match.play()
    return match


LAYOUTS = ("tap", "seats", "table")
FEW = (9, 15, 16)
"""Seeds that use nearly every card."""


def used_in(seeds: Iterable[int]) -> set[str]:
    """Whose texts were carried out, and how."""
    return set().union(*(played(seed, 2 + seed % 4, LAYOUTS[seed % 3]).evening.used for seed in seeds))


def all_uses() -> set[str]:
    """Every card is to be played, to hit, to defend, to be destroyed and to appear, if it can."""
    cards = [facts for facts in CATALOG.kinds.values() if facts.in_deck and facts.copies]
    return {
        *(facts.kind for facts in cards),
        *(f"{facts.kind} defends" for facts in cards if facts.defense),
        *(f"{facts.kind} hits" for facts in cards if facts.attack),
        *(f"{facts.kind} destroyed" for facts in cards if facts.when_destroyed),
        *(f"{facts.kind} appears" for facts in cards if facts.weaknesses),
    }


def test_what_the_cards_did_is_what_is_known_at_one_reader() -> None:
    played(8, 2, "tap")


def test_three_matches_use_nearly_every_card() -> None:
    missing = all_uses() - used_in(FEW)
    assert len(missing) <= 3, f"nobody has used {sorted(missing)}"


@pytest.mark.soak
def test_every_card_is_used_over_the_seeds() -> None:
    assert all_uses() - used_in(range(24)) == set()
