"""Everything together: matches come and go, scans outside of one, enrolment, choices, feedback to the right board."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from lairkeeper.board import BoardEvent, LinkState, LinkStatus, ZoneSnapshot
from lairkeeper.core.command import Command
from lairkeeper.core.result import Refused
from lairkeeper.games import UnknownGameError
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table
from lairkeeper.table import hub as hub_module
from lairkeeper.tags import TagRefusal
from lairkeeper.tags.enrol import PlanError

from ..sense.toy import TOY
from .desk import uid_of


class FakeLink:
    """Remembers what its board was told."""

    def __init__(self, device: str) -> None:
        zones = {"tap": "ok", "seat-2": "ok"} if device == "b1" else {"other": "ok"}
        self.status = LinkStatus(state=LinkState.UP, message="up", device=device, zones=zones)
        self.told: list[tuple[int, str]] = []
        self.shown: list[tuple[object, ...]] = []
        self.replies: list[Callable[[bool, object], None]] = []

    def feedback(self, event: BoardEvent, verdict: str) -> bool:
        self.told.append((event.seq, verdict))
        return True

    def command(self, op: str, *args: object, on_reply: Callable[[bool, object], None] | None = None) -> bool:
        self.shown.append((op, *args))
        if on_reply is not None:
            self.replies.append(on_reply)
        return True


class Room:
    """A hub with two boards, whose events arrive as a link would bring them."""

    def __init__(self, path: Path | str = ":memory:") -> None:
        self.path = path
        self.now = 1000.0
        self.seq = 0
        self.open()
        self.hub.enrol_demo_set(TOY.id)

    def open(self) -> None:
        self.store = Store.open(self.path)
        self.hub = Hub(self.store, clock=lambda: self.now, games={TOY.id: TOY})
        self.links = {device: FakeLink(device) for device in ("b1", "b2")}
        for link in self.links.values():
            self.hub.add_link(link)

    def restart(self) -> None:
        self.store.close()
        self.open()

    def start(self, *seats: str) -> Table:
        table = self.hub.start(TOY.id, seats or ("Ana", "Bo"))
        assert isinstance(table, Table)
        return table

    def receive(
        self, what: str, zone: str = "tap", kind: str = "+", device: str = "b1", *, deliver: bool = True
    ) -> None:
        self.seq += 1
        event = BoardEvent(device, "x", self.seq, int(self.now * 1000), self.now, kind, zone, (uid_of(what),))
        self.store.inbox.receive([event])
        if deliver:
            self.hub.received([event])
            self.now += 0.5
            self.hub.pump()

    def tap(self, *whats: str, zone: str = "tap", device: str = "b1") -> None:
        for what in whats:
            self.receive(what, zone, "+", device)
            self.receive(what, zone, "-", device)

    def writes(self) -> FakeLink:
        """The first board, able to write tags."""
        board = self.links["b1"]
        zones = {"tap": "ok"}
        board.status = LinkStatus(state=LinkState.UP, message="up", device="b1", zones=zones, caps=("tag",))
        return board

    def tokens(self) -> dict[str, int]:
        assert self.hub.table is not None
        return dict(self.hub.table.view().tokens)


@pytest.fixture
def room() -> Room:
    return Room()


class TestMatches:
    def test_a_match_begins_is_tapped_and_is_put_away(self, room: Room) -> None:
        room.start()
        room.tap("coin-5", zone="seat-2")
        assert room.tokens() == {"Ana": 0, "Bo": 5}
        room.hub.close_match()
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
        with room.store.write() as connection:
            connection.execute("DELETE FROM journal")
        room.restart()
        assert room.hub.resume_last() is None
        assert room.hub.problem is not None
        assert f"match {match} cannot go on" in room.hub.problem
        room.start()
        assert room.hub.problem is None


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


class TestEnrolment:
    def test_no_scan_counts_while_it_runs(self, room: Room) -> None:
        room.start()
        assert room.hub.start_enrol(TOY.id, "coin-1 x2") is None
        session = room.hub.enrol
        assert session is not None
        assert (session.expected, session.left) == ("coin-1#11", 2)
        room.tap("?04AABBCC", "coin-5")
        assert room.tokens() == {"Ana": 0, "Bo": 0}
        assert room.hub.registry.lookup("04AABBCC") is not None
        assert session.refused is not None
        assert session.refused.code == "uid-taken"
        assert room.links["b1"].told == [(1, "applied"), (3, "refused")]
        room.hub.stop_enrol()
        assert room.hub.enrol is None
        room.tap("?04AABBCC")
        assert room.tokens() == {"Ana": 1, "Bo": 0}

    def test_a_tag_that_still_lies_there_afterwards_does_not_count(self, room: Room) -> None:
        room.start()
        room.hub.start_enrol(TOY.id, "coin-1")
        room.receive("?04AABBCC")
        room.hub.stop_enrol()
        room.receive("?04AABBCC")
        assert room.tokens()["Ana"] == 0
        room.receive("?04AABBCC", kind="-")
        room.receive("?04AABBCC")
        assert room.tokens()["Ana"] == 1

    def test_a_crash_during_enrolment_scores_nothing(self, tmp_path: Path) -> None:
        room = Room(tmp_path / "lair.db")
        room.start()
        room.hub.start_enrol(TOY.id, "coin-1 x3")
        room.tap("?04AABBCC")
        room.receive("coin-5", deliver=False)
        room.receive("?04AABBCD", deliver=False)
        room.restart()
        session = room.hub.enrol
        assert session is not None
        assert session.expected == "coin-1#12"
        room.hub.resume_last()
        assert room.tokens() == {"Ana": 0, "Bo": 0}
        assert session.expected == "coin-1#13"
        assert room.store.inbox.count()["waiting"] == 0
        room.hub.stop_enrol()
        room.restart()
        assert room.hub.enrol is None

    def test_a_question_from_before_is_still_open_afterwards(self, room: Room) -> None:
        table = room.start()
        room.tap("bread#1")
        room.hub.start_enrol(TOY.id, "coin-1")
        room.tap("?04AABBCC")
        room.hub.stop_enrol()
        assert [question.code for question in table.questions] == ["which"]

    def test_skip_back_and_insist(self, room: Room) -> None:
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        session = room.hub.enrol
        assert session is not None
        assert session.skip() == "coin-1#11"
        room.tap("coin-5")
        assert session.insist() is not None
        assert session.finished
        assert room.hub.registry.lookup(uid_of("coin-5")) == session.last
        assert session.undo_last() == "coin-1#12"
        found = room.hub.registry.lookup(uid_of("coin-5"))
        assert found is not None
        assert found.component == "coin-5#1"

    def test_a_phone_is_refused_and_cannot_be_insisted_on(self, room: Room) -> None:
        room.hub.start_enrol(TOY.id, "coin-1")
        room.tap("?08AABBCC")
        session = room.hub.enrol
        assert session is not None
        assert session.refused is not None
        assert session.refused.code == "foreign-tag"
        assert session.insist() is None
        assert session.left == 1

    def test_a_tag_is_written_and_only_then_called_done(self, room: Room) -> None:
        board = room.writes()
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        room.receive("?04AABBCC")
        session = room.hub.enrol
        assert session is not None and session.writing is not None
        assert board.shown == [("ndef", "piece", "tap", "04aabbcc", TOY.id, "coin-1", 11)]
        assert (session.writing.code, board.told) == ("busy", [])
        board.replies.pop()(True, None)
        assert (session.writing.code, board.told) == ("written", [(1, "applied")])

    @pytest.mark.parametrize("said", ["gone: the tag went away", "link lost", "no-bus: check 3V3"])
    def test_a_tag_torn_away_is_enrolled_told_and_written_when_it_is_laid_down_again(
        self, room: Room, said: str
    ) -> None:
        board = room.writes()
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        room.tap("?04AABBCC")
        session = room.hub.enrol
        assert session is not None and session.writing is not None
        board.replies.pop()(False, said)
        assert session.writing.failed and board.told == [(1, "asked")]
        assert room.hub.registry.lookup("04AABBCC") is not None
        room.tap("?04AABBCC")
        board.replies.pop()(True, None)
        assert (session.writing.code, session.left) == ("written", 1)
        assert board.shown[0] == board.shown[1]

    def test_what_is_on_a_tag_is_written_over_only_when_the_owner_says_so(self, room: Room) -> None:
        board = room.writes()
        room.hub.start_enrol(TOY.id, "coin-1")
        room.receive("?04AABBCC")
        session = room.hub.enrol
        assert session is not None and session.writing is not None
        board.replies.pop()(False, "content: something else is written on this tag")
        assert session.writing.code == "content"
        room.hub.write_over()
        assert board.shown[-1] == (*board.shown[0], True)
        board.replies.pop()(True, None)
        room.hub.write_over()
        assert (session.writing.code, len(board.shown)) == ("written", 2)

    def test_a_tag_that_the_owner_insisted_on_is_written_too(self, room: Room) -> None:
        board = room.writes()
        room.hub.start_enrol(TOY.id, "coin-1")
        room.receive("coin-5")
        assert board.shown == []
        room.hub.insist_enrol()
        assert board.shown == [("ndef", "piece", "tap", uid_of("coin-5").lower(), TOY.id, "coin-1", 11)]

    def test_nothing_is_written_where_the_owner_or_the_board_does_not_want_it(self, room: Room) -> None:
        board = room.writes()
        room.hub.set_writes_tags(False)
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        room.receive("?04AABBCC")
        assert (board.shown, board.told) == ([], [(1, "applied")])
        room.hub.set_writes_tags(True)
        board.status = LinkStatus(state=LinkState.UP, message="up", device="b1", zones={"tap": "ok"})
        room.receive("?04AABBCD")
        session = room.hub.enrol
        assert session is not None and session.writing is not None
        assert (session.writing.code, board.told[-1]) == ("unable", (2, "applied"))

    def test_lists_that_cannot_be(self, room: Room) -> None:
        refusal = room.hub.start_enrol(TOY.id, "dragon x2")
        assert isinstance(refusal, TagRefusal)
        with pytest.raises(PlanError):
            room.hub.start_enrol(TOY.id, "")
        with pytest.raises(UnknownGameError):
            room.hub.start_enrol("chess", "king")
        assert room.hub.enrol is None

    def test_what_the_disk_refused_was_not_enrolled(self, room: Room) -> None:
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        room.receive("?04AABBCC", deliver=False)
        room.store.database.read("PRAGMA query_only = 1")
        room.hub.pump()
        assert room.hub.problem is not None
        assert "cannot be written" in room.hub.problem
        room.store.database.read("PRAGMA query_only = 0")
        room.hub.pump()
        assert room.hub.problem is None
        assert room.hub.enrol is not None
        assert room.hub.enrol.expected == "coin-1#12"


class TestChoices:
    def test_language(self, room: Room) -> None:
        assert room.hub.language == "en"
        room.hub.set_language("fr")
        assert room.hub.language == "fr"
        with pytest.raises(ValueError, match="choose one of en, fr"):
            room.hub.set_language("tlh")

    def test_the_zone_map_is_used_at_once(self, room: Room) -> None:
        room.start()
        room.hub.set_zone_map({"tap": "seat-2"})
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
        steps: Sequence[object] = (
            room.start(),
            room.hub.table and room.hub.table.act(Command(move="gain", by="Bo", card="coin-1"), "page"),
            room.hub.table and room.hub.table.undo(),
            room.tap("coin-1"),
            room.hub.board_changed(room.links["b1"].status),
            room.hub.start_enrol(TOY.id, "coin-1"),
            room.tap("?04AABBCC"),
            room.hub.stop_enrol(),
            room.hub.set_language("fr"),
            room.hub.close_match(),
        )
        assert len(versions) >= len(steps)
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
        monkeypatch.setattr(hub_module, "RETRY_AFTER", 0.2)
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
        hub._boards._running.append(Broken())
        async with asyncio.timeout(5):
            with pytest.raises(RuntimeError, match="a mistake of ours"):
                await hub.run(asyncio.Event())
