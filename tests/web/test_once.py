"""Each form counts once, whoever sends it again: a double click, a proxy, the back button, also over a restart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from lairkeeper.core.command import Command
from lairkeeper.store import Store, StoreError
from lairkeeper.store.database import Database
from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.store.forms import KEPT
from lairkeeper.table import Hub, Table, demo_uid, virtual
from lairkeeper.web import create_app
from lairkeeper.web.once import counted_once

from .conftest import ORIGIN, Client, client_for

GAIN = {"page": "table", "move": "gain", "by": "Ana", "card": "vp-1"}
AGAIN = {"en": "Already received", "fr": "Déjà reçu"}


def token_in(page: str) -> str:
    found = re.search(r'name="once" value="([A-Za-z0-9_-]{16,64})"', page)
    assert found is not None
    return found[1]


def points(hub: Hub) -> int:
    assert hub.table is not None
    return hub.table.view().tokens["Ana"]


def test_every_form_of_every_page_has_the_token_of_its_page(client: Client, hub: Hub) -> None:
    hub.enrol_demo_set("forever-evil")
    seen = set()
    for path in ("/table", "/virtual", "/tags", "/new", "/numbers", "/seat", "/seat?name=Ana", "/piece?piece=kick"):
        page = client.get(path).text
        tokens = re.findall(r'<form[^>]*method="post"[^>]*><input type="hidden" name="once" value="([^"]*)"', page)
        assert len(tokens) == page.count('method="post"') >= 1, path
        assert len(set(tokens)) == 1, path
        seen.add(tokens[0])
    assert len(seen) == 8, "no two pages have one token"


@pytest.mark.parametrize("json", [False, True])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_same_form_twice_counts_once_and_the_second_answer_says_so(
    client: Client, hub: Hub, json: bool, lang: str
) -> None:
    client.cookies.set("lang", lang)
    form = GAIN | {"once": token_in(client.get("/table").text)}
    first = client.send_form("/act", json=json, **form)
    assert (first.status_code, points(hub)) == (200 if json else 303, 1)
    for _ in range(3):
        again = client.send_form("/act", json=json, **form)
        assert (again.status_code, points(hub)) == (200, 1)
        assert AGAIN[lang] in again.text
        assert "seats" in (again.json()["fragments"] if json else again.text), "the page as it is now"
    assert client.send_form("/undo", json=json, page="table", once=form["once"]).status_code < 400
    assert client.send_form("/undo", json=json, page="table", once=form["once"]).status_code == 200
    assert points(hub) == 0


def test_another_page_another_choice_and_a_form_without_a_token_count(client: Client, hub: Hub) -> None:
    for form in (
        GAIN | {"once": token_in(client.get("/table").text)},
        GAIN | {"once": (token := token_in(client.get("/table").text))},
        GAIN | {"once": token, "card": "vp-5"},
        GAIN,
        GAIN,
        GAIN | {"once": "short"},
        GAIN | {"once": "short"},
    ):
        assert client.send_form("/act", **form).status_code == 303
    assert points(hub) == 11


def test_a_part_that_came_by_the_stream_holds_no_token_that_others_have_too(client: Client, hub: Hub) -> None:
    html = client.app.state.site.fragments("table", "en")["now"]
    mark = re.search(r'name="once" value="([^"]*)"', html)
    assert mark is not None
    for _ in range(2):
        assert client.send_form("/act", **GAIN, once=mark[1]).status_code == 303
    assert points(hub) == 2


def test_what_was_refused_has_not_counted_and_may_come_again(client: Client, hub: Hub) -> None:
    form = {"page": "table", "move": "end-turn", "by": "Bo", "once": token_in(client.get("/table").text)}
    for _ in range(2):
        answer = client.send_form("/act", **form)
        assert answer.status_code == 409
        assert AGAIN["en"] not in answer.text


def test_a_match_is_begun_once(client: Client, hub: Hub) -> None:
    form = {
        "game": "forever-evil",
        "level": "score",
        "seat": ["+Xena", "+Yago"],
        "once": token_in(client.get("/new").text),
    }
    assert client.send_form("/new", **form).status_code == 303
    begun = hub.table
    again = client.send_form("/new", **form)
    assert hub.table is begun
    assert AGAIN["en"] in again.text and "Xena" in again.text


def test_a_tap_on_the_virtual_table_counts_once(client: Client, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual, "TAP_SECONDS", 0)
    piece = demo_uid("forever-evil", "vp-5#1")
    form = {"page": "virtual", "reader": "seat-1", "piece": piece, "tap": "1", "once": "a" * 20}
    for _ in range(2):
        assert client.send_form("/virtual/place", **form).status_code in (200, 303)
    assert [row.event.kind for row in hub.store.inbox.after(0)] == ["+", "-"]


async def real_hub(path: Path) -> tuple[Store, Hub, Table]:
    store = Store.open(path)
    hub = Hub(store)
    table = hub.resume_last() or hub.start("forever-evil", ("Ana", "Bo"), level="score")
    assert isinstance(table, Table)
    return store, hub, table


def posted(site: object, form: str) -> Request:
    """Return a form as the app gives it to a handler."""

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": form.encode(), "more_body": False}

    state = type("State", (), {"state": type("Inner", (), {"site": site})()})()
    return Request({"type": "http", "method": "POST", "path": "/act", "headers": [], "query_string": b"",
                    "server": ("127.0.0.1", 80), "scheme": "http", "app": state}, receive)  # fmt: skip


async def test_it_counts_once_over_a_restart(tmp_path: Path) -> None:
    form = "page=table&move=gain&by=Ana&card=vp-1&once=abcdefghijklmnop"
    for said in (False, True, True):
        store, hub, table = await real_hub(tmp_path / "lair.db")
        app = create_app(hub)
        handler = counted_once(lambda request, table=table: act(request, table))
        answer = await handler(posted(app.state.site, form))
        assert (AGAIN["en"] in bytes(answer.body).decode()) == said
        assert table.view().tokens["Ana"] == 1
        store.close()


async def act(request: Request, table: Table) -> Response:
    table.act(Command(move="gain", by="Ana", card="vp-1"), "page")
    return PlainTextResponse("done")


async def test_a_kill_right_after_the_change_leaves_the_form_known(tmp_path: Path) -> None:
    """The digest is in the transaction of the change itself: nothing that comes after it is needed."""

    class KilledError(Exception):
        pass

    async def die(request: Request) -> Response:
        await act(request, table)
        raise KilledError

    form = "page=table&move=gain&by=Ana&card=vp-1&once=abcdefghijklmnop"
    store, hub, table = await real_hub(tmp_path / "lair.db")
    with pytest.raises(KilledError):
        await counted_once(die)(posted(create_app(hub).state.site, form))
    store.close()
    store, hub, table = await real_hub(tmp_path / "lair.db")
    answer = await counted_once(lambda request: act(request, table))(posted(create_app(hub).state.site, form))
    assert AGAIN["en"] in bytes(answer.body).decode()
    assert table.view().tokens["Ana"] == 1
    store.close()


async def test_what_the_disk_refused_is_not_known_afterwards(tmp_path: Path) -> None:
    calls = []

    async def fails_once(request: Request) -> Response:
        calls.append(1)
        with store.write():
            store.settings.set("other", 1)
            if len(calls) == 1:
                raise problem(StoreProblem.DISK_FULL, "lair.db")
        return PlainTextResponse("done")

    store, hub, _ = await real_hub(tmp_path / "lair.db")
    site = create_app(hub).state.site
    with pytest.raises(StoreError):
        await counted_once(fails_once)(posted(site, "once=abcdefghijklmnop"))
    assert (await counted_once(fails_once)(posted(site, "once=abcdefghijklmnop"))).body == b"done"
    assert AGAIN["en"] in bytes((await counted_once(fails_once)(posted(site, "once=abcdefghijklmnop"))).body).decode()
    assert len(calls) == 2
    store.close()


async def test_what_is_done_without_the_disk_is_not_called_refused_and_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece laid on the virtual table writes nothing: its tap waits at the board until there is room."""
    calls = []

    async def lay(request: Request) -> Response:
        calls.append(1)
        return PlainTextResponse("done")

    @contextmanager
    def full(*_: object) -> Iterator[None]:
        raise problem(StoreProblem.DISK_FULL, "lair.db")
        yield

    store, hub, _ = await real_hub(tmp_path / "lair.db")
    site = create_app(hub).state.site
    with monkeypatch.context() as while_full:
        while_full.setattr(Database, "write", full)
        assert (await counted_once(lay)(posted(site, "once=abcdefghijklmnop"))).body == b"done"
    assert hub.problem is not None and hub.problem.code == "disk-full"
    assert AGAIN["en"] in bytes((await counted_once(lay)(posted(site, "once=abcdefghijklmnop"))).body).decode()
    assert len(calls) == 1
    store.close()


def test_the_oldest_forms_are_forgotten(tmp_path: Path) -> None:
    with Store.open(tmp_path / "lair.db") as store:
        digests = [n.to_bytes(32, "big") for n in range(KEPT + 3)]
        with store.write():
            for digest in digests:
                store.forms.keep(digest)
                store.forms.keep(digest)
        assert [store.forms.counted(each) for each in digests[:4]] == [False, False, False, True]
        assert store.forms.counted(digests[-1])


def test_a_browser_without_the_page_is_refused_as_before(hub: Hub) -> None:
    stranger = client_for(hub, session=False)
    headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin"}
    assert stranger.post("/act", data=GAIN | {"once": "a" * 20}, headers=headers).status_code == 403
    assert points(hub) == 0
