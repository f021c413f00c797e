"""Whole matches by chance: two, three and four players, both levels, with own numbers and with house rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.catalog import CARDS_OF, LOCATION_KINDS, RESOURCE_KINDS, UNALIGNED_KINDS
from lairkeeper.games.dc_forever.proxy import proxy_values
from lairkeeper.games.dc_forever.refusals import DC
from lairkeeper.kit.driver import NAMES
from lairkeeper.simulation.auto import simulated_match_of

from ...fresh import SEED
from .matches import ended

PROXY = proxy_values(CARDS_OF, LOCATION_KINDS, UNALIGNED_KINDS, RESOURCE_KINDS)


@pytest.mark.parametrize("seed", range(SEED, SEED + 70))
def test_a_match_by_chance_ends(seed: int) -> None:
    assert ended(seed) > 1


@pytest.mark.covers("df-2")
def test_a_match_with_numbers_that_were_typed_keeps_them() -> None:
    typed = {**PROXY, "cheetah": {"recruit": 5, "health": 3, "attack": 4, "threaten": 2}}
    history = History.start(GAME, Header(GAME.id, NAMES[:2], "full", setup={"printed": typed}))
    assert isinstance(history, History)
    assert GAME.lookup(history.state, "numbers") == "printed"
    assert history.state.printed("cheetah#1")["health"] == 3


@pytest.mark.covers("df-4")
@pytest.mark.parametrize("left_out", ["renown", "cheetah", "cheetah-1", "arkham-asylum"])
def test_whatever_a_first_game_lacks_is_named(left_out: str) -> None:
    needed = {"renown": RESOURCE_KINDS, "arkham-asylum": ("valhalla-cemetery", "the-daily-planet", "arkham-asylum")}
    others = set(LOCATION_KINDS) if left_out == "arkham-asylum" else set()
    kept = {kind: values for kind, values in PROXY.items() if kind != left_out}
    kept = {kind: values for kind, values in kept.items() if kind not in others or kind in needed[left_out]}
    begun = History.start(GAME, Header(GAME.id, NAMES[:2], "full", {"opening": "first-game"}, {"printed": kept}))
    assert isinstance(begun, Refused)
    assert (begun.code, begun.args["card"], begun.args["have"] < begun.args["need"]) == (
        DC.NUMBERS_MISSING, left_out, True,
    )  # fmt: skip


@pytest.mark.denies("df-4")
@pytest.mark.parametrize("unaligned", ["none", ["harley-quinn#1"], None])
def test_a_match_with_nobody_unaligned_needs_no_numbers_for_them(unaligned: object) -> None:
    typed = {kind: values for kind, values in PROXY.items() if kind not in UNALIGNED_KINDS}
    setup = {"printed": typed} if unaligned is None else {"printed": typed, "unaligned": unaligned}
    begun = History.start(GAME, Header(GAME.id, NAMES[:2], "full", setup=setup))
    if unaligned == "none":
        assert isinstance(begun, History)
    else:
        assert isinstance(begun, Refused)
        assert (begun.code, begun.args["card"], begun.args["have"]) == (DC.NUMBERS_MISSING, UNALIGNED_KINDS[0], 0)


@pytest.mark.denies("df-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_deck_is_one_card_short(players: int) -> None:
    """Every deck has its size; with one starting card less there is no match by a set-up either."""
    for seed in range(4):
        state = simulated_match_of(GAME.id, players, seed, "full", "tap", {}).header
        assert isinstance(History.start(GAME, state), History)
        starter = state.setup[f"starters.{state.seats[0]}"][0].partition("#")[0]
        kind = next(kind for kind in CARDS_OF[starter] if PROXY[kind].get("starter"))
        short = {**PROXY, kind: {**PROXY[kind], "starter": False}}
        begun = History.start(GAME, replace(state, setup={**state.setup, "printed": short}))
        pair = players > 2 and state.ruleset.get("solo-side") is None and not _alone(state.seats)
        if pair:  # all cards of a pair's starting characters come, starting cards or not
            assert isinstance(begun, History)
        else:
            assert isinstance(begun, Refused)
            assert begun.code == DC.DECK_SIZE


def _alone(seats: tuple[str, ...]) -> bool:
    """Return True when the first seat plays alone."""
    return len(seats) == 3


@pytest.mark.denies("df-32")
@pytest.mark.parametrize(("rules", "code"), [({}, DC.NO_ICONS), ({"empower-with": "any"}, None)])
def test_a_card_without_icons_empowers_by_a_house_rule_alone(rules: dict[str, str], code: DC | None) -> None:
    typed = {**PROXY, "batman-3": {**PROXY["batman-3"], "icons": 0}}
    setup = {"printed": typed, "hand.Bo": ["batman-3#1"]}
    header = Header(GAME.id, NAMES[:2], "full", {"opening": "first-game", **rules}, setup)
    history = History.start(GAME, replace(header, seats=("Ana", "Bo")))
    assert isinstance(history, History)
    history.submit(Command(move="end-turn", by="Ana"))
    result = history.submit(Command(move="empower", by="Bo", card="batman-3#1", target="superman#1"))
    assert (result.code if isinstance(result, Refused) else None) == code
