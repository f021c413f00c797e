"""After a crash: what was received counts, once, and a log that cannot be read says so."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from lairkeeper.core.result import Accepted
from lairkeeper.games import UnknownGameError
from lairkeeper.store import Store
from lairkeeper.table import Question, Table, TableError

from ..scans.toy import TOY
from .desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "lair.db")


def same_questions(found: tuple[Question, ...], *wanted: Question) -> bool:
    """Return True when the questions differ at most in their time, which belongs to one run of the app."""
    return [replace(each, at=0.0) for each in found] == [replace(each, at=0.0) for each in wanted]


def test_a_match_goes_on_where_it_was(desk: Desk) -> None:
    desk.tap("coin-5", zone="seat-2").tap("verb-end-turn").tap("coin-1").tap("verb-undo")
    before = desk.table.history
    log = desk.table.log()
    desk.crash()
    assert desk.table.history.state == before.state
    assert desk.table.log() == log
    assert desk.table.can_redo
    assert desk.tap("coin-1", "coin-1").scores == {"Ana": 0, "Bo": 6, "Cy": 0}


def test_a_scan_received_and_not_judged_counts_once(desk: Desk) -> None:
    desk.receive(desk.event("coin-5"))
    desk.crash().wait(1)
    assert desk.scores["Ana"] == 5
    desk.crash().wait(1)
    assert desk.scores["Ana"] == 5


def test_a_sentence_cut_by_a_crash_is_finished(desk: Desk) -> None:
    desk.tap("seat-3")
    desk.crash().tap("coin-5")
    assert desk.scores == {"Ana": 0, "Bo": 0, "Cy": 5}


def test_an_open_question_is_asked_again(desk: Desk) -> None:
    desk.tap("bread#1")
    asked = desk.table.question
    assert asked is not None
    desk.crash().wait(1)
    assert same_questions(desk.table.questions, asked)
    assert isinstance(desk.table.answer(asked.id, 0, "page"), Accepted)


def test_what_lay_on_a_reader_before_the_crash_is_known_to_lie_there(desk: Desk) -> None:
    desk.receive(desk.event("coin-5"))
    desk.wait(1)
    desk.crash()
    desk.receive(desk.event("coin-5"))
    desk.wait(1)
    assert desk.scores["Ana"] == 5


def test_tags_left_alone_are_remembered(desk: Desk) -> None:
    desk.tap("?04AABBCC")
    question = desk.table.question
    assert question is not None
    desk.table.answer(question.id, 2, "page")
    desk.wait(10).crash().tap("?04AABBCC")
    assert desk.table.questions == ()


def test_the_list_and_its_ticks_go_on(desk: Desk) -> None:
    desk.tap("coin-5", "coin-5", "apple#1", "verb-undo", "verb-undo", "verb-undo")
    todo = desk.table.todo
    assert len(todo) == 2
    desk.crash()
    assert desk.table.todo == todo
    desk.tap("coin-5").crash()
    assert sorted((line.card, line.n) for line in desk.table.todo) == [("apple#1", 1), ("coin-5", 1)]
    assert desk.tap("coin-5").crash().scores["Ana"] == 0
    assert [line.card for line in desk.table.todo] == ["apple#1"]


def test_a_tick_received_and_not_judged_counts_once_and_as_nothing_else(desk: Desk) -> None:
    desk.tap("coin-5", "coin-5", "verb-undo", "verb-undo")
    desk.receive(desk.event("coin-5"))
    desk.crash().wait(1)
    assert [(line.n, desk.scores["Ana"]) for line in desk.table.todo] == [(1, 0)]
    desk.crash().wait(1)
    assert [(line.n, desk.scores["Ana"]) for line in desk.table.todo] == [(1, 0)]


def test_a_wish_to_take_back_that_all_were_asked_about_is_asked_again(desk: Desk) -> None:
    desk.tap("coin-5").tap("coin-1", zone="seat-2").tap("verb-undo", zone="seat-1")
    asked = desk.table.question
    assert asked is not None
    desk.crash().wait(1)
    assert desk.table.questions == (asked,)
    assert desk.tap("verb-confirm").scores == {"Ana": 5, "Bo": 0, "Cy": 0}
    assert desk.crash().table.questions == ()


def test_a_lifted_piece_is_asked_about_after_a_crash_as_it_would_have_been(desk: Desk) -> None:
    desk.store.settings.set("zones", {"shelf": "market"})
    desk.receive(desk.event("apple#1", "shelf"))
    desk.wait(1)
    desk.receive(desk.event("apple#1", "shelf", "-"))
    desk.crash().wait(1)
    assert [armed.words for armed in desk.table.armed] == [("apple#1",)]
    desk.wait(10)
    asked = desk.table.question
    assert asked is not None
    assert asked.code == "lifted"
    desk.crash().wait(8)  # nobody knows how long the app was away
    assert same_questions(desk.table.questions, asked)
    desk.tap("apple#1", zone="seat-1").crash().wait(1)
    assert desk.table.questions == ()
    assert desk.table.view().zones["basket.Ana"].cards == ("apple#1",)
    assert desk.store.inbox.count()["waiting"] == 0


def test_a_piece_on_two_readers_is_still_asked_about_after_a_crash(desk: Desk) -> None:
    desk.receive(desk.event("coin-5", "seat-1"))
    desk.wait(1)
    desk.receive(desk.event("coin-5", "seat-2"))
    desk.crash().wait(5)
    asked = desk.table.question
    assert asked is not None
    assert (asked.code, desk.scores) == ("two-places", {"Ana": 5, "Bo": 0, "Cy": 0})
    desk.crash().wait(1)
    assert desk.table.questions == (asked,)
    assert desk.table.answer(asked.id, 0, "page") is None
    assert (desk.table.questions, desk.scores["Bo"]) == ((), 5)
    assert desk.crash().wait(1).scores == {"Ana": 5, "Bo": 5, "Cy": 0}


def test_no_crash_between_any_two_taps_changes_anything(desk: Desk, tmp_path: Path) -> None:
    taps = [
        "coin-5",
        "seat-2",
        "coin-5",
        "seat-3",
        "seat-2",
        "coin-1",
        "verb-discard",
        "coin-1",
        "verb-undo",
        "apple#1",
    ]
    for tap in taps:
        desk.tap(tap)
    other = Desk(tmp_path / "other.db")
    for tap in taps:
        other.tap(tap).crash()
    assert other.table.history.state == desk.table.history.state
    assert other.scores == {"Ana": 5, "Bo": 4, "Cy": 1}


class TestBadLogs:
    def refused(self, desk: Desk) -> TableError:
        with pytest.raises(TableError) as caught:
            Table.resume(desk.store, desk.table.match, find=lambda _: TOY)
        return caught.value

    def damage(self, desk: Desk, *statements: str) -> tuple[int, int]:
        """Return the records that the match has left, and those set aside; it goes on and stays whole."""
        with desk.store.write() as connection:
            for sql in statements:
                connection.execute(sql)
        desk.crash()
        lost = desk.table.lost
        assert lost is not None
        scores = desk.scores
        kept = len(desk.table.history)
        desk.tap("coin-5", zone="seat-3").crash()
        assert desk.table.lost is None
        assert len(desk.table.history) == kept + 1
        assert desk.scores == {**scores, "Cy": scores["Cy"] + 5}
        assert [line.n for line in desk.table.log()] == list(reversed(range(kept + 1)))
        assert desk.table.todo == ()
        return lost.kept, lost.lost

    def test_a_line_from_the_future(self, desk: Desk) -> None:
        desk.tap("coin-5")
        with desk.store.write() as connection:
            connection.execute(
                "UPDATE journal SET record = replace(record, '\"format\":1', '\"format\":99') WHERE n = 1"
            )
        error = self.refused(desk)
        assert error.code == "log-from-future"
        assert "export" in str(error)
        assert desk.store.journal.count(desk.table.match) == 2

    def test_a_line_that_fits_nothing(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo", "coin-1")
        sql = "UPDATE journal SET record = replace(record, '\"span\":[1]', '\"span\":[7]') WHERE n = 2"
        assert self.damage(desk, sql) == (2, 2)

    def test_events_that_cannot_be_true(self, desk: Desk) -> None:
        desk.tap("apple#1")
        sql = "UPDATE journal SET record = replace(record, 'market', 'nowhere') WHERE n = 1"
        assert self.damage(desk, sql) == (1, 1)

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"format":1,"n":1,"kind":"command","events":[3]}', "nonsense"])
    def test_a_line_that_is_no_record(self, desk: Desk, text: str) -> None:
        desk.tap("coin-5", "coin-1")
        assert self.damage(desk, f"UPDATE journal SET record = '{text}' WHERE n = 1") == (1, 2)

    def test_no_lines_at_all(self, desk: Desk) -> None:
        desk.tap("coin-5")
        assert self.damage(desk, "DELETE FROM journal") == (0, 2)
        assert desk.scores["Ana"] == 0

    def test_a_beginning_that_cannot_be_read(self, desk: Desk) -> None:
        desk.tap("coin-5")
        assert self.damage(desk, "UPDATE journal SET record = '{}' WHERE n = 0") == (0, 2)

    def test_a_hole(self, desk: Desk) -> None:
        desk.tap("coin-5", "coin-5", "coin-5")
        assert self.damage(desk, "DELETE FROM journal WHERE n = 2") == (2, 2)
        assert desk.scores["Ana"] == 5

    def test_an_end_that_is_gone(self, desk: Desk) -> None:
        desk.tap("coin-5", "coin-5")
        assert self.damage(desk, "DELETE FROM journal WHERE n = 2") == (2, 1)

    def test_a_record_with_an_impossible_number(self, desk: Desk) -> None:
        desk.tap("coin-5", "coin-5")
        assert self.damage(desk, "UPDATE journal SET n = -9 WHERE n = 2") == (2, 1)

    def test_the_list_of_what_hands_must_do_goes_with_the_undo_that_asked_for_it(self, desk: Desk) -> None:
        desk.tap("coin-5", "coin-5", "apple#1", "verb-undo", "verb-undo")
        assert desk.table.todo
        assert self.damage(desk, "UPDATE journal SET record = 'x' WHERE n = 4") == (4, 2)

    def test_a_match_that_had_ended_goes_on_when_its_end_was_lost(self, desk: Desk) -> None:
        desk.tap("coin-5")
        desk.store.matches.finish(desk.table.match, {"seats": []}, 2000.0)
        assert self.damage(desk, "UPDATE journal SET record = 'x' WHERE n = 1") == (1, 1)
        assert desk.store.matches.get(desk.table.match).finished_at is None

    def test_damage_while_the_match_runs_is_found_when_it_reads_again(self, desk: Desk) -> None:
        desk.tap("coin-5", "coin-1", "coin-1").wait(20)
        with desk.store.write() as connection:
            connection.execute("UPDATE journal SET record = 'x' WHERE n = 2")
        desk.table._book.reload()
        assert desk.table.lost is not None
        assert desk.tap("coin-5").scores["Ana"] == 10

    def test_a_game_that_is_gone(self, desk: Desk) -> None:
        with pytest.raises(TableError, match="Install the game") as caught:
            Table.resume(desk.store, desk.table.match)
        assert caught.value.code == "unknown-game"
        assert isinstance(caught.value.__context__, UnknownGameError)


PLAYER = """
import sys
from tests.table.desk import Desk
desk = Desk(sys.argv[1])
n = 0
while True:
    n += 1
    desk.receive(desk.event("coin-1", "seat-1"))
    print("safe", n, flush=True)
    desk.wait(0.5)
    desk.receive(desk.event("coin-1", "seat-1", "-"))
    desk.wait(0.5)
