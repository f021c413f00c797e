"""The turn clock and the pause: off until switched on, steady, without pauses, and they outlive a restart."""

from __future__ import annotations

import pytest

from lairkeeper.core.command import Command
from lairkeeper.games import all_games
from lairkeeper.kit.driver import play_match
from lairkeeper.store import Store, StoreError
from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.table import Clocks, Hub, Table
from lairkeeper.table.pace import CLOCK, PAUSED
from tests.web.test_ending import resumed


class Time:
    """Two clocks by hand: the wall clock may step, the steady one goes on."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000.0, 50.0

    @property
    def clocks(self) -> Clocks:
        return Clocks(lambda: self.wall, lambda: self.steady)

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def store() -> Store:
    return Store.open()


@pytest.fixture
def hub(store: Store, time: Time) -> Hub:
    hub = Hub(store, clocks=time.clocks)
    assert isinstance(hub.start("forever-evil", ("Ana", "Bo"), level="score"), Table)
    return hub


def table_of(hub: Hub) -> Table:
    assert hub.table is not None
    return hub.table


def gain(hub: Hub) -> None:
    table_of(hub).act(Command(move="gain", by="Ana", card="vp-1"), "page")


def end_turn(hub: Hub) -> None:
    table, prompt = table_of(hub), table_of(hub).view().prompt
    assert prompt is not None
    table.act(Command(move="end-turn", by=table.view().active, prompt=prompt.id), "page")


def test_both_are_off_and_the_turn_is_timed_nevertheless(hub: Hub, time: Time) -> None:
    assert (hub.pace.clock, hub.pace.paused) == (False, False)
    time.passes(30)
    hub.pace.switch(table_of(hub), CLOCK, True)
    assert (hub.pace.clock, hub.pace.whose, hub.pace.seconds) == (True, "Ana", 30)


def test_a_turn_begins_with_its_record_and_comes_back_with_an_undo(hub: Hub, time: Time) -> None:
    time.passes(40)
    gain(hub)
    assert hub.pace.seconds == 40, "a record within the turn begins no other"
    end_turn(hub)
    assert (hub.pace.whose, hub.pace.seconds) == ("Bo", 0)
    time.passes(5)
    table_of(hub).undo(1)
    assert (hub.pace.whose, hub.pace.seconds) == ("Ana", 40)
    table_of(hub).redo()
    assert (hub.pace.whose, hub.pace.seconds) == ("Bo", 5)


def test_a_step_of_the_wall_clock_changes_nothing(hub: Hub, time: Time) -> None:
    time.passes(10)
    time.wall -= 7200
    assert hub.pace.seconds == 10
    assert hub.pace.began == time.wall - 10


def test_a_pause_does_not_count_and_the_next_record_ends_it(hub: Hub, time: Time) -> None:
    time.passes(10)
    hub.pace.switch(table_of(hub), PAUSED, True)
    time.passes(600)
    assert (hub.pace.paused, hub.pace.seconds) == (True, 10)
    hub.pace.switch(table_of(hub), PAUSED, False)
    time.passes(3)
    assert hub.pace.seconds == 13
    hub.pace.switch(table_of(hub), PAUSED, True)
    time.passes(600)
    gain(hub)
    time.passes(2)
    assert (hub.pace.paused, hub.pace.seconds) == (False, 15)


def test_both_outlive_a_restart_and_the_journal_tells_what_the_turn_has_taken(
    hub: Hub, store: Store, time: Time
) -> None:
    end_turn(hub)
    hub.pace.switch(table_of(hub), CLOCK, True)
    time.passes(20)
    gain(hub)
    time.passes(4)
    hub.pace.switch(table_of(hub), PAUSED, True)
    time.passes(3600)
    again = Hub(store, clocks=time.clocks)
    again.resume(table_of(hub).match)
    again.pace.look(again.table)
    assert (again.pace.clock, again.pace.paused, again.pace.whose) == (True, True, "Bo")
    assert again.pace.seconds == 20, "up to the last record"
    gain(again)
    time.passes(1)
    assert (again.pace.paused, again.pace.seconds) == (False, 21)


def test_each_match_has_its_own(hub: Hub) -> None:
    first = table_of(hub).match
    hub.pace.switch(table_of(hub), CLOCK, True)
    assert isinstance(hub.start("forever-evil", ("Cy", "Di"), level="score"), Table)
    assert (hub.pace.clock, hub.pace.whose) == (False, "Cy")
    hub.resume(first)
    assert (hub.pace.clock, hub.pace.whose) == (True, "Ana")


def test_what_the_disk_refuses_is_not_switched(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(key: str, value: object) -> None:
        raise problem(StoreProblem.DISK_FULL, "lair.db")

    monkeypatch.setattr(hub.store.settings, "set", refuse)
    with pytest.raises(StoreError):
        hub.pace.switch(table_of(hub), CLOCK, True)
    assert not hub.pace.clock


def test_a_finished_match_has_no_turn(time: Time) -> None:
    game = all_games()["evil-101"]
    hub = Hub(Store.open(), clocks=time.clocks)
    resumed(hub, play_match(game, 7, level="score", players=2, ruleset={}).history)
    table = table_of(hub)
    hub.pace.switch(table, CLOCK, True)
    assert (hub.pace.whose, hub.pace.seconds) == (None, 0)
