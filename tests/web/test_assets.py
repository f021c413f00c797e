"""Files that pages fetch: their addresses carry the hash of the content, and what can be made smaller is."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from lairkeeper.web.assets import FOR_EVER, Assets, digest_of
from lairkeeper.web.screen import STATIC
from lairkeeper.web.site import FONTS, HERE

from .conftest import Client

FONT_FOLDER = HERE / STATIC / "fonts"


def fetched(client: Client, page: str = "/table") -> set[str]:
    """Return the addresses of the files that a page names."""
    return set(re.findall(r'(/static/[^"#]+)["#]', client.get(page).text))


@pytest.mark.parametrize("page", ["/", "/table", "/tv", "/virtual", "/workshop"])
def test_each_file_of_a_page_may_be_kept_and_carries_its_hash(client: Client, page: str) -> None:
    found = fetched(client, page)
    assert len(found) > 6
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == FOR_EVER, address
        assert f".{digest_of(answer.content)}." in address


@pytest.mark.parametrize(
    "address",
    [
        "/static/lair.js", "/static/lair.js?93c1d0c7a1", "/static/lair.0123456789.js",
        "/static/fonts/inter-5.3.0-latin.woff2", "/static/fonts/inter-5.3.0-latin.0123456789.woff2",
    ],
)  # fmt: skip
def test_a_page_from_before_gets_the_file_as_it_is_now(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    folder, name = FONT_FOLDER if "fonts" in address else HERE / STATIC, Path(address.partition("?")[0]).name
    assert answer.content in [path.read_bytes() for path in folder.glob(f"{name.split('.')[0]}.*")]


@pytest.mark.parametrize("address", ["/static/none.0123456789.js", "/static/fonts/none.woff2", "/static/%00"])
def test_what_is_not_there_is_not_kept(client: Client, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")


def test_the_address_changes_with_the_content_and_with_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("one")
    first = Assets((tmp_path,)).address("a.css")
    assert Assets((tmp_path,)).address("a.css") == first == f"/static/a.{digest_of(b'one')}.css"
    (tmp_path / "a.css").write_text("two")
    assert Assets((tmp_path,)).address("a.css") != first


def test_fonts_have_their_hash_on_the_disk_and_their_licence_beside_them() -> None:
    licences = {path.name: path.read_text() for path in FONT_FOLDER.glob("OFL-*.txt")}
    assert all("SIL OPEN FONT LICENSE" in text for text in licences.values())
    styles = (HERE / STATIC / "lair.css").read_text()
    fonts = list(FONT_FOLDER.glob("*.woff2"))
    assert len(fonts) > 4
    for path in fonts:
        assert any(path.name.startswith(licence[4:-4]) for licence in licences), f"{path.name} has no licence beside it"
        assert path.name.split(".")[-2] == digest_of(path.read_bytes()), f"{path.name}: cut the fonts again"
        assert f'url("fonts/{path.name}")' in styles


def test_the_fonts_of_each_page_are_fetched_with_it(client: Client) -> None:
    page = client.get("/table").text
    assert re.findall(r'<link rel="preload" href="/static/([^"]+)\.[0-9a-f]{10}\.woff2"', page) == [
        font.removesuffix(".woff2") for font in FONTS
    ]


@pytest.mark.parametrize("accept", ["gzip", "identity"])
def test_texts_are_sent_small_to_who_reads_that(client: Client, accept: str) -> None:
    for address in ("/table", *fetched(client)):
        answer = client.get(address, headers={"accept-encoding": accept})
        text = (
            answer.headers["content-type"].startswith(("text", "application", "image/svg"))
            and len(answer.content) > 500
        )
        assert answer.headers.get("content-encoding") == ("gzip" if text and accept == "gzip" else None), address
        assert "accept-encoding" in answer.headers.get("vary", "").lower() or not text


async def test_a_live_stream_is_not_packed(client: Client) -> None:
    """Packing would hold events back until there is enough of them."""
    sent: list[dict[str, object]] = []

    async def send(message: dict[str, object]) -> None:
        sent.append(message)
        client.app.state.site.stop.set()

    async def receive() -> None:
        await asyncio.Event().wait()

    scope = {
        "type": "http", "method": "GET", "path": "/events", "query_string": b"page=table", "scheme": "http",
        "client": ("127.0.0.1", 50_000),
        "headers": [(b"host", b"127.0.0.1"), (b"accept-encoding", b"gzip")], "http_version": "1.1", "root_path": "",
    }  # fmt: skip
    await client.app(scope, receive, send)
    headers = dict(sent[0]["headers"])  # type: ignore[call-overload]
    assert headers[b"content-type"].startswith(b"text/event-stream")
    assert b"content-encoding" not in headers
    assert sent[1]["body"] == b"retry: 1000\n\n"
