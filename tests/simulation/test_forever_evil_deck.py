"""The simulated table at level ``deck``, without the firmware: its taps go straight to the senses."""

from __future__ import annotations

from random import Random

import pytest

from lairkeeper.games.forever_evil.simulation.deck import DeckMatch
from lairkeeper.games.forever_evil.simulation.player import Player

from .listening import SEATS, Listening


def simulated_match_of(seed: int, players: int, layout: str = "seats") -> DeckMatch:
    return DeckMatch(SEATS[:players], Random(seed), layout, {})


@pytest.mark.parametrize(("seed", "players", "layout"), [(1, 2, "tap"), (2, 3, "seats"), (4, 5, "seats")])
def test_what_was_tapped_is_what_is_known(seed: int, players: int, layout: str) -> None:
    Listening(simulated_match_of(seed, players, layout)).play()


def test_a_missed_tap_makes_a_difference() -> None:
    match = Listening(simulated_match_of(6, 3))
    for act in match.evening.acts():
        if act.taps[-1].component.startswith("weakness#"):
            break
        match.act(act)
        assert not [each for each in match.differences() if "weak" in each]
    told = match.differences()
    assert any(each.startswith("weaknesses: table 19, app 20") for each in told)
    assert any(each.startswith("deck.") and each.endswith("weakness") for each in told)


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = ([act for act, _ in zip(simulated_match_of(9, 3).acts(), range(60), strict=False)] for _ in range(2))
    assert one == other


def test_a_player_draws_through_the_discard_pile() -> None:
    player = Player(0, Random(1))
    assert (len(player.hand), len(player.deck)) == (5, 5)
    player.discard, player.hand = player.hand, []
    player.draw(7)
    assert (len(player.hand), len(player.deck), len(player.discard)) == (7, 3, 0)
    assert len(set(player.cards)) == 10
