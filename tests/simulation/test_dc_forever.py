"""The simulated evenings of DC Forever without the firmware: any seed, every house rule, alone and many at once."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import OptionSpec, specs, without_idle
from lairkeeper.core.view import View
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.refusals import DC
from lairkeeper.games.dc_forever.simulation.full import HANDLERS, NEVER, WITHIN
from lairkeeper.games.dc_forever.simulation.table import SeatedPlayer, lost_by_falls
from lairkeeper.simulation.acts import Intent, ReadsView
from lairkeeper.simulation.auto import simulated_match_of

from ..fresh import some
from .test_evil_league import Listening

OPTIONS: Final = {spec.name: spec for spec in specs(GAME.ruleset_type)}
CHANGED: Final = tuple(
    (name, value)
    for name, spec in OPTIONS.items()
    for value in ((not spec.default,) if spec.type == "bool" else spec.choices)
    if value != spec.default
)
"""Every option at every value but its default."""
FAILED: Final = (
    (402, 4, {}),  # a fallen character's Scheme was counted for the mate
    (955, 4, {}),
    (504, 4, {}),  # … and its damage asked of the mate
    (16465, 4, {}),
    (507, 4, {}),
    (406, 2, {}),
    (424, 2, {}),
    (1, 3, {"solo-side": "hero"}),
    (401, 2, {"opening": "first-game"}),
    (422, 2, {"scheme-citizens": "location"}),
    (438, 2, {"unaligned-claims": "all"}),
    (857313, 2, {"replace": "at-once", "swayed-again": "next", "next-cycle": "action", "idle": "refused"}),
)
LAYOUTS: Final = ("tap", "seats", "table")


def leaks(match: Listening) -> list[str]:
    """Return the hidden cards that a viewer is shown who must not know them."""
    found, own = [], match.evening.own()
    for viewer in (TABLE, *match.evening.header.seats):
        hidden = match.evening.unseen().union(*own.values()) - own.get(viewer, frozenset())
        shown = str(view_to_json(GAME.view(match.history.state, viewer)))
        found += [f"{viewer}: {card}" for card in hidden if f"'{card}'" in shown]
    return found


def play(players: int, seed: int, level: str, layout: str, rules: Mapping[str, Any]) -> Listening:
    """Play a whole evening: every act comes to what it meant, and in the end both agree."""
    match = Listening(simulated_match_of(GAME.id, players, seed, level, layout, rules))

    def look() -> View:
        return GAME.view(match.history.state, TABLE)

    if isinstance(match.evening, ReadsView):
        match.evening.watch(look)
    for n, act in enumerate(match.evening.acts()):
        came = match.act(act)
        assert came == (act.intent in (Intent.MOVE, Intent.JIGGLE)), f"act {n}: {act} {match.history.state.prompt}"
        assert n % 20 or leaks(match) == []
    assert match.evening.differences(look()) == []
    assert match.history.state.finished
    return match


@pytest.mark.parametrize(("seed", "players", "rules"), FAILED)
def test_a_seed_that_once_failed(seed: int, players: int, rules: Mapping[str, Any]) -> None:
    play(players, seed, "full", "seats", rules)


@pytest.mark.parametrize(("name", "value"), some(CHANGED, len(CHANGED) // 3))
def test_every_house_rule_alone(name: str, value: Any) -> None:
    """Each with another number of players and another layout; at level ``score`` too."""
    n = CHANGED.index((name, value))
    players = 2 if name == "opening" else 3 if name in ("solo-side", "total-of-four") else 2 + n % 3
    play(players, 600 + n, "full", LAYOUTS[n % 3], {name: value})
    play(players, 600 + n, "score", LAYOUTS[n % 3], {name: value})


def drawn(rng: Random, players: int) -> dict[str, Any]:
    """Every second option at any value."""
    values: dict[str, OptionSpec] = {name: spec for name, spec in OPTIONS.items() if rng.random() < 0.5}
    found = {
        name: rng.choice((True, False) if spec.type == "bool" else spec.choices or ()) for name, spec in values.items()
    }
    return without_idle(GAME.ruleset_type, found if players == 2 else {**found, "opening": "draft"})


@pytest.mark.parametrize("seed", some(range(700, 724), 8))
def test_many_house_rules_at_once(seed: int) -> None:
    rng, players = Random(seed), 2 + seed % 3
    play(players, seed, "full" if seed % 4 else "score", LAYOUTS[seed // 3 % 3], drawn(rng, players))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_every_house_rule_by_any_number_of_players_and_many_at_once() -> None:
    for n, (name, value) in enumerate(CHANGED):
        for players in (2,) if name == "opening" else (2, 3, 4):
            for level in GAME.levels:
                play(players, 5_000 + n, level, LAYOUTS[n % 3], {name: value})
    for seed in range(10_000, 10_300):
        players = 2 + seed % 3
        play(players, seed, "full" if seed % 4 else "score", LAYOUTS[seed // 3 % 3], drawn(Random(seed), players))


def test_every_question_is_answered_by_somebody() -> None:
    """No question of the game is left to a name that happens to exist."""
    asked = {spec.code for kind in GAME.frames.values() for spec in kind.prompts}
    groups = (set(HANDLERS), set(WITHIN), set(NEVER))
    assert not groups[0] & groups[1] and not groups[2] & (groups[0] | groups[1])
    assert asked == set().union(*groups)


def test_the_first_game_is_for_two() -> None:
    evening = simulated_match_of(GAME.id, 3, 1, "full", "tap", {"opening": "first-game"})
    begun = History.start(GAME, evening.header)
    assert isinstance(begun, Refused)
    assert begun.code == DC.FIRST_GAME_FOR_TWO


def seated(name: str, rogue: bool, team: int) -> SeatedPlayer:
    return SeatedPlayer(name, rogue, False, ["batman#1"] * team, [])


def test_both_sides_down_is_the_knock_out_first() -> None:
    """The order of the book: the last Hero down is looked at before the last Rogue."""
    players = (seated("Ana", True, 0), seated("Bo", False, 0))
    rules = {"total-of-four": "never"}
    assert lost_by_falls(players, False, (), rules)
    assert lost_by_falls(players, True, (), rules)


@pytest.mark.parametrize(
    ("rule", "pair", "alone"), [("three-players", True, False), ("all", True, True), ("never", False, False)]
)
def test_four_down_count_for_the_pair_of_three(rule: str, pair: bool, alone: bool) -> None:
    players = (seated("Ana", True, 1), seated("Bo", False, 1), seated("Cy", False, 1))
    heroes = ("batman#1", "aquaman#1", "cyborg#1", "zatanna#1")
    rogues = ("cheetah#1", "the-joker#1", "sinestro#1", "punchline#1")
    assert lost_by_falls(players, False, heroes, {"total-of-four": rule}) == pair
    assert lost_by_falls(players, True, rogues, {"total-of-four": rule}) == alone
    assert not lost_by_falls(players, False, heroes[:3], {"total-of-four": rule})
