"""The database file is deleted while a match runs: one press saves what it held, and a start goes on with that."""

from __future__ import annotations

import asyncio
import html
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lairkeeper.board import BoardEvent
from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.store import Store, StoreError, database
from lairkeeper.table import Hub, Table

from .conftest import client_for

BUTTON = {"en": "Save to a new file", "fr": "Enregistrer dans un nouveau fichier"}


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Hub]:
    """Yield a hub with a match of some records, of which the file was just deleted."""
    with Store.open(tmp_path / "the evening" / "lair.db") as store:
        hub = Hub(store)
        hub.enrol_demo_set("forever-evil")
        table = hub.start("forever-evil", ("Ana", "Bo"), level="score")
        assert isinstance(table, Table)
        for _ in range(120):
            assert isinstance(table.act(Command(move="gain", by="Ana", card="vp-1"), "page"), Accepted)
        Path(store.path).unlink()
        hub.troubles.look()
        yield hub


def banner(page: str) -> str:
    found = re.search(r'<div id="problem".*?</div>', page, re.DOTALL)
    assert found is not None
    return found[0]


def saved_in(hub: Hub) -> Path:
    assert hub.store.saved is not None
    return hub.store.saved


@pytest.mark.parametrize(
    ("lang", "fails", "over"), [("en", "do not reach", "again"), ("fr", "n'arrivent pas", "de nouveau")]
)
def test_a_page_says_that_a_sink_fails_beside_what_is_wrong_with_the_disk(
    real: Hub, lang: str, fails: str, over: str
) -> None:
    client = client_for(real)
    client.cookies["lang"] = lang
    real.troubles.sink_failed("json=a", "No space <left>")
    both = html.unescape(banner(client.get("/table").text))
    assert BUTTON[lang] in both
    assert fails in both
    assert "No space &lt;left&gt;" in banner(client.get("/table").text)
    real.troubles.sink_over("json=a")
    assert over in banner(client.get("/table").text)
    assert 'class="problem"' in banner(client.get("/table").text), "the disk still refuses"


def test_a_sink_that_takes_records_again_is_no_problem(tmp_path: Path) -> None:
    with Store.open(tmp_path / "lair.db") as store:
        hub = Hub(store)
        client = client_for(hub)
        hub.troubles.sink_over("json=a")
        assert "hidden" in banner(client.get("/table").text), "it never failed"
        hub.troubles.sink_failed("json=a", "no answer in time")
        assert 'class="problem"' in banner(client.get("/table").text)
        hub.troubles.sink_over("json=a")
        assert 'class="problem over"' in banner(client.get("/table").text)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("page", ["table", "virtual", "tags", "new", "numbers", "seat", "readers"])
def test_one_press_saves_the_match_and_the_page_says_how_to_go_on(real: Hub, lang: str, page: str) -> None:
    client = client_for(real)
    client.cookies["lang"] = lang
    path = f"/{page}"
    assert BUTTON[lang] in banner(client.get(path).text)
    answer = client.send_form("/save", page=page)
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    said = banner(client.get(path).text)
    assert BUTTON[lang] not in said
    assert f"lairkeeper serve --db &#39;{saved_in(real)}&#39;" in said, "quoted: its folder has a space"


def test_what_was_confirmed_is_there_once_and_what_waits_comes_after(real: Hub) -> None:
    assert real.table is not None
    scan = BoardEvent("b1", "x", 1, 0, 1.0, "+", "tap", ("04aa",))
    with pytest.raises(StoreError):
        real.troubles.receive([scan])
    client_for(real).send_form("/save")
    with Store.open(saved_in(real)) as store:
        hub = Hub(store)
        table = hub.resume_last()
        assert table is not None
        assert table.view() == real.table.view()
        assert [record.command for record in table.history.records] == [
            record.command for record in real.table.history.records
        ]
        hub.troubles.receive([scan])
        assert store.inbox.count()["all"] == 1
        assert hub.problem is None
        assert isinstance(table.act(Command(move="gain", by="Ana", card="vp-1"), "page"), Accepted)


def test_two_presses_make_one_file(real: Hub) -> None:
    client = client_for(real)
    assert [client.send_form("/save").status_code for _ in range(2)] == [303, 303]
    assert saved_in(real).name in banner(client.get("/table").text)
    assert len(list(saved_in(real).parent.glob("*.saved-*.db"))) == 1


def test_a_press_when_the_file_is_back_saves_nothing(real: Hub) -> None:
    asyncio.run(real.save_elsewhere())
    saved_in(real).rename(real.store.path)  # another file: it is not the one that was opened
    real.troubles.try_again()
    assert BUTTON["en"] in banner(client_for(real).get("/table").text)
    with Store.open(":memory:") as store:
        hub = Hub(store)
        assert client_for(hub).send_form("/save").status_code == 303
        assert hub.problem is None


@pytest.mark.parametrize(("lang", "said"), [("en", "cannot be opened"), ("fr", "ne peut pas être ouvert")])
def test_a_copy_that_fails_is_told_and_the_button_stays(real: Hub, lang: str, said: str) -> None:
    folder = Path(real.store.path).parent
    shutil.rmtree(folder)
    folder.write_text("no folder any more")
    client = client_for(real)
    client.cookies["lang"] = lang
    answer = client.send_form("/save")
    assert answer.status_code == 503
    assert said in answer.text
    assert BUTTON[lang] in banner(client.get("/table").text)


async def test_pages_and_boards_go_on_while_a_long_match_is_saved(tmp_path: Path) -> None:
    with Store.open(tmp_path / "lair.db") as store:
        hub = Hub(store)
        match = store.matches.create({"game": "toy"}, 1.0)
        with store.write():
            for n in range(20_000):
                store.journal.append(match, {"n": n, "text": 1200 * "-"}, at=1.0, who="page", why="tap", consumed=[])
        Path(store.path).unlink()
        saving = asyncio.ensure_future(hub.save_elsewhere())
        longest = 0.0
        while not saving.done():
            began = time.thread_time()
            await asyncio.sleep(0)
            longest = max(longest, time.thread_time() - began)
        await saving
        with Store.open(saved_in(hub), readonly=True) as copy:
            assert len(copy.journal.read(match)) == 20_000
    assert longest < 0.01, "the loop copied the file itself"


async def test_two_presses_at_once_make_one_file(real: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    make = database._made

    def made_slowly(path: Path) -> bool:
        time.sleep(0.1)
        return make(path)

    monkeypatch.setattr(database, "_made", made_slowly)
    await asyncio.gather(real.save_elsewhere(), real.save_elsewhere())
    assert len(list(saved_in(real).parent.glob("*.saved-*.db"))) == 1
