"""Simulated tables of Forever Evil by house rules that nobody chose: each value alone, and fresh combinations."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from random import Random
from typing import Any

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import specs
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.simulation.house import ON_RECORD, House
from lairkeeper.simulation.auto import simulated_match_of
from lairkeeper.simulation.plan import Filters, plan
from lairkeeper.simulation.readers import LAYOUTS
from lairkeeper.store import Store
from lairkeeper.table import Hub

from ..fresh import SEED
from .fresh_tables import alone
from .listening import Listening

RULES = specs(GAME.ruleset_type)
OF_TEAMS = [spec.name for spec in RULES if spec.name.startswith("team-") or spec.name == "sides"]
"""Options that are refused where everybody plays alone."""


def play(seed: int, level: str, players: int, layout: str, rules: Mapping[str, Any]) -> None:
    """One match; every tap came to what it meant, nobody saw what they must not, and both counts agree."""
    match = Listening(simulated_match_of(GAME.id, players, seed, level, layout, rules))
    try:
        match.play()
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {level}, {players} players, {layout}, {dict(rules)}: {error}") from error


@pytest.mark.parametrize(("level", "n"), [("score", 3), ("deck", 2), ("full", 2)])
def test_fresh_matches_are_clean(level: str, n: int) -> None:
    print(f"first seed: {SEED}")
    for case in plan(n, SEED, Filters(GAME.id, level)):
        play(case.seed, level, case.players, case.layout, case.rules)


@pytest.mark.parametrize(
    ("seed", "level", "players", "layout", "rules"),
    [
        (625043, "full", 3, "seats", {}),
        (329468, "full", 4, "seats", {"main-deck": 109}),
        (
            174929, "deck", 2, "tap",
            {
                "main-deck": 111, "vulnerability": -1, "frozen-tokens": 99, "trigger-order": "as-they-come",
                "location-bonus": "once-a-turn", "gangs": "in-play", "count-tokens": False, "starred-vp": 7,
                "super-villains": "two-dealt",
            },
        ),
        (
            923629, "full", 5, "seats",
            {
                "edition": "fr", "vp-tokens": "none", "vulnerability": -1, "emperor-penguin-clean-up": True,
                "tie": "last-in-turn-order", "frozen-tokens": "none", "first-appearance": "from-next-turn",
                "nothing-to-lose": "is-not-hit", "gang-texts": "one", "element-woman": "everywhere",
                "stolen-vp": "is-no-gain", "location-bonus": "once-a-turn", "gang-pays": "earlier-ones",
                "element-woman-discards": "is-enough", "man-bat-serum": "is-destroyed", "count-tokens": False,
                "starred-vp": 2,
            },
        ),
    ],
    ids=["text of a text", "a card nobody has on record", "two Phantom Strangers", "last card of a deck"],
)  # fmt: skip
def test_seeds_that_were_not_clean_once(
    seed: int, level: str, players: int, layout: str, rules: Mapping[str, Any]
) -> None:
    """Phantom Stranger, below Firestorm, found an empty discard pile: the next text's question was taken for his.

    The 109 cards have one among them that nobody has on record. Of the 111 one was a second Phantom Stranger, whose
    points stood in the first one's line. The last card of a deck needs no tap below Firestorm, but it was a Mallet, and
    the question of its text, for the next card, was taken for Firestorm's.
    """
    play(seed, level, players, layout, rules)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("level", GAME.levels)
def test_a_hundred_fresh_matches_are_clean(level: str) -> None:
    print(f"first seed: {SEED}")
    for case in plan(100, SEED, Filters(GAME.id, level)):
        play(case.seed, level, case.players, case.layout, case.rules)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize(("name", "value"), list(alone(RULES)))
def test_every_house_rule_is_played_alone(level: str, name: str, value: Any) -> None:
    teams = name in OF_TEAMS or name == "variant"
    rules = {name: value} | ({"variant": "teams"} if teams else {})
    # The base set has seven Super-Villains: two for each of five players are refused.
    numbers = (2, 4) if teams else (2, 3) if value == "two-dealt" else (2, 3, 5)
    for n, layout in zip(numbers, cycle(LAYOUTS), strict=False):
        play(SEED + n, level, n, layout, rules)


@pytest.mark.parametrize("name", OF_TEAMS)
def test_rules_of_teams_are_refused_where_everybody_plays_alone(name: str) -> None:
    for _, value in alone(spec for spec in RULES if spec.name == name):
        begun = History.start(GAME, Header(GAME.id, ("Ana", "Bo"), "full", {name: value}))
        assert isinstance(begun, Refused)
        assert (begun.code, begun.args) == ("idle-option", {"option": name, "needs": "variant=teams"})


@pytest.mark.parametrize("n", [107, 111])
def test_a_larger_main_deck_has_a_tag_for_every_card(n: int) -> None:
    more = House({"main-deck": n}).more_cards(["catwoman", "mallet"], Random(SEED))
    assert len(more) == len(set(more)) == n - ON_RECORD
    hub = Hub(Store.open())
    assert hub.enrol_demo_set(GAME.id)
    assert hub.enrol_demo_set(GAME.id, more) == len(more)
    assert hub.enrol_demo_set(GAME.id, more) == 0
    assert all(hub.registry.tag_of(GAME.id, card) for card in more)
