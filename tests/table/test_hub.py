"""Everything together: matches come and go, scans outside of one, enrolment, choices, feedback to the right board."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from lairkeeper.board import BoardEvent, ZoneSnapshot
from lairkeeper.core.command import Command
from lairkeeper.core.result import Refused
from lairkeeper.games import UnknownGameError
from lairkeeper.store import Store, StoreError
from lairkeeper.table import Hub, Table, TableError, trouble
from lairkeeper.table import hub as hub_module

from ..scans.toy import TOY
from .desk import uid_of
from .room import Room
from .test_table import refuse


@pytest.fixture
def room() -> Room:
    return Room()


class TestMatches:
    def test_a_match_begins_is_tapped_and_is_put_away(self, room: Room) -> None:
        room.start()
        room.tap("coin-5", zone="seat-2")
        assert room.tokens() == {"Ana": 0, "Bo": 5}
        room.hub.match.close()
        assert room.hub.table is None
        assert room.hub.resume_last() is None

    def test_a_new_match_puts_the_old_one_away(self, room: Room) -> None:
        first = room.start()
        room.tap("coin-5")
        second = room.start("Cy", "Di")
        assert room.tokens() == {"Cy": 0, "Di": 0}
        assert room.store.matches.current() == second.match
        room.hub.resume(first.match)
        assert room.tokens() == {"Ana": 5, "Bo": 0}

    def test_a_match_that_cannot_be_played_leaves_the_one_on_the_table(self, room: Room) -> None:
        table = room.start()
        assert isinstance(room.hub.start(TOY.id, ["Ana"]), Refused)
        assert isinstance(room.hub.start(TOY.id, ["Ana", "Bo"], level="full"), Refused)
        assert isinstance(room.hub.start(TOY.id, ["Ana", "Bo"], ruleset={"colour": "red"}), Refused)
        with pytest.raises(UnknownGameError, match="installed: market-day"):
            room.hub.start("chess", ["Ana", "Bo"])
        assert room.hub.table is table

    def test_the_match_on_the_table_comes_back_after_a_restart(self, tmp_path: Path) -> None:
        room = Room(tmp_path / "lair.db")
        room.start()
        room.tap("coin-5")
        room.receive("coin-1", deliver=False)
        room.now += 1
        room.restart()
        assert room.hub.resume_last() is not None
        assert room.tokens() == {"Ana": 6, "Bo": 0}

    def test_a_log_that_cannot_be_read_is_said(self, tmp_path: Path) -> None:
        room = Room(tmp_path / "lair.db")
        match = room.start().match
        with sqlite3.connect(tmp_path / "lair.db") as other:
            other.execute("UPDATE matches SET header = replace(header, 'Ana', 'Ann')")
        other.close()
        room.restart()
        assert room.hub.resume_last() is None
        assert room.hub.problem is not None
        assert (room.hub.problem.code, room.hub.problem.args["detail"]) == ("damaged-match", str(match))
        room.start()
        assert room.hub.problem is None


class TestPutAway:
    def test_a_match_that_was_put_away_goes_on(self, tmp_path: Path) -> None:
        room = Room(tmp_path / "lair.db")
        one = room.start().match
        room.tap("coin-5")
        two = room.start().match
        room.tap("coin-1")
        assert [row.id for row in room.store.matches.archived()] == [one]
        table = room.hub.resume(one)
        assert room.hub.table is table
        assert (table.match, room.tokens()) == (one, {"Ana": 5, "Bo": 0})
        assert [row.id for row in room.store.matches.archived()] == [two]
        room.tap("coin-5")
        room.restart()
        last = room.hub.resume_last()
        assert last is not None
        assert (last.match, room.tokens()) == (one, {"Ana": 10, "Bo": 0})
        room.hub.resume(two)
        assert room.tokens() == {"Ana": 1, "Bo": 0}

    def test_a_match_that_was_closed_goes_on(self, room: Room) -> None:
        one = room.start().match
        room.tap("coin-5")
        room.hub.match.close()
        assert room.hub.table is None
        assert [row.id for row in room.store.matches.archived()] == [one]
        room.hub.resume(one)
        assert room.tokens() == {"Ana": 5, "Bo": 0}
        assert room.store.matches.archived() == []

    def test_a_scan_that_waits_counts_in_no_other_match(self, room: Room) -> None:
        one = room.start().match
        room.start()
        room.receive("coin-5", deliver=False)
        room.hub.resume(one)
        room.now += 5
        room.hub.pump()
        assert room.tokens() == {"Ana": 0, "Bo": 0}
        assert room.store.inbox.count()["waiting"] == 0

    def test_what_cannot_go_on_changes_nothing(self, room: Room) -> None:
        one = room.start().match
        two = room.start().match
        with room.store.write() as connection:
            connection.execute("UPDATE matches SET game = 'chess' WHERE id = ?", (one,))
        for match, error in ((one, TableError), (99, StoreError)):
            with pytest.raises(error):
                room.hub.resume(match)
        assert room.hub.table is not None
        assert room.hub.table.match == room.store.matches.current() == two
        room.tap("coin-5")
        assert room.tokens() == {"Ana": 5, "Bo": 0}

    def test_a_finished_match_is_not_listed(self, room: Room) -> None:
        one = room.start().match
        room.store.matches.finish(one, {"seats": []}, 5.0)
        room.hub.match.close()
        assert room.store.matches.archived() == []


class TestOutsideMatches:
    def test_a_scan_goes_to_the_strip_only(self, room: Room) -> None:
        room.tap("coin-5")
        assert room.hub.last_scan is not None
        assert (room.hub.last_scan.code, room.hub.last_scan.component) == ("no-match", "coin-5#1")
        assert room.store.inbox.count()["waiting"] == 0
        room.start()
        assert room.tokens() == {"Ana": 0, "Bo": 0}

    @pytest.mark.parametrize(("what", "code"), [("?04AABBCC", "unknown-tag"), ("?08AABBCC", "foreign-tag")])
    def test_strangers_are_told_apart(self, room: Room, what: str, code: str) -> None:
        room.tap(what)
        assert room.hub.last_scan is not None
        assert room.hub.last_scan.code == code

    def test_what_lay_there_before_the_match_does_not_count_when_seen_again(self, room: Room) -> None:
        room.receive("coin-5")
        room.start()
        room.hub.lying([ZoneSnapshot("b1", "x", room.seq, room.now, "tap", "ok", ((uid_of("coin-5"), 10),))])
        room.receive("coin-5")
        assert room.tokens() == {"Ana": 0, "Bo": 0}

    def test_a_disk_that_refuses_while_a_board_says_what_lies_there_is_told_and_ends_nothing(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room.start()
        room.receive("coin-5")
        empty = ZoneSnapshot("b1", "x", room.seq, room.now, "tap", "ok")
        with monkeypatch.context() as patched:
            patched.setattr(type(room.hub.store.inbox), "after", refuse)
            room.hub.lying([empty])
            assert room.hub.problem is not None
        room.hub.pump()
        room.receive("coin-5")
        assert room.tokens() == {"Ana": 10, "Bo": 0}


class TestFeedback:
    def test_the_board_that_saw_it_is_told(self, room: Room) -> None:
        room.start()
        room.tap("coin-5")
        room.tap("coin-1", zone="seat-2", device="b2")
        assert room.links["b1"].told == [(1, "applied")]
        assert room.links["b2"].told == [(3, "applied")]

    def test_a_reader_shows_that_a_word_is_armed(self, room: Room) -> None:
        room.start()
        room.tap("seat-2", zone="seat-2")
        assert room.links["b1"].shown == [("led", "seat-2", "armed", None, 7500)]
        room.tap("coin-1", zone="seat-2")
        assert len(room.links["b1"].shown) == 1, "the verdict's own light must not be cut short"
        room.tap("seat-1", "verb-no")
        assert room.links["b1"].shown[-1] == ("led", "tap", "ready")
        assert room.links["b2"].shown == []

    def test_boards_in_the_order_added(self, room: Room) -> None:
        assert [status.device for status in room.hub.boards] == ["b1", "b2"]


class TestChoices:
    def test_language(self, room: Room) -> None:
        assert room.hub.language == "en"
        room.hub.set_language("fr")
        assert room.hub.language == "fr"
        with pytest.raises(ValueError, match="choose one of en, fr"):
            room.hub.set_language("tlh")

    def test_the_zone_map_is_used_at_once(self, room: Room) -> None:
        room.start()
        room.hub.store.settings.set("zones", {"tap": "seat-2"})
        room.tap("coin-5")
        assert room.tokens() == {"Ana": 0, "Bo": 5}

    def test_stock_and_options(self, room: Room) -> None:
        assert room.hub.stock("table").copies["seat-6"] == 1
        assert room.hub.stock(TOY.id).copies == {
            "coin-1": None, "coin-5": None, "apple": 2, "pear": 1, "bread": 1, "stone": 1,
        }  # fmt: skip
        assert room.hub.options(TOY.id) == ()
        with pytest.raises(UnknownGameError):
            room.hub.options("chess")

    def test_the_demo_set_is_made_once(self, room: Room) -> None:
        assert room.hub.enrol_demo_set(TOY.id) == 0
        assert len({tag.uid for tag in room.hub.registry.list()}) == len(room.hub.registry.list())


class TestTelling:
    def test_every_change_tells_and_counts(self, room: Room) -> None:
        versions: list[int] = []
        stop = room.hub.subscribe(lambda: versions.append(room.hub.version))
        steps: Sequence[Callable[[], object]] = (
            room.start,
            lambda: room.hub.table and room.hub.table.act(Command(move="gain", by="Bo", card="coin-1"), "page"),
            lambda: room.hub.table and room.hub.table.undo(),
            lambda: room.tap("coin-1"),
            lambda: room.hub.board_changed(room.links["b1"].status),
            lambda: room.hub.start_enrol(TOY.id, "coin-1"),
            lambda: room.tap("?04AABBCC"),
            room.hub.stop_enrol,
            lambda: room.hub.set_language("fr"),
            room.hub.match.close,
        )
        for n, step in enumerate(steps):
            told = len(versions)
            step()
            assert len(versions) > told, f"nobody was told of step {n}"
        assert versions == sorted(set(versions))
        stop()
        room.hub.set_language("en")
        assert versions[-1] < room.hub.version

    async def test_the_clock_of_the_match_runs(self) -> None:
        store = Store.open()
        hub = Hub(store, games={TOY.id: TOY})
        hub.enrol_demo_set(TOY.id)
        table = hub.start(TOY.id, ["Ana", "Bo"])
        assert isinstance(table, Table)
        stop = asyncio.Event()
        running = asyncio.create_task(hub.run(stop))
        now = time.time()
        event = BoardEvent("b1", "x", 1, 0, now, "+", "tap", (uid_of("coin-5"),))
        store.inbox.receive([event])
        hub.received([event])
        async with asyncio.timeout(3):
            while table.view().tokens["Ana"] != 5:
                await asyncio.sleep(0.005)
        stop.set()
        async with asyncio.timeout(3):
            await running

    async def test_what_the_disk_refused_is_tried_again_without_a_scan(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(trouble, "RETRY_AFTER", 0.2)
        monkeypatch.setattr(hub_module, "LONGEST_SLEEP", 0.05)
        store = Store.open()
        hub = Hub(store, games={TOY.id: TOY})
        hub.enrol_demo_set(TOY.id)
        table = hub.start(TOY.id, ["Ana", "Bo"])
        assert isinstance(table, Table)
        store.inbox.receive([BoardEvent("b1", "x", 1, 0, time.time(), "+", "tap", (uid_of("coin-5"),))])
        store.database.read("PRAGMA query_only = 1")
        stop = asyncio.Event()
        running = asyncio.create_task(hub.run(stop))
        hub.pump()
        pumps = hub.version
        await asyncio.sleep(0.5)
        assert hub.problem is not None
        assert pumps <= hub.version <= pumps + 4
        store.database.read("PRAGMA query_only = 0")
        async with asyncio.timeout(3):
            while table.view().tokens["Ana"] != 5:
                await asyncio.sleep(0.01)
        stop.set()
        await running

    async def test_a_link_that_fails_by_our_mistake_is_heard_of(self) -> None:
        class Broken:
            async def run(self, stop: asyncio.Event) -> None:
                raise RuntimeError("a mistake of ours")

        hub = Hub(Store.open(), games={TOY.id: TOY})
        hub.devices.boards._running.append(Broken())
        async with asyncio.timeout(5):
            with pytest.raises(RuntimeError, match="a mistake of ours"):
                await hub.run(asyncio.Event())
