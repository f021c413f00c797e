"""A deleted database is saved beside where it was: nothing lost, nothing doubled, no file written over."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from lairkeeper.store import Store, StoreError

from .conftest import MakeEvent

DAY = datetime(2026, 12, 1, 20, 15).timestamp()


def only_the_file(path: Path) -> None:
    path.unlink()


def all_its_files(path: Path) -> None:
    for file in path.parent.glob(path.name + "*"):
        file.unlink()


def the_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def exchanged(path: Path) -> None:
    other = path.with_name("other.db")
    Store.open(other).close()
    other.replace(path)


@pytest.mark.parametrize("delete", [only_the_file, all_its_files, the_folder, exchanged])
def test_what_a_deleted_file_held_is_saved_beside_it(
    tmp_path: Path, event: MakeEvent, delete: Callable[[Path], None]
) -> None:
    path = tmp_path / "folder" / "lair.db"
    with Store.open(path) as store:
        match = store.matches.create({"game": "toy"}, 1.0)
        for n in range(300):
            store.inbox.receive([event(n)])
            store.journal.append(match, {"n": n}, at=1.0, who="page", why="tap", consumed=[n + 1])
        store.database.read("PRAGMA wal_checkpoint")
        store.inbox.receive([event(300)])
        delete(path)
        with pytest.raises(StoreError):
            store.inbox.receive([event(301)])
        saved = store.save_beside(DAY)
        assert saved == path.with_name("lair.saved-2026-12-01.db")
        assert store.save_beside(DAY) == store.saved == saved, "one copy is enough"
        with Store.open(saved) as copy:
            assert [row.record["n"] for row in copy.journal.read(match)] == list(range(300))
            assert [row.consumed for row in copy.journal.read(match)] == [(n,) for n in range(1, 301)]
            assert copy.inbox.count()["all"] == 301
            assert copy.found == {}
            copy.inbox.receive([event(300), event(301)])
            assert copy.inbox.count()["all"] == 302, "the board sends both again: it heard nothing of the first"
        if delete is exchanged:
            with Store.open(path.rename(path.with_name("again.db"))) as other:
                assert other.matches.list() == []


def test_a_copy_beside_is_never_written_over_and_never_out_of_date(path: Path, event: MakeEvent) -> None:
    (taken := path.with_name("lair.saved-2026-12-01.db")).write_text("mine")
    with Store.open(path) as store:
        store.inbox.receive([event(1)])
        hidden = path.rename(path.with_name("hidden.db"))
        first = store.save_beside(DAY)
        assert first == path.with_name("lair.saved-2026-12-01-2.db")
        hidden.rename(path)
        store.inbox.receive([event(2)])
        path.rename(hidden)
        assert store.saved is None, "it lacks the second scan"
        second = store.save_beside(DAY)
        assert second == path.with_name("lair.saved-2026-12-01-3.db")
        second.unlink()
        assert store.saved is None, "it has gone, too"
        assert store.save_beside(DAY) == second
    assert taken.read_text() == "mine"
    for file, scans in ((first, 1), (second, 2)):
        with Store.open(file, readonly=True) as copy:
            assert copy.inbox.count()["all"] == scans


def test_a_folder_that_cannot_be_made_again_is_named(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "lair.db"
    with Store.open(path) as store:
        shutil.rmtree(path.parent)
        path.parent.write_text("no folder any more")
        with pytest.raises(StoreError) as caught:
            store.save_beside(DAY)
    assert caught.value.code == "unreachable"
    assert str(path) in str(caught.value)


def test_a_copy_that_finds_no_room_is_not_left_behind(path: Path) -> None:
    with Store.open(path) as store:
        path.unlink()
        with pytest.MonkeyPatch.context() as patch, pytest.raises(StoreError) as caught:
            patch.setattr(sqlite3, "connect", FullCopy)
            store.save_beside(DAY)
    assert caught.value.code == "disk-full"
    assert list(path.parent.glob("*.saved-*")) == []


class FullCopy(sqlite3.Connection):
    """A connection to a file that takes one page and no more."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, isolation_level=None)
        self.execute("PRAGMA max_page_count = 1")
