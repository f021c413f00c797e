"""Enrolment at the table: which scans count, what is written on tags, and what is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lairkeeper.board import LinkState, LinkStatus
from lairkeeper.games import UnknownGameError
from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.table.inbox_readers import EndedEnrolment
from lairkeeper.tags import TagRefusal
from lairkeeper.tags.enrol import PlanError

from ..scans.toy import TOY
from .desk import uid_of
from .room import Room


@pytest.fixture
def room() -> Room:
    return Room()


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

    def test_it_ends_itself_after_two_minutes_without_a_tap(self, room: Room) -> None:
        room.start()
        room.hub.enrolment.set_writes_tags(False)
        room.hub.start_enrol(TOY.id, "coin-1 x3", pile="coins", tagged=10)
        room.now += 100
        room.tap("?04AABBCC")
        room.now += 118
        room.hub.pump()
        assert room.hub.enrol is not None, "a tap begins the wait anew"
        room.now += 2
        room.hub.pump()
        assert room.hub.enrol is None
        assert room.hub.enrolment.ended == EndedEnrolment(TOY.id, "coins", 11, 13)
        assert room.hub.enrolment.idle.lately
        room.tap("coin-5")
        assert room.tokens()["Ana"] == 5
        before = room.hub.version
        room.now += 60
        room.hub.pump()
        assert not room.hub.enrolment.idle.lately and room.hub.version > before
        room.restart()
        assert room.hub.enrol is None

    @pytest.mark.parametrize("press", ["skip", "undo_last", "insist"])
    def test_a_press_begins_the_wait_anew(self, room: Room, press: str) -> None:
        room.hub.start_enrol(TOY.id, "coin-1 x3")
        room.tap("?04AABBCC")
        session = room.hub.enrol
        assert session is not None
        room.now += 119
        getattr(session, press)()
        room.now += 119
        room.hub.pump()
        assert room.hub.enrol is session

    def test_a_new_one_and_a_stop_forget_that_one_has_ended(self, room: Room) -> None:
        room.hub.start_enrol(TOY.id, "coin-1")
        room.now += 121
        room.hub.pump()
        room.hub.start_enrol(TOY.id, "coin-1")
        assert room.hub.enrolment.ended is None and not room.hub.enrolment.idle.lately
        room.hub.stop_enrol()
        room.now += 500
        room.hub.pump()
        assert room.hub.enrolment.ended is None

    def test_the_last_tag_can_be_taken_back_after_a_restart(self, tmp_path: Path) -> None:
        room = Room(tmp_path / "room.db")
        room.start()
        room.hub.start_enrol(TOY.id, "coin-1 x3")
        room.tap("?04AABBC0", "?04AABBC1")
        room.restart()
        session = room.hub.enrol
        assert session is not None and (session.at, session.latest) == (2, "coin-1#12")
        assert session.undo_last() == "coin-1#12"
        assert (session.at, session.expected, session.latest) == (1, "coin-1#12", None)
        assert room.hub.registry.lookup("04AABBC1") is None and room.hub.registry.lookup("04AABBC0") is not None
        room.restart()
        session = room.hub.enrol
        assert session is not None and (session.at, session.latest) == (1, None)

    def test_the_wait_begins_anew_after_a_restart(self, tmp_path: Path) -> None:
        room = Room(tmp_path / "lair.db")
        room.hub.start_enrol(TOY.id, "coin-1 x3", pile="coins", tagged=10)
        room.restart()
        session = room.hub.enrol
        assert session is not None
        assert (session.pile, session.done, session.total) == ("coins", 10, 13)
        room.now += 121
        room.hub.pump()
        assert room.hub.enrol is None

    async def test_the_hub_wakes_in_time_for_it(self, room: Room) -> None:
        room.hub.start_enrol(TOY.id, "coin-1")
        stop = asyncio.Event()
        running = asyncio.ensure_future(room.hub.run(stop))
        ended = asyncio.Event()
        room.hub.subscribe(lambda: room.hub.enrol or ended.set())
        room.now += 120
        await asyncio.wait_for(ended.wait(), 10)
        stop.set()
        await running

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

    def test_a_number_on_two_readers_at_once_is_refused_until_the_owner_insists(self, room: Room) -> None:
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        session = room.hub.enrol
        assert session is not None
        room.receive("?04AABBCC112233")
        room.receive("?04AABBCC112233", zone="seat-2")
        refused = session.refused
        assert refused is not None
        assert (refused.code, refused.args["zone"], session.left) == ("twice", "tap", 1)
        assert session.insist() is not None
        assert room.hub.registry.lookup("04AABBCC112233") == session.last

    def test_a_tag_that_is_carried_to_another_reader_is_one(self, room: Room) -> None:
        room.hub.start_enrol(TOY.id, "coin-1 x3")
        session = room.hub.enrol
        assert session is not None
        room.tap("?04AABBCC112233")
        room.tap("?04AABBCC112233", zone="seat-2")
        assert session.refused is None
        room.receive("?04AABBCC112234", zone="seat-2", kind="t")  # a reader that tells no removal
        room.tap("?04AABBCC112234")
        assert session.refused is None and session.left == 1

    @pytest.mark.parametrize(
        ("uid", "said", "code"),
        [
            ("04AABBCC112233", (True, "04aabb9dcc112233cc480000"), "written"),
            ("04AABBCC112233", (True, "04aabb9ccc112233cc480000"), "renumbered"),  # the first check byte
            ("04AABBCC112233", (True, "04aabb9dcc112233cd480000"), "renumbered"),  # the second one
            ("04AABBCC112233", (True, "04aabc9acc112233cc480000"), "renumbered"),  # another number
            ("04AABBCC112233", (False, "gone: the tag went away"), "written"),
            ("04AABBCC112233", (True, None), "written"),
            ("53AABBCC112233", (True, "53aabbcacc112233cc480000"), "copied"),
            ("53AABBCC112233", (True, "53aabbcbcc112233cc480000"), "copied"),  # another maker keeps to no check bytes
        ],
    )
    def test_a_copy_of_an_ntag_is_called_so_when_it_is_written(
        self, room: Room, uid: str, said: tuple[bool, object], code: str
    ) -> None:
        board = room.writes()
        room.hub.start_enrol(TOY.id, "coin-1")
        room.receive(f"?{uid}")
        board.replies.pop()(True, None)
        assert board.shown[-1] == ("rd", "tap", uid.lower(), 0, 3)
        assert board.told == []
        board.replies.pop()(*said)
        assert board.told == [(1, "applied")]
        session = room.hub.enrol
        assert session is not None and session.writing is not None
        assert (session.writing.code, session.writing.failed, session.writing.written) == (code, False, True)

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
        room.hub.enrolment.write_over()
        assert board.shown[-1] == (*board.shown[0], True)
        board.replies.pop()(True, None)
        room.hub.enrolment.write_over()
        assert (session.writing.code, len(board.shown)) == ("written", 2)

    def test_a_tag_that_the_owner_insisted_on_is_written_too(self, room: Room) -> None:
        board = room.writes()
        room.hub.start_enrol(TOY.id, "coin-1")
        room.receive("coin-5")
        assert board.shown == []
        room.hub.enrolment.insist()
        assert board.shown == [("ndef", "piece", "tap", uid_of("coin-5").lower(), TOY.id, "coin-1", 11)]

    def test_nothing_is_written_where_the_owner_or_the_board_does_not_want_it(self, room: Room) -> None:
        board = room.writes()
        room.hub.enrolment.set_writes_tags(False)
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        room.receive("?04AABBCC")
        assert (board.shown, board.told) == ([], [(1, "applied")])
        room.hub.enrolment.set_writes_tags(True)
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

    def test_a_tag_whose_place_in_the_list_could_not_be_kept_is_enrolled_once(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        assert room.hub.enrol is not None
        first = room.hub.enrol.expected
        keep = room.store.settings.set

        def full(key: str, value: object) -> None:
            raise problem(StoreProblem.DISK_FULL, room.store.path)

        monkeypatch.setattr(room.store.settings, "set", full)
        room.receive("?04AABBCC")
        assert room.hub.enrol.expected == first
        monkeypatch.setattr(room.store.settings, "set", keep)
        room.hub.pump()
        assert first is not None
        assert room.hub.registry.tag_of(TOY.id, first) is not None
        assert room.hub.enrol.expected not in (None, first)

    def test_what_the_disk_refused_was_not_enrolled(self, room: Room) -> None:
        room.hub.start_enrol(TOY.id, "coin-1 x2")
        room.receive("?04AABBCC", deliver=False)
        room.store.database.read("PRAGMA query_only = 1")
        room.hub.pump()
        assert room.hub.problem is not None
        assert room.hub.problem.code == "read-only"
        room.store.database.read("PRAGMA query_only = 0")
        room.hub.pump()
        assert room.hub.problem is not None
        assert room.hub.problem.code == "over"
        assert room.hub.enrol is not None
        assert room.hub.enrol.expected == "coin-1#12"
