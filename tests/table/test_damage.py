"""One bit of the database turns over: the score is right, or what is wrong is said."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lairkeeper.core.history import History
from lairkeeper.core.purse import worth
from lairkeeper.store import Store, StoreError
from lairkeeper.table import Clocks, Hub, past

from ..fresh import SEED
from ..scans.toy import TOY
from .desk import EPOCH, Desk

FLIPS = 100
Scores = dict[str, int]
TABLES = (
    "inbox", "matches", "journal", "people", "seats", "tags", "settings", "results", "printed", "snapshots", "lengths",
)  # fmt: skip
TAPS = "coin-5 seat-2 coin-5 coin-1 verb-undo coin-5 apple#1 verb-undo seat-3 coin-5 coin-1 coin-1 coin-5 coin-1"


@dataclass(frozen=True)
class GroundTruth:
    """A database with a match and a scan that waits; the scores after each record, and with that scan."""

    path: Path
    after: tuple[Scores, ...]
    whole: Scores

    def could_be(self, scores: Scores) -> bool:
        """Return True when the match had these scores at some point, with or without the scan that waits."""
        return scores in self.after or {**scores, "Bo": scores["Bo"] - 5} in self.after


def scores_of(history: History) -> Scores:
    return {seat: worth(history.state, seat) for seat in ("Ana", "Bo", "Cy")}


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> GroundTruth:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(past, "EVERY", 4)
        desk = Desk(tmp_path_factory.mktemp("damage") / "lair.db")
        old = desk.table.match
        seat = {"seat": "Ana", "score": 7, "rank": 1, "winner": True, "tiebreak": None}
        desk.store.matches.finish(old, {"seats": [seat]}, 99.0)
        desk.store.printed.put(TOY.id, "bread", {"points": 2}, 5.0)
        table = desk.table.new(desk.store, TOY, desk.table.header, clocks=desk.clocks)
        assert not hasattr(table, "code")
        desk.sit(table)  # type: ignore[arg-type]
        for tap in TAPS.split():
            desk.tap(tap)
        desk.table.all_done()
        desk.wait(20)
        for question in desk.table.questions:
            desk.table.answer(question.id, len(question.options) - 1, "page")
        assert desk.store.inbox.count()["waiting"] == 0
        history = desk.table.history
        prefixes = (History.replay(TOY, history.header, history.records[:n]) for n in range(1, len(history) + 1))
        after = tuple(scores_of(each) for each in prefixes if isinstance(each, History))
        assert len(after) == len(history) > 8
        desk.receive(desk.event("coin-5", "seat-2"))
        desk.store.close()
    return GroundTruth(Path(desk.path), after, {**after[-1], "Bo": after[-1]["Bo"] + 5})


def flipped(value: Any, rng: Random) -> Any:
    """Return the value with one bit turned over; text may then no longer be text."""
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(62))
    if isinstance(value, float):
        (bits,) = struct.unpack("<q", struct.pack("<d", value))
        (other,) = struct.unpack("<d", struct.pack("<q", bits ^ (1 << rng.randrange(62))))
        return other
    data = bytearray(value.encode() if isinstance(value, str) else value)
    at = rng.randrange(len(data) * 8)
    data[at // 8] ^= 1 << at % 8
    return bytes(data)


def flip(path: Path, rng: Random) -> tuple[str, str, dict[str, Any]]:
    """Turn one bit of one column of one row over: table, column, row as it was."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        while True:
            table = rng.choice(TABLES)
            row = dict(rng.choice(connection.execute(f"SELECT * FROM {table}").fetchall()))
            column = rng.choice([name for name, value in row.items() if value not in (None, "", b"")])
            old = row[column]
            to = "CAST(? AS TEXT)" if isinstance(old, str) else "?"
            where = " AND ".join(f"{name} IS ?" for name in row)
            try:
                connection.execute(
                    f"UPDATE {table} SET {column} = {to} WHERE {where}", (flipped(old, rng), *row.values())
                )
            except sqlite3.Error:  # two of a kind, or no number
                continue
            if connection.execute("SELECT changes()").fetchone()[0] == 1:
                return table, column, row


def look(path: Path) -> tuple[Hub, Store]:
    store = Store.open(path)
    now = [0.0]
    hub = Hub(store, games={TOY.id: TOY}, clocks=Clocks(lambda: EPOCH + 1e6, lambda: now[0]))
    hub.resume_last()
    now[0] += 10
    hub.pump()
    return hub, store


def read_everything(hub: Hub) -> None:
    """Read what pages and exports read."""
    store = hub.store
    store.matches.list()
    store.people.list()
    store.people.seats(2)
    store.inbox.recent(1000)
    store.inbox.last("b1")
    store.printed.of_game(TOY.id)
    assert hub.registry.list(TOY.id) is not None
    if hub.table is not None:
        assert len(hub.table.log(limit=100)) == min(100, len(hub.table.history))
        assert len(hub.table.history.records) == len(hub.table.history)


