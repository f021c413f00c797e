"""An edited past on the disk: one record, read again after a crash, told to programs, refused by an older version."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from lairkeeper.core import codec
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import EDIT
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.exports.match import ExportMatch
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.checks import same
from lairkeeper.store import Store
from lairkeeper.table import Question, Table, TableError, past, public_json, records
from lairkeeper.table.course import course_of
from lairkeeper.table.log import CORRECTED, REMOVED
from lairkeeper.table.match_log import MatchLog

from ..fresh import SEED, some
from ..games.edits import Chance
from .desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a desk on a file, at which Ana was given 5 by a tap, then Bo 5 and Cy 1 by clicks."""
    desk = Desk(tmp_path / "lair.db")
    desk.tap("coin-5", zone="seat-1")
    for seat, card in (("Bo", "coin-5"), ("Cy", "coin-1")):
        assert isinstance(desk.table.act(Command(move="gain", by=seat, card=card), "page"), Accepted)
    assert desk.scores == {"Ana": 5, "Bo": 5, "Cy": 1}
    return desk


def make(desk: Desk, n: int, command: Command | None, *, hands: bool = False) -> None:
    edits = desk.table.edits
    assert edits.begin(n, command) is None
    edits.drop_rest()
    assert isinstance(edits.make(len(desk.table.history), "", "page", hands=hands), Accepted)


def test_the_edit_is_there_after_a_crash_and_so_is_what_it_replaced(desk: Desk) -> None:
    make(desk, 1, None)
    before = desk.table.history.state
    desk.crash()
    assert desk.scores == {"Ana": 0, "Bo": 5, "Cy": 1}
    assert desk.table.history.state == before
    assert [row.record["kind"] for row in desk.store.journal.read(desk.table.match)][-1] == EDIT
    assert len(desk.table.history.records) == 5 and desk.table.history.record(1).command is not None
    desk.table.undo(1)
    assert desk.scores["Ana"] == 5
    desk.table.redo()
    assert desk.crash().scores["Ana"] == 0


def test_the_scan_of_a_removed_command_stays_used_and_is_not_taken_again(desk: Desk) -> None:
    before = [(row.id, row.outcome) for row in desk.store.inbox.after(0)]
    make(desk, 1, None)
    desk.crash().wait(5.0)
    assert [(row.id, row.outcome) for row in desk.store.inbox.after(0)] == before
    assert desk.store.inbox.unconsumed() == []
    assert desk.scores["Ana"] == 0
    line = next(line for line in desk.table.log() if line.n == 1)
    assert (line.edited, line.uid is not None) == (REMOVED, True)
    desk.tap("coin-5", zone="seat-1")
    assert desk.scores["Ana"] == 5


def test_the_last_scan_says_nothing_that_is_not_true_any_more(desk: Desk) -> None:
    desk.tap("coin-1", zone="seat-2")
    make(desk, len(desk.table.history) - 1, None)
    assert desk.table.last_scan is None or desk.table.last_scan.code == "undone"


@pytest.mark.parametrize("hands", [True, False])
def test_hands_have_a_list_there_and_back_only_where_it_was_wanted(desk: Desk, hands: bool) -> None:
    make(desk, 3, None, hands=hands)
    assert bool(desk.table.todo) is hands
    desk.table.all_done()
    desk.table.undo(1)
    assert bool(desk.table.todo) is hands


def test_one_undo_takes_back_an_edit_and_what_came_after_keeps_its_list(desk: Desk) -> None:
    make(desk, 3, None)
    desk.table.act(Command(move="gain", by="Bo", card="coin-1"), "page")
    asked = desk.table.back_to(3)
    assert isinstance(asked, Question)
    assert desk.table.preview, "the token of Bo goes back, that of Cy lies where it lay"
    assert {line.source for line in desk.table.preview} == {"Bo"}


def test_programs_are_told_what_counts_now(desk: Desk) -> None:
    make(desk, 2, Command(move="gain", by="Cy", card="coin-5"))
    told = records(desk.store, desk.table.match, 4, find=lambda _: desk.table.game)
    assert [record.kind for record in told] == [EDIT]
    args = json.loads(json.dumps(public_json(told[0])))
    assert args["span"] == [2, 3]
    assert [n for n, _, _ in args["line"]["args"]["then"]] == [2, 3]
    assert args["line"]["code"] == CORRECTED


