"""Good Guys against Bad Guys by chance: an even number of players, every house rule of teams, nobody holds an enemy."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.ruleset import specs
from lairkeeper.core.state import State
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.places import followed, known_cards
from lairkeeper.games.forever_evil.team import BANNED, GOOD, never_held, pay, side, side_of
from lairkeeper.kit.checks import CHECKS
from lairkeeper.kit.driver import Recording, play_match, random_rules

SEEDS = range(2)


LAWS = (
    "1 cards conserved",
    "2 tokens conserved",
    "5 offers are decisions",
    "9 undo is the prefix",
    "11 secrets do not show",
    "11 logs do not tell",
)


def match(seed: int, level: str) -> Recording:
    rules = random_rules(GAME, Random(seed)) | {"variant": "teams"}
    rules |= {"super-villains": "free", "super-heroes": 8}
    for spec in specs(GAME.ruleset_type):
        if spec.name.startswith(("team-", "sides")):
            rules[spec.name] = spec.choices[seed % len(spec.choices)]
    if rules["team-tokens"] == "none":
        rules["team-passed"] = "none"  # the two others do not go together
    return play_match(GAME, seed, level=level, players=(2, 4)[seed % 2], ruleset=rules)


def forced(recording: Recording) -> bool:
    """Return True when the table has insisted on anything: then even this can be."""
    return any(record.command and record.command.force for record in recording.history.records)


def seen_passes(recording: Recording) -> int:
    """Return the number of states before a card was passed face down: then nobody can tell what arrived."""
    moves = [record.command.move if record.command else "" for record in recording.history.live]
    return moves.index("pass-unseen") - 1 if "pass-unseen" in moves else len(moves)


def held(state: State) -> list[tuple[str, str]]:
    return [(seat, card) for seat in state.seats for card in known_cards(state, seat) if never_held(state, seat, card)]


@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_match_of_teams(seed: int, level: str) -> None:
    recording = match(seed, level)
    assert not forced(recording)
    seen = seen_passes(recording)
    for n, state in enumerate(recording.states):
        assert n > seen or held(state) == []
        if followed(state):
            unseen = Counter(kind_of(card) for pool in state.pools.values() for card in pool.contents)
            assert not BANNED & (unseen.keys() | {kind_of(card) for card in state.where})
    for name in LAWS:
        assert CHECKS[name](recording) is None, name
    state = recording.history.state
    board = GAME.score(state, TABLE)
    if state.rules.team_score != "single":
        (first, second) = board.teams
        assert {first.code, second.code} == {"good-guys", "bad-guys"}
        assert set(board.winners) in ({*first.seats}, {*second.seats}, {*state.seats})
        ranks = {seat.seat: seat.rank for seat in board.seats}
        assert all(ranks[seat] == ranks[mate] for seat in state.seats for mate in side(state, seat))


@pytest.mark.covers("fe-131")
@pytest.mark.denies("fe-131")
def test_points_below_zero_take_tokens_and_never_more_than_there_are() -> None:
    from lairkeeper.core.work import Work

    def after(tokens: int, points: int) -> int:
        recording = play_match(GAME, 0, level="score", players=2, ruleset={"variant": "teams"}, bound=4_000)
        state = recording.history.state_at(len(recording.history.live) - 1)
        work = Work(state, (1, 5, 10))
        if tokens:
            work.pay("bank", "Ana", tokens)
        pay(work, "Ana", points)
        return sum(value * n for value, n in work.state.purses["Ana"].items())

    assert (after(3, -1), after(0, -1), after(0, 2)) == (2, 0, 2)


def test_sides_alternate_whoever_is_named_first() -> None:
    for rules in ({}, {"sides": "good-first"}):
        state: Any = play_match(GAME, 0, level="score", players=4, ruleset={"variant": "teams", **rules}).history.state
        sides = [side_of(state, seat) for seat in state.seats]
        assert sides[0] == sides[2] != sides[1] == sides[3]
        assert (sides[0] == GOOD) == bool(rules)


def test_the_placeholder_of_another_set_claims_no_facts() -> None:
    facts = CATALOG.get("stack-villain")
    assert (facts.cost, facts.vp, facts.copies, facts.in_deck) == (None, None, 5, False)