"""


def test_kill_9_of_the_app_loses_and_doubles_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lair.db"
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)], stdout=subprocess.PIPE, text=True, cwd=root
    ) as player:
        assert player.stdout is not None
        lines = [player.stdout.readline() for _ in range(25)]
        player.send_signal(signal.SIGKILL)
        lines += player.stdout.readlines()
    safe = max(int(line.split()[1]) for line in lines if line.endswith("\n"))
    with Store.open(path) as store:
        match = store.matches.current()
        assert match is not None
        table = Table.resume(store, match, find=lambda _: TOY)
        table.pump(1e12)
        score = table.view().tokens["Ana"]
        assert score == sum(row.event.kind == "+" for row in store.inbox.recent(10_000))
        assert score >= safe
    with Store.open(path) as store:
        table = Table.resume(store, match, find=lambda _: TOY)
        table.pump(1e12)
        assert table.view().tokens["Ana"] == score


UNDOER = """
import sys
from tests.table.desk import Desk
desk = Desk(sys.argv[1])
n = 0
while True:
    n += 1
    for what in ("coin-5", "verb-undo", "coin-5"):  # a gain, taken back, put back by hand
        for kind in "+-":
            desk.receive(desk.event(what, "tap", kind))
            desk.wait(0.5)
    print("safe", n, flush=True)
"""


def test_kill_9_never_leaves_an_undo_without_its_line_or_a_tick_that_counts(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    for rounds in (1, 3, 6):
        path = tmp_path / f"lair-{rounds}.db"
        with subprocess.Popen(
            [sys.executable, "-c", UNDOER, str(path)], stdout=subprocess.PIPE, text=True, cwd=root
        ) as player:
            assert player.stdout is not None
            for _ in range(rounds):
                player.stdout.readline()
            player.send_signal(signal.SIGKILL)
        with Store.open(path) as store:
            match = store.matches.current()
            assert match is not None
            table = Table.resume(store, match, find=lambda _: TOY)
            table.pump(1e12)
            taps = sum(row.event.kind == "+" for row in store.inbox.recent(10_000))
            # Each round: counted, taken back with one line to do, ticked off.
            assert table.view().tokens["Ana"] == (5 if taps % 3 == 1 else 0)
            assert [line.card for line in table.todo] == (["coin-5"] if taps % 3 == 2 else [])
