"""The guard: strangers, foreign pages, foreign hosts and heavy bodies stay outside and change nothing."""

from __future__ import annotations

import asyncio
import re

import pytest
from starlette.types import Message

from lairkeeper.table import Hub
from lairkeeper.web import security
from lairkeeper.web.security import BODY_LIMIT, HEADERS, SESSION_COOKIE, Sessions, host_name

from .conftest import ORIGIN, Client, client_for
from .situations import scanned

GAIN = {"move": "gain", "by": "Ana", "card": "vp-5"}


def points(hub: Hub) -> int:
    assert hub.table is not None
    return hub.table.view().tokens["Ana"]


def test_every_answer_carries_the_policy(client: Client) -> None:
    for path in ("/table", "/nowhere", "/static/lair.js"):
        headers = client.get(path).headers
        for name, value in HEADERS.items():
            assert headers[name] == value, (path, name)
    assert "unsafe" not in HEADERS["content-security-policy"]
    assert client.get("/table").headers["cache-control"] == "no-store"


def test_the_session_cookie_is_strict_and_hidden_from_scripts(hub: Hub) -> None:
    cookie = client_for(hub, session=False).get("/table").headers["set-cookie"]
    assert cookie.startswith(f"{SESSION_COOKIE}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}


def test_a_session_is_kept_and_files_need_none(client: Client) -> None:
    assert "set-cookie" not in client.get("/table").headers
    assert "set-cookie" not in client.get("/static/lair.css").headers


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "", "localhost.evil:80", "[::2]:80"])
def test_a_foreign_host_is_refused_without_a_word_about_the_match(client: Client, host: str) -> None:
    answer = client.get("/table", headers={"host": host})
    assert answer.status_code == 400
    assert "Ana" not in re.sub(r'name="once" value="[^"]*"', "", answer.text), "a random token may have these letters"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST:1"])
def test_loopback_names_are_ours(client: Client, host: str) -> None:
    assert client.get("/table", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8000"},
        {"origin": "http://127.0.0.1:9000"},
        {"origin": ORIGIN, "sec-fetch-site": "cross-site"},
        {"origin": ORIGIN, "sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
    ],
)
def test_a_form_of_another_page_changes_nothing(client: Client, hub: Hub, headers: dict[str, str]) -> None:
    answer = client.post("/act", data=GAIN, headers=headers)
    assert answer.status_code == 403
    assert points(hub) == 0


@pytest.mark.parametrize("headers", [{"origin": ORIGIN}, {"sec-fetch-site": "same-origin"}])
def test_our_own_form_counts(client: Client, hub: Hub, headers: dict[str, str]) -> None:
    assert client.post("/act", data=GAIN, headers=headers, follow_redirects=False).status_code == 303
    assert points(hub) == 5


@pytest.mark.parametrize("cookie", ["", "made-up", "x" * 5000])
def test_a_stranger_without_a_session_changes_nothing(hub: Hub, cookie: str) -> None:
    client = client_for(hub, session=False)
    client.cookies.set(SESSION_COOKIE, cookie)
    answer = client.send_form("/act", **GAIN)
    assert answer.status_code == 403
    assert "restart" in answer.text
    assert points(hub) == 0


def test_a_body_over_the_limit_is_refused_announced_or_not(client: Client, hub: Hub) -> None:
    heavy = "move=gain&by=Ana&card=vp-5&x=" + "y" * BODY_LIMIT
    headers = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}
    assert client.post("/act", content=heavy, headers=headers).status_code == 413

    def unannounced():
        for at in range(0, len(heavy), 4096):
            yield heavy[at : at + 4096].encode()

    assert client.post("/act", content=unannounced(), headers=headers).status_code == 413
    assert points(hub) == 0


@pytest.mark.parametrize("length", ["-5", "x", "٣"])
def test_a_broken_length_is_a_bad_request(client: Client, length: str) -> None:
    headers = {"origin": ORIGIN, "content-length": length.encode("utf-8")}
    assert client.post("/act", headers=headers).status_code == 400


def test_sessions_are_random_and_good_for_this_run_only() -> None:
    sessions = Sessions()
    tokens = [sessions.open() for _ in range(100)]
    assert len(set(tokens)) == 100
    assert all(len(token.partition(".")[0]) >= 43 for token in tokens)
    assert all(sessions.knows(token) for token in tokens)
    name, _, signature = tokens[0].partition(".")
    other = tokens[1].partition(".")[2]
    for made_up in (
        None,
        "",
        ".",
        name,
        f"{name}.",
        f"{name}.{other}",
        f"x{name}.{signature}",
        f"{name}.é",
        "." * 5000,
    ):
        assert not sessions.knows(made_up), made_up
    assert not Sessions().knows(tokens[0])


def test_strangers_do_not_push_an_open_page_out(client: Client, hub: Hub) -> None:
    for _ in range(600):
        assert "set-cookie" in client.get("/seat", headers={"cookie": ""}).headers
    assert client.send_form("/act", **GAIN).status_code == 303
    assert points(hub) == 5


async def test_a_body_that_never_ends_is_refused(client: Client, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_S", 0.05)
    cookie = f"{SESSION_COOKIE}={client.cookies[SESSION_COOKIE]}"
    names = {"host": "127.0.0.1:8000", "origin": ORIGIN, "cookie": cookie, "accept": "application/json"}
    scope = {
        "type": "http", "method": "POST", "path": "/act", "query_string": b"", "scheme": "http",
        "client": ("127.0.0.1", 50_000),
        "headers": [(name.encode(), value.encode()) for name, value in names.items()],
    }  # fmt: skip
    sent: list[Message] = []

    async def receive() -> Message:
        if not sent and not begun:
            begun.append(True)
            return {"type": "http.request", "body": b"move=ga", "more_body": True}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    begun: list[bool] = []
    async with asyncio.timeout(5):
        await client.app(scope, receive, send)
    assert sent[0]["status"] == 408
    assert points(hub) == 0


def test_names_of_hosts() -> None:
    assert host_name("127.0.0.1:80") == "127.0.0.1"
    assert host_name("[::1]:80") == "[::1]"
    assert host_name("LocalHost") == "localhost"


def test_text_of_a_tag_or_player_is_never_markup(hub: Hub) -> None:
    nasty = "<IMG SRC=X ONERROR=ALERT(1)>"
    scanned(hub, "tap", nasty)
    page = client_for(hub).get("/table").text
    assert nasty not in page
    assert "&lt;IMG" in page


def test_no_page_carries_inline_script_or_style(client: Client) -> None:
    for path in ("/table", "/virtual", "/tags", "/new", "/nowhere"):
        text = client.get(path).text
        assert " style=" not in text, path
        assert "<style" not in text, path
        assert " onclick" not in text, path
        assert text.count("<script") == text.count('<script src="/static/'), path
        assert "http://" not in text.replace("http://www.w3.org", ""), path
        assert "https://" not in text, path
