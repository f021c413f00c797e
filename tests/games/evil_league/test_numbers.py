"""A match with the owner's own numbers: other Parts, another weapon, effects that nobody typed."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.catalog import PRINTED
from lairkeeper.games.evil_league.parts import complete, slots

SEATS = ("Ana", "Bo", "Cy")
OWN: dict[str, Any] = {
    **{f"scheme-{n}": {"difficulty": n, "rewards": "reputation 1, power 1"} for n in range(2, 13)},
    "part-1": {"copies": 40, "slots": 2, "name": "Cog"},
    "part-5": {"copies": 20, "slots": 1},
    "loot-9": {"copies": 42},
}


def begun(**setup: Any) -> History | Refused:
    given = {"printed": OWN, "phase": "actions", **{f"place.{seat}": "scrap-heap" for seat in SEATS}, **setup}
    return History.start(GAME, Header(GAME.id, SEATS, "full", setup=given))


def test_what_is_typed_makes_the_box() -> None:
    history = begun()
    assert isinstance(history, History)
    state = history.state
    assert slots(state) == {"part-1": 2, "part-5": 1}
    assert GAME.lookup(state, "numbers") == "printed"
    assert GAME.lookup(state, "bag") == 60 - 6 - 6
    assert state.printed("scheme-7#1")["difficulty"] == 7
    assert state.printed("scheme-1#1")["difficulty"] == 4, "The Troll Toll is public"


@pytest.mark.covers("el-34", "el-35")
def test_another_weapon_is_complete_with_other_parts() -> None:
    history = begun(**{"weapon.Ana": ["part-1#1", "part-1#2"], "spare.Ana": ["part-5#1"]})
    assert isinstance(history, History)
    assert not complete(history.state, "Ana")
    whole = begun(**{"weapon.Ana": ["part-1#1", "part-1#2", "part-5#1"], "reputation.Ana": 9})
    assert isinstance(whole, History)
    assert isinstance(whole.submit(Command(move="fight", by="Ana")), Accepted)


def test_an_effect_that_nobody_typed_is_resolved_by_hand() -> None:
    history = begun(**{"hand.Ana": ["loot-9#1"], "reputation.Ana": 9})
    assert isinstance(history, History)
    assert isinstance(history.submit(Command(move="play", by="Ana", card="loot-9#1")), Accepted)
    assert history.state.prompt is not None
    assert history.state.prompt.code == "by-hand"
    assert isinstance(history.submit(Command(move="do", by="Ana", option="power", amount=2)), Accepted)
    assert isinstance(history.submit(Command(move="done", by="Ana")), Accepted)
    assert GAME.lookup(history.state, "power.Ana") == 4
    assert history.state.active != "Ana"


@pytest.mark.parametrize("missing", ["scheme-5", "part-1", "loot-9"])
def test_a_box_with_a_gap_is_refused_and_says_which_card(missing: str) -> None:
    less = {kind: values for kind, values in OWN.items() if not kind.startswith(missing.partition("-")[0])}
    if missing == "scheme-5":
        less |= {kind: values for kind, values in OWN.items() if kind.startswith("scheme-") and kind != missing}
    result = begun(printed=less)
    assert isinstance(result, Refused)
    assert result.code == "numbers-missing"
    assert str(result.args["card"]).partition("-")[0] == missing.partition("-")[0]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("scheme-2", {"difficulty": 61, "rewards": "power 1"}),
        ("scheme-2", {"difficulty": 3, "rewards": "fame 1"}),
        ("loot-1", {"copies": 2, "effect": "fly 1"}),
        ("part-1", {"copies": 15}),
        ("villain-1", {"age": 0}),
        ("captain-hammer", {"age": 40}),
    ],
)
def test_what_cannot_be_printed_is_refused(kind: str, values: dict[str, Any]) -> None:
    result = begun(printed={**OWN, kind: values})
    assert isinstance(result, Refused)
    assert result.code == "bad-printed"


def test_the_proxy_set_is_as_whole_as_the_box() -> None:
    proxy = {**PRINTED.known, **PRINTED.proxy}
    heads = ("part", "loot")
    count = {head: sum(each["copies"] for kind, each in proxy.items() if kind.startswith(head)) for head in heads}
    assert count == {"part": 60, "loot": 42}
    assert sum(kind.startswith("scheme") for kind in proxy) == 12
    assert sorted(each["age"] for kind, each in proxy.items() if kind.startswith("villain")) == [
        19, 24, 28, 31, 31, 37, 42, 50, 58, 66,
    ]  # fmt: skip
