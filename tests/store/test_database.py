"""Opening, migrating and failing: every bad file gets a sentence with the next step, and is left as it was."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lairkeeper.store import Store, StoreError
from lairkeeper.store.errors import translate
from lairkeeper.store.schema import APPLICATION_ID, MIGRATIONS

from .conftest import MakeEvent


def refused(path: Path, *, readonly: bool = False) -> StoreError:
    with pytest.raises(StoreError) as caught:
        Store.open(path, readonly=readonly)
    return caught.value


def database_of_version(path: Path, version: int) -> None:
    """Make a file as the Lairkeeper of that format left it."""
    connection = sqlite3.connect(path)
    for step in MIGRATIONS[:version]:
        step(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.commit()
    connection.close()


def test_a_new_file_is_durable_and_ours(path: Path) -> None:
    with Store.open(path) as store:
        read = store.database.read
        assert read("PRAGMA journal_mode")[0][0] == "wal"
        assert read("PRAGMA synchronous")[0][0] == 2
        assert read("PRAGMA user_version")[0][0] == len(MIGRATIONS)
        assert read("PRAGMA application_id")[0][0] == APPLICATION_ID


def test_folders_are_made(tmp_path: Path) -> None:
    with Store.open(tmp_path / "a" / "b" / "lair.db") as store:
        assert store.matches.list() == []


@pytest.mark.parametrize("version", range(len(MIGRATIONS) + 1))
def test_every_older_format_is_brought_up_to_date(path: Path, version: int, event: MakeEvent) -> None:
    if version:
        database_of_version(path, version)
    with Store.open(path) as store:
        store.inbox.receive([event(1)])
        match = store.matches.create({"game": "toy"}, 1.0)
        store.journal.append(match, {}, at=1.0, who="page", why="start")
        assert store.database.read("PRAGMA user_version")[0][0] == len(MIGRATIONS)


def test_a_migration_keeps_the_data_and_makes_a_backup(path: Path, event: MakeEvent) -> None:
    with Store.open(path) as store:
        store.inbox.receive([event(1)])

    def widen(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE inbox ADD COLUMN extra TEXT")

    MIGRATIONS.append(widen)
    try:
        with Store.open(path) as store:
            assert store.inbox.count()["all"] == 1
            assert store.database.read("SELECT extra FROM inbox")[0][0] is None
    finally:
        MIGRATIONS.pop()
    (backup,) = path.parent.glob("*.backup")
    assert backup.name == f"lair.format{len(MIGRATIONS)}.backup"
    with Store.open(backup) as store:
        assert store.inbox.count()["all"] == 1


def test_a_migration_that_fails_changes_nothing(path: Path, event: MakeEvent) -> None:
    with Store.open(path) as store:
        store.inbox.receive([event(1)])

    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("DROP TABLE inbox")
        connection.execute("SELECT * FROM nowhere")

    MIGRATIONS.append(broken)
    try:
        assert refused(path).code == "broken"
    finally:
        MIGRATIONS.pop()
    with Store.open(path) as store:
        assert store.inbox.count()["all"] == 1


def test_a_newer_file_is_left_alone(path: Path) -> None:
    database_of_version(path, len(MIGRATIONS))
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = path.read_bytes()
    error = refused(path)
    assert error.code == "newer"
    assert "pip install -U lairkeeper" in str(error)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("shopping list\n" * 200)
    error = refused(path)
    assert error.code == "not-ours"
    assert "--db" in str(error)
    assert path.read_text().startswith("shopping list")


def test_a_database_of_another_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    assert refused(path).code == "not-ours"


def test_a_damaged_file(path: Path, event: MakeEvent) -> None:
    with Store.open(path) as store:
        store.inbox.receive([event(n) for n in range(1, 400)])
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 4096):
        data[at : at + 200] = b"\xff" * 200
    path.write_bytes(bytes(data))
    error = refused(path)
    assert error.code == "broken"
    assert "backup" in str(error)


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    assert refused(tmp_path).code == "unreachable"


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert refused(tmp_path / "file" / "lair.db").code == "unreachable"


def test_a_second_lairkeeper_is_told_which_process_has_it(path: Path) -> None:
    script = (
        "import sys; from lairkeeper.store import Store\n"
        "store = Store.open(sys.argv[1]); print('open', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        error = refused(path)
        with Store.open(path, readonly=True) as reader:
            assert reader.matches.list() == []
        other.kill()
    assert error.code == "locked"
    assert f"process {other.pid}" in str(error)
    Store.open(path).close()


def test_reading_only_needs_a_file_of_this_format(path: Path) -> None:
    assert refused(path, readonly=True).code == "missing"
    database_of_version(path, len(MIGRATIONS))
    with Store.open(path, readonly=True) as store, pytest.raises(StoreError) as caught:
        store.settings.set("language", "fr")
    assert caught.value.code == "read-only"


def test_reading_only_does_not_migrate(path: Path) -> None:
    database_of_version(path, len(MIGRATIONS))
    MIGRATIONS.append(lambda connection: None)
    try:
        assert refused(path, readonly=True).code == "older"
    finally:
        MIGRATIONS.pop()


def test_a_full_disk_is_said_and_nothing_half_written(store: Store, event: MakeEvent) -> None:
    pages = store.database.read("PRAGMA page_count")[0][0]
    store.database.read(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError) as caught:
        store.inbox.receive([event(n, uid="04" * 40) for n in range(1, 2000)])
    assert caught.value.code == "disk-full"
    assert "Free some space" in str(caught.value)
    assert store.inbox.count()["all"] == 0
    store.database.read("PRAGMA max_page_count = 100000")
    store.inbox.receive([event(1)])
    assert store.inbox.count()["all"] == 1


def test_a_disk_that_became_read_only(store: Store, event: MakeEvent) -> None:
    store.database.read("PRAGMA query_only = 1")
    with pytest.raises(StoreError) as caught:
        store.inbox.receive([event(1)])
    assert caught.value.code == "read-only"


def test_inner_transactions_join_the_outer_one(store: Store) -> None:
    with pytest.raises(RuntimeError), store.write():
        store.settings.set("a", 1)
        with store.write():
            store.settings.set("b", 2)
        raise RuntimeError
    assert store.settings.get("a") is None
    assert store.settings.get("b") is None


def test_backup_is_a_whole_copy(store: Store, tmp_path: Path) -> None:
    store.settings.set("language", "fr")
    store.backup(tmp_path / "copy.db")
    with Store.open(tmp_path / "copy.db") as copy:
        assert copy.settings.get("language") == "fr"


@pytest.mark.parametrize("link", ["symbolic", "hard"])
def test_a_file_under_another_name_is_the_same_database(path: Path, tmp_path: Path, link: str) -> None:
    Store.open(path).close()
    other = tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    if link == "hard":
        other.hardlink_to(path)
    else:
        other.symlink_to(path)
    with Store.open(path):
        error = refused(other)
        assert error.code == "locked"
        assert str(os.getpid()) in str(error)
        script = "import sys; from lairkeeper.store import Store; Store.open(sys.argv[1])"
        done = subprocess.run([sys.executable, "-c", script, str(other)], capture_output=True, text=True, check=False)
        assert "in use by another Lairkeeper" in done.stderr
    with Store.open(other) as store:
        assert refused(path).code == "locked"
        assert store.matches.list() == []


def test_a_refused_second_opening_leaves_the_first_its_locks(path: Path, tmp_path: Path, event: MakeEvent) -> None:
    link = tmp_path / "link.db"
    with Store.open(path) as store:
        link.symlink_to(path)
        refused(link)
        store.inbox.receive([event(1)])
        assert refused(path).code == "locked"


def test_a_backup_that_holds_the_file_is_named_and_waited_for(path: Path, event: MakeEvent) -> None:
    with Store.open(path) as store:
        store.wait_at_most(0.03)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(StoreError) as caught:
            store.inbox.receive([event(1)])
        assert time.monotonic() - began < 0.5
        assert caught.value.code == "busy"
        assert "backup" in str(caught.value)
        assert "another Lairkeeper" not in str(caught.value)
        other.execute("ROLLBACK")
        other.close()
        store.inbox.receive([event(1)])
        assert store.inbox.count()["all"] == 1


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (sqlite3.SQLITE_IOERR, "disk-fails"),
        (sqlite3.SQLITE_IOERR | 10 << 8, "disk-fails"),
        (sqlite3.SQLITE_CORRUPT, "broken"),
        (sqlite3.SQLITE_FULL, "disk-full"),
        (sqlite3.SQLITE_BUSY, "busy"),
    ],
)
def test_what_the_disk_does_is_told_from_what_the_file_is(code: int, problem: str) -> None:
    error = sqlite3.OperationalError("words")
    error.sqlite_errorcode = code
    told = translate(error, "lair.db")
    assert told.code == problem
    assert ("Move it away" in str(told)) == (problem == "broken")


UNREAD = Path("/proc/self/mem")
"""Its first byte is an I/O error on Linux: nothing lies at that address."""


@pytest.mark.skipif(not UNREAD.exists(), reason="only Linux has a file that fails to be read")
def test_a_disk_that_does_not_read_a_page_is_not_called_a_damaged_file(path: Path) -> None:
    with Store.open(path) as store:
        read = store.database.read
        read("PRAGMA wal_checkpoint(TRUNCATE)")
        ours = [int(fd.name) for fd in Path("/dev/fd").iterdir() if fd.exists() and fd.samefile(path)]
        kept = {fd: os.dup(fd) for fd in ours}
        hidden = path.rename(path.with_name("hidden.db"))
        path.symlink_to(UNREAD)
        with UNREAD.open("rb", buffering=0) as bad:
            for fd in kept:
                os.dup2(bad.fileno(), fd)
        read("PRAGMA shrink_memory")
        try:
            with pytest.raises(StoreError) as caught:
                store.settings.get("a")
        finally:
            for fd, before in kept.items():
                os.dup2(before, fd)
                os.close(before)
            path.unlink()
            hidden.rename(path)
        assert kept
        assert getattr(caught.value.__cause__, "sqlite_errorname", "") == "SQLITE_CORRUPT", "as SQLite calls it"
        assert caught.value.code == "disk-fails"
        assert "damaged" not in str(caught.value)
        assert store.settings.get("a") is None


def test_a_file_that_is_deleted_while_it_is_open_takes_nothing_more(path: Path, event: MakeEvent) -> None:
    with Store.open(path) as store:
        store.inbox.receive([event(1)])
        hidden = path.with_name("hidden.db")
        path.rename(hidden)
        with pytest.raises(StoreError) as caught:
            store.inbox.receive([event(2)])
        assert caught.value.code == "gone"
        assert "Put it back" in str(caught.value)
        hidden.rename(path)
        store.inbox.receive([event(2)])
        assert store.inbox.count()["all"] == 2
        path.unlink()
        path.write_bytes(b"")
        with pytest.raises(StoreError):
            store.inbox.receive([event(3)])


def test_a_record_is_kept_at_its_own_number_only(store: Store) -> None:
    match = store.matches.create({"game": "toy"}, 1.0)
    store.journal.append(match, {"n": 0}, at=1.0, who="page", why="start")
    with pytest.raises(StoreError) as caught:
        store.journal.append(match, {"n": 2}, at=1.0, who="page", why="tap")
    assert caught.value.code == "broken"
    assert [row.n for row in store.journal.read(match)] == [0]
