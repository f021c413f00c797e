"""A backup holds what was committed, is checked, and comes back; what is none is refused and changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from lairkeeper.store import Store, StoreError, StoreProblem, backup
from lairkeeper.store.backup import facts_of, write_backup
from lairkeeper.store.restoring import RestoredBackup, RestoreError, prepare, put_in_place, waiting_path
from lairkeeper.store.schema import MIGRATIONS

from ..fresh import SEED
from .test_matches import HEADER

DAY = 1_780_000_000.0
FORMAT_5 = Path(__file__).with_name("format5.sql")


def filled(path: Path, matches: int = 3) -> Path:
    with Store.open(path) as store:
        for _ in range(matches):
            match = store.matches.create(HEADER, DAY)
            for n in range(5):
                store.journal.append(match, {"n": n}, at=DAY, who="page", why="tap")
    return path


def held(path: Path) -> list[tuple[int, int]]:
    with Store.open(path) as store:
        return [(row.id, len(store.journal.read(row.id))) for row in store.matches.list()]


def test_a_backup_is_one_file_with_what_was_committed(path: Path, tmp_path: Path) -> None:
    with Store.open(path) as store:
        match = store.matches.create(HEADER, DAY)
        store.journal.append(match, {"n": 0}, at=DAY, who="page", why="start")
        facts = write_backup(path, tmp_path / "b" / "copy.db")
        store.journal.append(match, {"n": 1}, at=DAY, who="page", why="tap")
    assert (facts.version, facts.matches, facts.newest) == (len(MIGRATIONS), 1, DAY)
    assert [each.name for each in (tmp_path / "b").iterdir()] == ["copy.db"]
    assert held(tmp_path / "b" / "copy.db") == [(1, 1)]


def test_what_is_written_meanwhile_does_not_begin_it_anew(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    steps = 0
    with Store.open(path) as store:

        def write(descriptor: int) -> None:
            nonlocal steps
            steps += 1
            assert steps < 1000, "it never ends"
            store.matches.create(HEADER, DAY)

        monkeypatch.setattr(backup, "STEP", 2)
        monkeypatch.setattr(backup, "_pause", write)
        assert write_backup(path, tmp_path / "copy.db").matches == 3
        assert len(store.matches.list()) == 3 + steps > 10


def test_no_file_is_written_over(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_bytes(b"mine")
    with pytest.raises(StoreError, match="there already"):
        write_backup(filled(path), target)
    assert target.read_bytes() == b"mine"
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_comes_back_and_the_present_database_is_kept(path: Path, tmp_path: Path) -> None:
    write_backup(filled(path), tmp_path / "copy.db")
    filled(path, 2)
    prepare(tmp_path / "copy.db", path)
    assert len(held(waiting_path(path))) == 3
    restored = put_in_place(path, DAY)
    assert isinstance(restored, RestoredBackup) and restored.kept is not None
    assert len(held(path)) == 3
    assert len(held(restored.kept)) == 5
    assert put_in_place(path, DAY) is None


def test_on_a_fresh_machine_there_is_nothing_to_keep(path: Path, tmp_path: Path) -> None:
    write_backup(filled(path), tmp_path / "copy.db")
    there = tmp_path / "new" / "lair.db"
    prepare(tmp_path / "copy.db", there)
    restored = put_in_place(there, DAY)
    assert restored is not None and restored.kept is None
    assert held(there) == held(tmp_path / "copy.db")


def test_while_another_has_the_database_it_waits_for_the_next_start(path: Path, tmp_path: Path) -> None:
    write_backup(filled(path), tmp_path / "copy.db")
    with Store.open(path) as store:
        store.matches.create(HEADER, DAY)
        prepare(tmp_path / "copy.db", path)
        with pytest.raises(StoreError) as caught:
            put_in_place(path, DAY)
        assert caught.value.problem is StoreProblem.LOCKED
        store.matches.create(HEADER, DAY)
    with Store.open(path) as store:
        assert isinstance(store.restored, RestoredBackup) and store.restored.kept is not None
        assert len(store.matches.list()) == 3
        kept = store.restored.kept
    assert len(held(kept)) == 5, "what was written while it waited is kept, too"


def test_what_a_killed_run_left_in_its_log_is_kept_and_not_folded_into_the_backup(path: Path, tmp_path: Path) -> None:
    write_backup(filled(path, 1), tmp_path / "copy.db")
    killed = tmp_path / "killed" / "lair.db"
    killed.parent.mkdir()
    with Store.open(path) as store:
        store.matches.create(HEADER, DAY)
        for end in ("", "-wal"):
            killed.with_name(killed.name + end).write_bytes(path.with_name(path.name + end).read_bytes())
    prepare(tmp_path / "copy.db", killed)
    restored = put_in_place(killed, DAY)
    assert restored is not None and restored.kept is not None
    assert len(held(killed)) == 1
    assert len(held(restored.kept)) == 2


def test_an_older_backup_is_brought_up_to_date_and_stays_as_it_was(path: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript(FORMAT_5.read_text(encoding="utf-8"))
    before = old.read_bytes()
    waiting = prepare(old, filled(path))
    assert waiting.facts.version == 5
    assert facts_of(waiting.path).version == len(MIGRATIONS)
    assert old.read_bytes() == before
    assert not list(tmp_path.glob("*.format*"))


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def other_program(data: bytes) -> bytes:
    return data[:68] + b"\0\0\0\1" + data[72:]


def newer(data: bytes) -> bytes:
    return data[:60] + (len(MIGRATIONS) + 1).to_bytes(4, "big") + data[64:]


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (cut, "broken"),
        (other_program, "not-ours"),
        (newer, "newer"),
        (lambda data: b"", "not-ours"),
        (lambda data: b"a letter to Ana" * 100, "not-ours"),
    ],
)
def test_what_is_no_whole_backup_is_refused_and_changes_nothing(
    path: Path, tmp_path: Path, spoil: Callable[[bytes], bytes], code: str
) -> None:
    write_backup(filled(path), tmp_path / "copy.db")
    bad = tmp_path / "bad.db"
    bad.write_bytes(spoil((tmp_path / "copy.db").read_bytes()))
    before, files = path.read_bytes(), sorted(tmp_path.iterdir())
    with pytest.raises(RestoreError) as caught:
        prepare(bad, path)
    assert caught.value.code == code
    assert path.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == files


def test_damaged_entries_are_counted_and_set_aside_only_if_asked(path: Path, tmp_path: Path) -> None:
    with Store.open(path) as store:
        store.settings.set("language", "fr")
        store.settings.set("other", 1)
    write_backup(path, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection, connection:
        connection.execute("UPDATE settings SET value = '\"en\"' WHERE key = 'language'")
    with pytest.raises(RestoreError) as caught:
        prepare(tmp_path / "copy.db", path)
    assert (caught.value.code, caught.value.values["n"]) == ("damaged", 1)
    prepare(tmp_path / "copy.db", path, anyway=True)
    put_in_place(path, DAY)
    with Store.open(path) as store:
        assert (store.settings.get("language"), store.settings.get("other")) == (None, 1)
        assert store.found == {"settings": 1}


def test_the_database_itself_and_a_missing_file_are_refused(path: Path, tmp_path: Path) -> None:
    filled(path)
    for file, code in ((path, "itself"), (tmp_path / "none.db", "missing"), (tmp_path, "missing")):
        with pytest.raises(RestoreError) as caught:
            prepare(file, path)
        assert caught.value.code == code


def test_a_backup_that_was_damaged_while_it_waited_is_moved_away(path: Path, tmp_path: Path) -> None:
    write_backup(filled(path), tmp_path / "copy.db")
    prepare(tmp_path / "copy.db", path)
    waiting_path(path).write_bytes(cut(waiting_path(path).read_bytes()))
    for why in ("broken", None):
        with Store.open(path) as store:
            assert getattr(store.restored, "code", None) == why
            assert len(store.matches.list()) == 3
    assert list(tmp_path.glob("*-failed.db"))


def test_a_backup_with_any_bytes_exchanged_is_refused_or_whole(path: Path, tmp_path: Path) -> None:
    """Nothing but our own sentences comes of it, and what is accepted opens."""
    write_backup(filled(path), tmp_path / "copy.db")
    data = (tmp_path / "copy.db").read_bytes()
    random = Random(SEED)
    for n in range(25):
        spoiled = bytearray(data)
        for _ in range(random.choice((1, 4, 60))):
            spoiled[random.randrange(len(spoiled))] = random.randrange(256)
        bad = tmp_path / f"bad-{n}.db"
        bad.write_bytes(bytes(spoiled))
        try:
            prepare(bad, path)
        except RestoreError:
            continue
        with Store.open(waiting_path(path)) as store:
            store.matches.list()
    assert len(held(path)) == 3
