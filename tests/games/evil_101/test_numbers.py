"""Which printed numbers a match needs: enough of each of the four decks, at every level and however it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.games.evil_101 import GAME, setup
from lairkeeper.i18n import LANGUAGES, Texts, shared_texts
from lairkeeper.kit.driver import NAMES
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table

from ...web.conftest import client_for
from ...web.situations import hub_of

VALUES: Mapping[str, Mapping[str, Any]] = {
    "plot": {"points": 2, "symbols": ["disc"]},
    "target": {"symbols": [["disc", 3]]},
    "agent": {"symbols": ["disc"]},
    "chase": {},
}


def kind_of_sort(sort: str) -> str:
    return "chase-car" if sort == "chase" else f"{sort}-1"


def typed(players: int, **fewer: int) -> dict[str, dict[str, Any]]:
    """Return the fewest cards for so many players, less some of a sort; leave out a sort without cards."""
    enough = {"plot": 5 * players, "target": players, "agent": 7, "chase": 1}
    copies = {sort: n - fewer.get(sort, 0) for sort, n in enough.items()}
    return {kind_of_sort(sort): {**VALUES[sort], "copies": n} for sort, n in copies.items() if n}


def begun(players: int, level: str, printed: Mapping[str, Any], **setup: Any) -> History | Refused:
    return History.start(GAME, Header(GAME.id, NAMES[:players], level, setup={"printed": printed, **setup}))


@pytest.mark.covers("e1-1", "e1-49")
@pytest.mark.denies("e1-49")
@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("sort", VALUES)
def test_one_card_too_few_of_any_deck_is_refused_and_named(level: str, players: int, sort: str) -> None:
    assert isinstance(begun(players, level, typed(players)), History)
    refused = begun(players, level, typed(players, **{sort: 1}))
    assert isinstance(refused, Refused)
    have = {"plot": 5 * players, "target": players, "agent": 7, "chase": 1}[sort] - 1
    assert (refused.code, refused.cite) == ("numbers-missing", "setup")
    assert (refused.args["have"], refused.args["need"]) == (have, have + 1)
    assert str(refused.args["card"]).startswith(sort)


@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize("sort", VALUES)
def test_numbers_of_one_kind_of_card_only_are_refused_in_one_sentence(level: str, sort: str) -> None:
    only = {kind_of_sort(sort): {**VALUES[sort], "copies": 40}}
    for printed in (only, {}):
        refused = begun(3, level, printed, **{"purse.Ana": 3})
        assert isinstance(refused, Refused)
        for lang, where in zip(LANGUAGES, ("Tags, Printed numbers", "Étiquettes, Nombres imprimés"), strict=True):
            texts = Texts.load(lang, shared_texts(), GAME.texts_dir)
            said = texts.say(f"refusal.{refused.code}", refused.args)
            assert where in said
            assert "{" not in said


def test_numbers_kept_for_the_next_match_are_looked_at_when_it_begins() -> None:
    """Begin as *New match*, serve and demo do: with whatever was typed."""
    store = Store.open()
    hub = Hub(store, clocks=Clocks(lambda: 1.0, lambda: 1.0), games={GAME.id: GAME})
    assert hub.pieces.set_numbers(GAME.id, "plot-1", {"points": "2", "symbols": "disc", "copies": "40"}) is None
    for proxy in (None, False):
        refused = hub.start(GAME.id, NAMES[:3], proxy=proxy)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.args["card"]) == ("numbers-missing", "target-1")
    assert hub.table is None
    assert isinstance(hub.start(GAME.id, NAMES[:3], proxy=True), Table)
    store.close()


@pytest.mark.parametrize("level", GAME.levels)
def test_the_page_new_match_says_what_is_missing(level: str) -> None:
    hub = hub_of()
    assert hub.pieces.set_numbers(GAME.id, "plot-1", {"points": "2", "symbols": "disc", "copies": "40"}) is None
    page = client_for(hub).begin(*NAMES[:3], game=GAME.id, level=level, numbers="own")
    assert page.status_code == 422
    assert "Too few cards have printed numbers: 0 of 3." in page.text
    assert "Type Target 1 and others like it" in page.text
    assert hub.table is None


def test_a_match_that_began_with_too_few_stays_at_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of an earlier version: its log goes on, and what its cards are too few for is refused."""

    def enough(state: State) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(setup, "numbers_missing", enough)
        history = begun(3, "score", typed(3, target=1))
    assert isinstance(history, History)
    refused = history.submit(Command(move="set-level", option="full"))
    assert isinstance(refused, Refused)
    assert refused.code == "numbers-missing"
    again = History.replay(GAME, replace(history.header), history.records)
    assert isinstance(again, History)


@pytest.mark.parametrize("printed", [None, typed(3)])
@pytest.mark.parametrize("value", [0, -1, True, "two", 99])
def test_a_set_up_without_a_target_or_with_more_than_there_are_is_refused(printed: Any, value: Any) -> None:
    numbers = {} if printed is None else {"printed": printed}
    refused = History.start(GAME, Header(GAME.id, NAMES[:3], setup={"target-deck": value, **numbers}))
    assert isinstance(refused, Refused)
    assert refused.code == "bad-value"
