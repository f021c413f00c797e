"""The wall clock of the computer is set at any moment, also while the app is started again: nothing else changes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from lairkeeper.board import BoardEvent
from lairkeeper.scans.explain import ARMED_FOR, ON_THE_WAY
from lairkeeper.store import InboxRow
from lairkeeper.table import Clocks

from ..fresh import SEED, some
from .desk import EPOCH, Desk

STEPS = (60.0, 3 * 86_400.0, -30.0, -7_200.0)
"""Seconds by which a computer without a clock battery finds its clock wrong."""
WHATS = (
    "coin-1",
    "coin-5",
    "coin-5#2",
    "seat-1",
    "seat-2",
    "seat-3",
    "verb-undo",
    "verb-end-turn",
    "apple#1",
    "bread#1",
)
ZONES = ("tap", "tap", "tap", "seat-1", "seat-2")
MATCHES = 60


class Player:
    """The same taps for the same seed; ``sets`` also sets the clock, at moments that change nothing else."""

    def __init__(self, path: Path, seed: int, *, sets: bool) -> None:
        self.desk = Desk(path)
        self.rng = Random(seed)
        self.clock = Random(f"clock {seed}")
        self.sets = sets
        self.set = 0

    def play(self, taps: int = 40) -> dict[str, Any]:
        for _ in range(taps):
            if self.rng.random() < 0.08:
                self.started_again()
            self.tap(self.rng.choice(WHATS), self.rng.choice(ZONES))
            self.wait(self.rng.choice((0.02, 0.4, 1.0, 3.0, 7.4, 7.9, 9.0)))
        self.wait(20)
        desk = self.desk
        return {
            "scores": desk.scores,
            "log": [(record.kind, record.command) for record in desk.table.history.records],
            "verdicts": desk.told,
            "questions": [(each.id, each.code, each.options) for each in desk.table.questions],
            "outcomes": [(row.id, row.outcome) for row in desk.store.inbox.after(0)],
        }

    def tap(self, what: str, zone: str) -> None:
        self.desk.receive(self.desk.event(what, zone))
        self.wait(0.3)
        self.desk.receive(self.desk.event(what, zone, "-"))
        self.wait(0.1)

    def started_again(self) -> None:
        """Crash the app while people tap on; the board keeps the taps for the next run of the app."""
        kept: list[tuple[float, BoardEvent]] = []
        for _ in range(self.rng.randint(0, 2)):
            what, zone = self.rng.choice(WHATS), self.rng.choice(ZONES)
            for kind in "+-":
                kept.append((self.desk.now, self.desk.event(what, zone, kind)))
                self.step()
                self.desk.now += self.rng.choice((0.4, 0.7))
        self.desk.now += 0.5
        self.step()
        self.desk.crash()
        self.wait(self.rng.choice((0.0, 0.3)))
        now, clocks = self.desk.now, self.desk.clocks
        late = [
            replace_times(event, clocks.wall() - (now - moment), clocks.steady() - (now - moment))
            for moment, event in kept
        ]
        self.desk.receive(*late)
        self.wait(0.1)

    def wait(self, seconds: float) -> None:
        """Let time pass in pieces, as the timer of the hub would."""
        end = self.desk.now + seconds
        while (left := end - self.desk.now) > 0:
            self.step()
            self.desk.wait(min(left, 0.25))

    def step(self) -> None:
        if self.clock.random() < 0.03:
            by = self.clock.choice(STEPS)
            if self.sets:
                self.desk.set_by += by
                self.set += 1


def replace_times(event: BoardEvent, at: float, steady: float) -> BoardEvent:
    return BoardEvent(event.device, event.boot, event.seq, event.ms, at, event.kind, event.zone, event.data, steady)


@pytest.mark.parametrize("n", some(range(MATCHES // 10), 3))
def test_a_random_match_is_the_same_however_the_wall_clock_is_set(tmp_path: Path, n: int) -> None:
    for seed in range(SEED + 10 * n, SEED + 10 * n + 10):
        once = Player(tmp_path / f"{seed}-calm.db", seed, sets=False).play()
        again = Player(tmp_path / f"{seed}-set.db", seed, sets=True)
        assert again.play() == once, f"match {seed} with the clock set {again.set} times"
        assert again.set > 5


@pytest.mark.parametrize("by", STEPS)
def test_words_keep_their_eight_seconds(by: float) -> None:
    desk = Desk()
    desk.tap("seat-3")
    desk.set_by += by
    desk.tap("coin-5")
    assert desk.scores == {"Ana": 0, "Bo": 0, "Cy": 5}
    desk.tap("seat-3")
    desk.set_by += by
    desk.wait(ARMED_FOR + ON_THE_WAY)
    assert desk.table.armed == ()
    assert desk.tap("coin-5").scores == {"Ana": 5, "Bo": 0, "Cy": 5}


@pytest.mark.parametrize("by", STEPS)
@pytest.mark.parametrize(("away", "who"), [(6.0, "Cy"), (7.8, "Ana")])
def test_a_sentence_goes_on_over_a_restart_by_the_clock_of_the_board(
    tmp_path: Path, by: float, away: float, who: str
) -> None:
    desk = Desk(tmp_path / "lair.db")
    desk.tap("seat-3")
    desk.now += away
    desk.set_by += by
    desk.crash().tap("coin-5")
    assert desk.scores[who] == 5


@pytest.mark.parametrize("by", STEPS)
def test_what_was_tapped_while_the_app_was_away_comes_after_what_it_had_heard(tmp_path: Path, by: float) -> None:
    desk = Desk(tmp_path / "lair.db")
    desk.tap("seat-3")
    moment, event = desk.now, desk.event("coin-5")
    desk.now += 5
    desk.set_by += by
    desk.crash().wait(0.5)
    age = desk.now - moment
    desk.receive(replace_times(event, desk.clocks.wall() - age, desk.clocks.steady() - age))
    desk.wait(0.1)
    assert desk.scores["Cy"] == 5


def test_a_scan_is_dated_by_the_wall_and_timed_by_the_steady_clock() -> None:
    desk = Desk()
    desk.tap("coin-5")
    desk.set_by += 60
    desk.tap("coin-5")
    first, second = (row.event for row in desk.store.inbox.after(0) if row.event.kind == "+")
    assert second.at - first.at == pytest.approx(61)
    assert desk.table.last_scan is not None
    assert desk.table.last_scan.at == second.at > EPOCH
    assert desk.table.log()[0].at > EPOCH


def row(id: int, at: float, ms: int, boot: str = "x", device: str = "b1") -> InboxRow:
    return InboxRow(id, BoardEvent(device, boot, id, ms, at, "+", "tap", ("04AA",)))


def test_left_over_rows_are_as_far_apart_as_the_board_says() -> None:
    clocks = Clocks(lambda: 0.0, lambda: 100.0)
    found = clocks.left_over([row(1, 5.0, 1_000), row(2, 9_005.0, 3_000), row(3, 9.0, 7_000)])
    assert found == pytest.approx([93.5, 95.5, 99.5])


def test_left_over_rows_of_two_boards_are_apart_by_the_wall_and_never_the_wrong_way_round() -> None:
    clocks = Clocks(lambda: 0.0, lambda: 100.0)
    rows = [row(1, 5.0, 1_000), row(2, 3.0, 9, "y", "b2"), row(3, 4.0, 12, "y", "b2"), row(4, 8.0, 5, "z")]
    assert clocks.left_over(rows) == pytest.approx([95.497, 95.497, 95.5, 99.5])


def test_a_row_that_no_link_has_dated_is_as_old_as_the_wall_says_and_never_in_the_future() -> None:
    clocks = Clocks(lambda: 1_000.0, lambda: 50.0)
    assert clocks.at(row(1, 998.0, 0)) == 48.0
    assert clocks.at(row(2, 4_000.0, 0)) == 50.0
    clocks.seen([replace_times(BoardEvent("b1", "x", 3, 7, 0.0, "+", "tap", ()), 5.0, 49.0)])
    assert clocks.at(row(3, 4_000.0, 7)) == 49.0
    clocks.forget()
    assert clocks.at(row(3, 999.0, 7)) == 49.0
    assert clocks.start("b1", "x") == pytest.approx(48.993)