def test_a_flipped_bit_never_changes_the_score_in_silence(truth: GroundTruth, tmp_path: Path) -> None:
    rng = Random(SEED)
    for n in range(FLIPS):
        path = tmp_path / f"lair-{n}.db"
        shutil.copy(truth.path, path)
        table, column, row = flip(path, rng)
        case = f"LAIRKEEPER_FRESH_SEED={SEED} flip {n}: {table}.{column} of {row}"
        hub, store = look(path)
        with store:
            read_everything(hub)
            said = hub.problem.code if hub.problem is not None else None
            if hub.table is None:
                assert table == "matches", case
                assert said == "damaged-match", case
            else:
                scores = scores_of(hub.table.history)
                assert scores == truth.whole or (said is not None and truth.could_be(scores)), (case, said, scores)
                if table == "journal" and row["match"] == 2 and column in ("at", "who", "why", "cause_checksum"):
                    line = next(each for each in hub.table.log(limit=100) if each.n == row["n"])
                    assert (line.who, scores) == ("unknown", truth.whole), case
                elif table == "journal" and row["match"] == 2:
                    assert said == "log-cut", case
                    assert hub.problem is not None and hub.problem.args["line"] == row["n"], case
                if table in ("tags", "settings", "printed", "people", "seats", "results"):
                    assert said == "set-aside", case
                    assert sum(store.found.values()) == 1, case
            whole = column in ("match", "record", "outcome", "end_checksum")
            assert table != "inbox" or whole or store.found == {"inbox": 1}, case
        path.unlink()


def test_an_outcome_that_is_no_text_any_more_is_read(truth: GroundTruth, tmp_path: Path) -> None:
    path = tmp_path / "lair.db"
    shutil.copy(truth.path, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE inbox SET outcome = CAST(X'F26563' AS TEXT) WHERE outcome IS NOT NULL")
    hub, store = look(path)
    with store:
        read_everything(hub)
        assert hub.table is not None
        assert scores_of(hub.table.history) == truth.whole


def test_a_flipped_bit_of_the_file_is_one_sentence_at_most(truth: GroundTruth, tmp_path: Path) -> None:
    """Also what SQLite itself needs may be hit: then the file as a whole is said to be damaged."""
    rng = Random(SEED)
    told = 0
    for n in range(FLIPS):
        path = tmp_path / f"lair-{n}.db"
        data = bytearray(truth.path.read_bytes())
        at = rng.randrange(len(data) * 8)
        data[at // 8] ^= 1 << at % 8
        path.write_bytes(data)
        case = f"LAIRKEEPER_FRESH_SEED={SEED} flip {n}: bit {at}"
        try:
            hub, store = look(path)
        except StoreError:
            told += 1
            continue
        with store:
            if hub.table is not None:
                scores = scores_of(hub.table.history)
                assert truth.could_be(scores), (case, scores)
            try:
                read_everything(hub)
            except StoreError:
                told += 1
    print(f"{told} of {FLIPS} told of the whole file")


def test_what_is_damaged_is_kept_beside_and_told_of_once(truth: GroundTruth, tmp_path: Path) -> None:
    path = tmp_path / "lair.db"
    shutil.copy(truth.path, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE tags SET component = 'coin-50#1' WHERE component = 'coin-5#1'")
        connection.execute("UPDATE inbox SET zone = 'seat-3' WHERE outcome IS NULL")
    hub, store = look(path)
    with store:
        assert hub.problem is not None
        assert (hub.problem.code, hub.problem.args) == (
            "set-aside", {"n": 2, "tags": 1, "printed": 0, "settings": 0, "people": 0, "inbox": 1}
        )  # fmt: skip
        assert hub.table is not None
        assert scores_of(hub.table.history) == truth.after[-1]
        kept = store.database.read("SELECT source, line FROM set_aside ORDER BY source")
        assert [row["source"] for row in kept] == ["inbox", "tags"]
        assert '"coin-50#1"' in kept[1]["line"]
    hub, store = look(path)
    with store:
        assert hub.problem is None


def test_a_row_that_was_damaged_stays_so_when_some_of_it_is_written_anew(truth: GroundTruth, tmp_path: Path) -> None:
    path = tmp_path / "lair.db"
    shutil.copy(truth.path, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE matches SET header = replace(header, 'Ana', 'Ann') WHERE id = 2")
        connection.execute("UPDATE matches SET result = replace(result, '7', '9') WHERE id = 1")
    with Store.open(path) as store:
        store.matches.close(2, 3000.0)
        store.matches.close(1, 3000.0)
        one, two = reversed(store.matches.list())
        assert (one.damaged, one.end_damaged, one.result, one.finished_at) == (False, True, None, None)
        assert (two.damaged, two.header) == (True, {})
        with pytest.raises(StoreError, match="set-up of match 2") as caught:
            store.matches.get(2)
        assert caught.value.code == "damaged-match"


YOUNGER = ("title", "deleted_at", "list_checksum", "note", "place", "origin", "origin_n", "notes_checksum")
"""The columns of a match that came after format 5."""


def test_databases_from_before_checksums_go_on(truth: GroundTruth, tmp_path: Path) -> None:
    """Take what such a database holds when it comes as true."""
    path = tmp_path / "lair.db"
    shutil.copy(truth.path, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TABLE seats")
        for late in ("turns", "merges", "summaries"):
            connection.execute(f"DROP TABLE {late}")
        for index in ("matches_of_origin", "matches_by_start", "matches_by_game", "matches_by_level", "matches_ended"):
            connection.execute(f"DROP INDEX {index}")
        connection.execute("ALTER TABLE people RENAME TO players")
        younger = {"players": ("crest", "archived_at"), "matches": YOUNGER}
        for table, column in ((table, column) for table, names in younger.items() for column in names):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        for table in ("inbox", "matches", "journal", "players", "tags", "settings", "results", "printed"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        for table in ("inbox", "matches"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN end_checksum")
        connection.execute("ALTER TABLE journal DROP COLUMN cause_checksum")
        connection.execute("DROP TABLE set_aside")
        connection.execute("DROP TABLE lengths")
        connection.execute("PRAGMA user_version = 4")
    hub, store = look(path)
    with store:
        assert hub.problem is None
        assert hub.table is not None
        assert scores_of(hub.table.history) == truth.whole
    assert (tmp_path / "lair.format4.backup").is_file()
