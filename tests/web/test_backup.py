"""The page of backups: a whole file, a weekly copy, and the way back; bad files and folders are told in words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from lairkeeper.store import Store
from lairkeeper.store.backup import facts_of
from lairkeeper.store.restoring import waiting_path
from lairkeeper.table import Clocks, Hub
from lairkeeper.table.backups import AGAIN, EVERY, FAILS, KEPT

from .conftest import ORIGIN, Client, client_for
from .situations import begun

DAY = 86_400.0


class Time:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1_780_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def kept(tmp_path: Path, time: Time) -> Iterator[Hub]:
    """Yield a hub over a file, with a match on the table."""
    with Store.open(tmp_path / "home" / "lair.db") as store:
        hub = Hub(store, clocks=Clocks(wall=time))
        begun(hub, seats=("Ana", "Bo"))
        yield hub


@pytest.fixture
def page(kept: Hub) -> Client:
    return client_for(kept)


def sent(page: Client, data: bytes, name: str = "lair.db"):
    headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "referer": ORIGIN + "/backup"}
    return page.post("/backup/restore", files={"file": (name, data)}, headers=headers)


def made(hub: Hub) -> None:
    """Let the weekly backup run, if it is due."""

    async def run() -> None:
        hub.backups.look()
        await hub.backups.close()

    asyncio.run(run())


def test_a_backup_is_downloaded_and_leaves_nothing_behind(page: Client, kept: Hub, tmp_path: Path) -> None:
    answer = page.get("/backup/file")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="lairkeeper-2026-05-28.db"'
    copy = tmp_path / "copy.db"
    copy.write_bytes(answer.content)
    assert (facts_of(copy).matches, facts_of(copy).people) == (1, 2)
    assert not list((tmp_path / "home").glob("lairkeeper-*"))


def test_the_page_says_where_everything_is(page: Client, kept: Hub) -> None:
    text = page.get("/backup").text
    assert kept.store.path in text
    (Path(kept.store.path).parent / "lair.format5.backup").write_bytes(b"x" * 1_500_000)
    text = page.get("/backup").text
    assert "lair.format5.backup" in text and "before an update" in text and "1.5 MB" in text


def test_a_backup_waits_for_the_next_start_and_can_be_given_up(page: Client, kept: Hub) -> None:
    data = page.get("/backup/file").content
    begun(kept, seats=("Ana", "Bo"))
    answer = sent(page, data)
    assert answer.status_code == 200
    assert "Matches: 1 (the last of" in answer.text and "players: 2" in answer.text
    assert "waits for the next start" in page.get("/backup").text
    page.send_form("/backup/stay")
    assert "waits for the next start" not in page.get("/backup").text
    assert not waiting_path(Path(kept.store.path)).exists()
    sent(page, data)
    kept.store.close()
    with Store.open(kept.store.path) as store:
        assert len(store.matches.list()) == 1
        text = client_for(Hub(store)).get("/backup").text
        assert "lair.before-" in text and "A backup was restored at this start" in text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_no_backup_is_refused_in_words(page: Client, kept: Hub, lang: str) -> None:
    data = page.get("/backup/file").content
    page.cookies.set("lang", lang)
    for bad, said in (
        (data[: len(data) // 2], {"en": "damaged or cut off", "fr": "abîmé ou coupé"}),
        (b"<script>alert(1)</script>", {"en": "is not a backup", "fr": "n’est pas une sauvegarde"}),
        (data[:60] + b"\0\0\0\x63" + data[64:], {"en": "newer Lairkeeper", "fr": "plus récent"}),
    ):
        answer = sent(page, bad, "<b>évil</b>.db")
        assert answer.status_code == 422
        assert said[lang] in answer.text
        assert "<b>évil" not in answer.text and "&lt;b&gt;évil" in answer.text
    assert not waiting_path(Path(kept.store.path)).exists()


@pytest.mark.parametrize("path", ["/backup/restore", "/history/import", "/tags/import"])
def test_a_broken_upload_is_refused(page: Client, path: str) -> None:
    headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "referer": ORIGIN}
    for kind, body in (
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=a", b"--a\r\nnothing"),
        ("multipart/form-data; boundary=a", b'--a\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext\r\n--a--'),
        ("multipart/form-data; boundary=" + "a" * 999, b"--a"),
        ("multipart/form-data; boundary=a", b"\xff" * 999),
        ("text/plain", b"file=x"),
    ):
        answer = page.post(path, content=body, headers={**headers, "content-type": kind})
        assert answer.status_code in (400, 415), (kind, answer.status_code)
    assert page.post(path, files={"file": ("x", b"x")}).status_code == 403, "from another page"


def test_a_form_without_a_file_says_so(page: Client) -> None:
    assert sent(page, b"").status_code == 400
    assert "No file was chosen." in sent(page, b"").text
    assert page.send_form("/backup/restore", file="x").status_code == 415


def test_every_week_a_backup_is_made_and_the_last_few_stay(page: Client, kept: Hub, time: Time, tmp_path: Path) -> None:
    folder = tmp_path / "other disk"
    assert page.send_form("/backup/weekly", folder=str(folder)).status_code == 200
    (folder / "lairkeeper-2020-01-01.db").write_bytes(b"mine")
    for week in range(KEPT + 2):
        made(kept)
        made(kept)
        assert len(kept.backups.weekly.files) == min(week + 1, KEPT), "one a week"
        time.now += EVERY
    names = sorted(each.name for each in folder.iterdir())
    assert names == ["lairkeeper-2020-01-01.db", *sorted(kept.backups.weekly.files)], "what others made stays"
    assert facts_of(folder / names[-1]).matches == 1
    assert names[-1] in page.get("/backup").text
    page.send_form("/backup/weekly", folder=str(folder), off="1")
    made(kept)
    assert not kept.backups.weekly.folder and len(list(folder.iterdir())) == KEPT + 1


def test_one_that_fails_is_a_trouble_until_it_works(page: Client, kept: Hub, time: Time, tmp_path: Path) -> None:
    folder = tmp_path / "stick" / "lair"
    folder.parent.mkdir()
    page.send_form("/backup/weekly", folder=str(folder))
    made(kept)
    time.now += EVERY
    folder.rename(tmp_path / "gone")
    folder.write_bytes(b"a file in its place")
    made(kept)
    assert [each.code for each in kept.troubles.all] == [FAILS]
    assert str(folder) in page.get("/table").text
    folder.unlink()
    made(kept)
    assert kept.troubles.all, "not at once again"
    time.now += AGAIN
    made(kept)
    assert not kept.troubles.all and len(kept.backups.weekly.files) == 2


@pytest.mark.parametrize("folder", ["backups", "/dev/null", "/no/such/place", "\0", "x" * 999, "/" + "x" * 900])
def test_a_folder_that_is_none_is_refused(page: Client, kept: Hub, folder: str) -> None:
    answer = page.send_form("/backup/weekly", folder=folder)
    assert answer.status_code == 422
    assert not kept.backups.weekly.folder


def test_a_table_in_memory_has_a_backup_and_cannot_be_restored(client: Client, hub: Hub, tmp_path: Path) -> None:
    assert "In memory only" in client.get("/backup").text
    copy = tmp_path / "copy.db"
    copy.write_bytes(client.get("/backup/file").content)
    assert facts_of(copy).matches == 1
    assert sent(client, copy.read_bytes()).status_code == 422
