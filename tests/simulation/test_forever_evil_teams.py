"""Good Guys against Bad Guys at the simulated table, at every level, by the usual house rules and by the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from lairkeeper.core.ruleset import specs
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.places import owned
from lairkeeper.games.forever_evil.simulation.deck import DeckMatch
from lairkeeper.games.forever_evil.simulation.full import FullMatch
from lairkeeper.games.forever_evil.simulation.score import ScoreMatch
from lairkeeper.games.forever_evil.simulation.sides import Sides
from lairkeeper.simulation.acts import SimulatedMatch

from .listening import SEATS, Listening

TEAMS = {"variant": "teams"}
SIMULATED_MATCHES: Mapping[str, Callable[..., SimulatedMatch]] = {
    "score": ScoreMatch,
    "deck": DeckMatch,
    "full": FullMatch,
}
LAYOUTS = ("tap", "seats", "table")
CHOICES = {each.name: each.choices for each in specs(GAME.ruleset_type) if each.rule == "variant"}


def simulated_match_of(level: str, seed: int, players: int, **rules: Any) -> SimulatedMatch:
    return SIMULATED_MATCHES[level](SEATS[:players], Random(seed), LAYOUTS[seed % 3], TEAMS | rules)


@pytest.mark.parametrize(("level", "seed", "players"), [("score", 1, 4), ("deck", 3, 4), ("full", 2, 2)])
def test_two_sides_play_a_whole_match(level: str, seed: int, players: int) -> None:
    match = Listening(simulated_match_of(level, seed, players))
    match.play()
    tokens = match.view().tokens
    assert len(match.evening.winners()) % (players // 2) == 0
    assert sum(tokens[seat] for seat in SEATS[:players]) > 0


@pytest.mark.parametrize("level", ["deck", "full"])
def test_nobody_holds_what_the_own_side_fights(level: str) -> None:
    evening = simulated_match_of(level, 4, 2)
    match, sides = Listening(evening), Sides(SEATS[:2], TEAMS)
    for act in evening.acts():
        match.act(act)
        for seat in SEATS[:2]:
            held = owned(match.history.state, seat)
            assert held is not None
            assert not any("#" in card and sides.turned(seat, card) for card in held), f"{seat} after {act}"
        if match.history.state.turn > 8:
            break
    assert any(sides.turned(seat, card) for card in match.history.state.zone("destroyed") for seat in SEATS[:2])


def test_sides_sit_alternately() -> None:
    sides = Sides(SEATS[:4], TEAMS)
    assert (sides.mates("Ana"), sides.foes("Bo")) == (("Ana", "Cy"), ("Cy", "Ana"))
    assert Sides(SEATS[:4], TEAMS | {"sides": "good-first"}).good("Ana")
    assert Sides(SEATS[:3], {}).foes("Bo") == ("Cy", "Ana")


@pytest.mark.soak
@pytest.mark.parametrize("level", list(SIMULATED_MATCHES))
@pytest.mark.parametrize("seed", range(24))
def test_every_house_rule_of_the_variant(level: str, seed: int) -> None:
    rng = Random(f"rules {seed}")
    rules = {name: rng.choice(values) for name, values in CHOICES.items() if name != "variant"}
    if rules["team-tokens"] == "none":
        rules["team-passed"] = "none"  # no card gives tokens then, and the two are refused together
    Listening(simulated_match_of(level, seed, 2 + 2 * (seed % 2), **rules)).play()
