"""Whole matches by chance over all numbers of players and levels; with own numbers; with players who buy for ever."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.purse import worth
from lairkeeper.core.result import Refused
from lairkeeper.games.evil_101 import GAME
from lairkeeper.kit.driver import NAMES, Recording, choose, offers

from ...fresh import SEED
from .matches import ended

OWN = {
    "plot-1": {"points": 4, "symbols": ["anvil"], "copies": 20},
    "plot-2": {"points": 2, "symbols": ["anvil", "wasp"], "copies": 15},
    "target-1": {"symbols": [["anvil", 2], ["wasp", 5]], "copies": 9},
    "agent-1": {"symbols": ["anvil"], "copies": 9},
    "agent-2": {"symbols": ["wasp"], "copies": 9},
    "chase-car": {"copies": 3},
}


@pytest.mark.parametrize("seed", range(SEED, SEED + 25))
def test_a_match_by_chance_ends(seed: int) -> None:
    assert ended(seed) > 1


@pytest.mark.parametrize("level", GAME.levels)
def test_a_match_with_numbers_that_were_typed(level: str) -> None:
    header = Header(GAME.id, NAMES[:3], level, setup={"printed": OWN})
    history = History.start(GAME, header)
    assert isinstance(history, History), history
    assert GAME.lookup(history.state, "numbers") == "printed"
    recording = Recording(GAME, 5, history)
    rng = Random(5)
    for _ in range(2_000):
        if history.state.finished:
            break
        command = choose(rng, [each.command for each in offers(GAME, history.state) if each.refusal is None])
        assert command is not None
        assert not isinstance(history.submit(command), Refused)
    assert recording.history.state.finished
    paid = {name: n for name, n in history.state.counters.items() if name.startswith("symbols.")}
    assert sum(paid.values()) > 0


@pytest.mark.covers("e1-40", "e1-48", "e1-76")
def test_players_who_buy_for_ever_are_stopped_by_the_deck() -> None:
    """With every point spent at once nobody would reach 20; the Chase deck runs out first."""
    history = History.start(GAME, Header(GAME.id, NAMES[:4], "full", setup={"purse.Ana": 12, "purse.Bo": 10}))
    assert isinstance(history, History)
    rng = Random(1)
    bought = 0
    for _ in range(1_500):
        if history.state.finished:
            break
        allowed = [each.command for each in offers(GAME, history.state) if each.refusal is None]
        allowed = [each for each in allowed if each.move not in {"adjust", "set-level", "chase"}]
        buying = [each for each in allowed if each.move == "buy"]
        command = buying[0] if buying else choose(rng, allowed)
        assert command is not None
        result = history.submit(command)
        assert not isinstance(result, Refused), result
        bought += command.move == "buy"
    assert bought == 12, "every Chase card is held, and nobody can buy more"
    assert history.state.finished
    assert sum(history.state.size(f"chase.{seat}") for seat in history.state.seats) == 12


def test_a_card_without_numbers_is_not_in_the_match() -> None:
    header = Header(GAME.id, NAMES[:3], "score", setup={"printed": OWN})
    history = History.start(GAME, header)
    assert isinstance(history, History)
    refused = history.submit(Command(move="collect", by="Bo", card="plot-3", target="target-1"))
    assert isinstance(refused, Refused)
    assert (refused.code, dict(refused.args)) == ("no-numbers", {"card": "plot-3"})


def test_an_old_match_keeps_its_numbers() -> None:
    header = Header(GAME.id, NAMES[:3], "score", setup={"printed": OWN})
    history = History.start(GAME, header)
    assert isinstance(history, History)
    history.submit(Command(move="collect", by="Bo", card="plot-2", target="target-1"))
    edited = {**OWN, "plot-2": {"points": 9, "symbols": ["wasp"], "copies": 15}}
    again = History.replay(GAME, replace(header, setup={"printed": edited}), history.records)
    assert isinstance(again, History)
    assert worth(again.state, "Bo") == 9, "2 + 5 + 2, as it was printed then"


@pytest.mark.covers("e1-70")
@pytest.mark.denies("e1-70")
def test_the_breakdown_says_where_every_point_came_from() -> None:
    history = History.start(GAME, Header(GAME.id, NAMES[:3], "score", setup={"purse.Bo": 7, "handler": "Cy"}))
    assert isinstance(history, History)
    for command in (
        Command(move="collect", by="Ana", card="plot-6", target="target-1"),
        Command(move="pass", by="Bo"),
        Command(move="buy", by="Bo"),
        Command(move="buy", by="Bo"),
        Command(move="adjust", by="Bo", amount=-1),
    ):
        assert not isinstance(history.submit(command), Refused), command
    board = {each.seat: each for each in GAME.score(history.state, "table").seats}
    assert [(line.code, line.points) for line in board["Ana"].lines] == [("own", 2), ("symbols", 4)]
    assert [(line.code, line.points) for line in board["Bo"].lines] == [
        ("own", 0),
        ("symbols", 0),
        ("bought", -4),
        ("corrected", 6),
    ]
    assert [each.low for each in board.values()] == [6, 2, 0]