def test_an_older_version_refuses_the_record_in_words(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    make(desk, 1, None)
    lift = codec.lift
    monkeypatch.setattr(codec, "lift", lambda data, ups=codec.UPCASTERS: lift(data, {}, 1))
    with pytest.raises(TableError) as error:
        desk.crash()
    assert error.value.code == "log-from-future"


def test_a_match_without_an_edit_is_written_as_ever(desk: Desk) -> None:
    rows = desk.store.journal.read(desk.table.match)
    assert {row.record["format"] for row in rows} == {1}
    assert desk.store.matches.get(desk.table.match).header["format"] == 1


@pytest.mark.parametrize(
    "damage",
    [
        {"of": 0}, {"of": 99}, {"of": "1"}, {"then": [{"n": 1}]}, {"then": [{"n": 7, "command": {"move": "gain"}}]},
        {"then": None}, {"was": 3},
    ],
)  # fmt: skip
def test_an_edit_that_cannot_be_true_is_where_the_log_breaks(desk: Desk, damage: dict[str, object]) -> None:
    make(desk, 1, None)
    record = dict(desk.store.journal.read(desk.table.match)[-1].record)
    record["edit"] = {**record["edit"], **damage}
    try:
        read = codec.record_from_json(record)
    except (ValueError, TypeError, LookupError, AttributeError):
        return
    again = desk.table.history.replay(desk.table.game, desk.table.header, (*desk.table.history.records[:-1], read))
    assert isinstance(again, Refused)


@pytest.mark.parametrize("id", some(sorted(all_games()), 2))
def test_any_edits_are_read_from_the_disk_as_they_were_made(
    id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "EVERY", 7)
    game, rng = get_game(id), Random(f"{SEED} {id} disk")
    path = tmp_path / "lair.db"
    store = Store.open(path)
    book = MatchLog.begin(store, game, Header(id, ("Ana", "Bo", "Cy"), rng.choice(game.levels)), lambda: 1.0)
    assert isinstance(book, MatchLog)
    chance = Chance(game, rng)
    for turn in range(60):
        mood = rng.random()
        if turn > 8 and mood < 0.15:
            draft = chance.draft(book.history)
            plan = chance.decided(book.history, draft) if draft else None
            if plan is not None and not isinstance(plan, Refused):
                book.edit(plan, "page")
        elif mood < 0.25:
            book.undo(rng.randint(1, 4), "page", "click")
        elif mood < 0.3:
            book.redo("page", "click")
        elif (command := chance.command(book.history.state)) is not None:
            book.submit((command,), "page", "click")
        if turn % 12 == 11:
            store.close()  # all memory is gone
            store = Store.open(path)
            again = MatchLog.open(store, book.match, lambda: 1.0)
            assert again.lost is None, f"seed {SEED}"
            assert again.history.state == book.history.state, f"seed {SEED}"
            assert again.history.valid == book.history.valid, f"seed {SEED}"
            assert again.history.records == book.history.records
            assert again.aside == book.aside
            book = again
            course_of(book.history)
            assert ExportMatch(store, book.match, whole=False).records
    depth = min(3, len(book.history.live) - 1)
    before = book.history.state_at(depth)
    book.undo(depth, "page", "click")
    assert same(book.history.state, before)
    store.close()


def test_who_is_asked_before_an_edit_is_taken_back_that_showed_something() -> None:
    table = Table.new(Store.open(), get_game("forever-evil"), Header("forever-evil", ("Ana", "Bo"), "deck"))
    assert isinstance(table, Table)
    chance = Chance(table.game, Random(3))
    for _ in range(12):
        command = chance.command(table.history.state)
        assert command is not None
        table.act(command, "page")
    shown = next(
        (n for n in range(1, len(table.history)) if table.edits.begin(n, None) is None and table.edits.plan.shows),
        None,  # type: ignore[union-attr]
    )
    assert shown is not None
    table.edits.drop_rest()
    assert isinstance(table.edits.make(len(table.history), "", "page", hands=False), Accepted)
    asked = table.undo()
    assert isinstance(asked, Question) or not table.history.reveals(1)
