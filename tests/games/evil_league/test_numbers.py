"""A match with the owner's own numbers: other Parts, another weapon, effects that nobody typed."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.cards import PRINTED
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
    assert result.args["have"] < result.args["need"]


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


HALF: list[tuple[dict[str, Any], str, str, int, int]] = [
    ({"scheme-5": None}, "numbers-missing", "scheme-5", 11, 12),
    ({"part-5": None}, "numbers-missing", "part-2", 40, 60),
    ({"part-1": {"copies": 41, "slots": 2}}, "numbers-missing", "part-2", 61, 60),
    ({"loot-9": {"copies": 41}}, "numbers-missing", "loot-1", 41, 42),
    ({"loot-1": {"copies": 1}}, "numbers-missing", "loot-2", 43, 42),
    ({"part-1": {"copies": 40, "slots": 0}, "part-5": {"copies": 20, "slots": 0}}, "no-weapon", "part-1", 0, 0),
    ({"part-5": {"copies": 20, "slots": 20}, "part-1": {"copies": 40, "slots": 20}}, "", "", 0, 0),
    ({"part-5": {"copies": 1, "slots": 2}, "part-2": {"copies": 19, "slots": 0}}, "no-weapon", "part-5", 0, 0),
]


def changed(change: dict[str, Any]) -> dict[str, Any]:
    return {kind: values for kind, values in {**OWN, **change}.items() if values is not None}


@pytest.mark.parametrize(("change", "code", "card", "have", "need"), HALF)
def test_half_typed_numbers_begin_no_match_and_are_not_played_on_with(
    change: dict[str, Any], code: str, card: str, have: int, need: int
) -> None:
    """With its taps, in the middle, and from ``score``: the same sentence; at ``score`` no Scheme is needed."""
    for setup in ({}, {"phase": "move"}):
        begun = History.start(GAME, Header(GAME.id, SEATS, "full", setup={"printed": changed(change), **setup}))
        assert isinstance(begun, Refused) == bool(code)
        if isinstance(begun, Refused):
            assert (begun.code, begun.args["card"]) == (code, card)
            assert (begun.args.get("have", 0), begun.args.get("need", 0)) == (have, need)
    fewer = History.start(GAME, Header(GAME.id, SEATS, "score", setup={"printed": changed(change)}))
    assert isinstance(fewer, History)
    more = fewer.submit(Command(move="set-level", option="full"))
    assert (more.code if isinstance(more, Refused) else "") == code


@pytest.mark.denies("el-2")
def test_ages_that_are_half_typed_put_nobody_on_start() -> None:
    villains = {f"villain.{seat}": f"villain-{n}" for n, seat in enumerate(SEATS, 1)}
    known = {**OWN, "villain-2": {"age": 70}, "villain-3": {"age": 50}}
    setup = {**villains, "printed": known}
    refused = History.start(GAME, Header(GAME.id, SEATS, "score", setup=setup))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.cite, dict(refused.args)) == (
        "numbers-missing", "start", {"card": "villain-1", "have": 2, "need": 3},
    )  # fmt: skip
    whole = History.start(
        GAME, Header(GAME.id, SEATS, "score", setup={**setup, "printed": {**known, "villain-1": {"age": 60}}})
    )
    assert isinstance(whole, History)
    assert GAME.lookup(whole.state, "order") == ["Bo", "Ana", "Cy"]
    none = History.start(GAME, Header(GAME.id, SEATS, "score", setup={**villains, "printed": OWN}))
    assert isinstance(none, History)
    assert GAME.lookup(none.state, "order") == ["Ana", "Bo", "Cy"]


@pytest.mark.denies("el-57")
def test_a_scheme_of_difficulty_nothing_is_not_completed_by_nobody() -> None:
    own = {**OWN, **{f"scheme-{n}": {"difficulty": 0, "rewards": "power 1"} for n in range(2, 13)}}
    places = {"place.Ana": "exchange", "place.Bo": "lair", "place.Cy": "lair"}
    history = begun(printed=own, **{"phase": "schemes", "hammer": "scrap-heap", "power.Ana": 0, **places})
    assert isinstance(history, History)
    assert GAME.lookup(history.state, "active") == "Ana"
    assert isinstance(history.submit(Command(move="reward", by="Ana", option="power-1")), Accepted)
    assert GAME.lookup(history.state, "schemes-out") == ["scheme-2#1"]


@pytest.mark.covers("el-53")
@pytest.mark.parametrize(("allowed", "after"), [(True, 11), (False, 9)])
def test_a_card_gives_reputation_unless_the_house_says_no(allowed: bool, after: int) -> None:
    own = {**OWN, "loot-9": {"copies": 42, "effect": "reputation 2"}}
    places = {f"place.{seat}": "lair" for seat in SEATS}
    setup = {"printed": own, "phase": "actions", "hand.Ana": ["loot-9#1"], "reputation.Ana": 9, **places}
    header = Header(GAME.id, SEATS, "full", ruleset={"card-reputation": allowed}, setup=setup)
    history = History.start(GAME, header)
    assert isinstance(history, History)
    assert isinstance(history.submit(Command(move="play", by="Ana", card="loot-9#1")), Accepted)
    assert GAME.lookup(history.state, "reputation.Ana") == after
    assert GAME.lookup(history.state, "active") == "Bo"
