"""The stream: only what changed, in order, resumed by id, ended at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from starlette.requests import Request

from lairkeeper.store import StoreProblem
from lairkeeper.store.errors import problem
from lairkeeper.table import Hub
from lairkeeper.web import feed, sse
from lairkeeper.web.limits import Streams
from lairkeeper.web.parts import doors, now
from lairkeeper.web.site import Site
from lairkeeper.web.sse import changes

from .situations import begun, do, listeners, scanned


def gain(hub: Hub, seat: str, card: str = "vp-1") -> None:
    assert hub.table is not None
    do(hub.table, move="gain", by=seat, card=card)


def events_in(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the events of a piece of the stream: the id, empty for one without, and what it says."""
    for each in text.strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in each.splitlines())
        yield lines.get("id", ""), json.loads(lines["data"])


async def event(stream: AsyncIterator[str]) -> tuple[str, dict[str, str]]:
    """Return the next change: its id and all its fragments."""
    fragments: dict[str, str] = {}
    async with asyncio.timeout(2):
        async for text in stream:
            for id, data in events_in(text):
                assert not fragments.keys() & data["fragments"].keys(), "a part is sent once"
                fragments |= data["fragments"]
                if id:
                    return id, fragments
    raise AssertionError("the stream ended")


@pytest.fixture
def site(hub: Hub) -> Site:
    return Site(hub)


async def opened(site: Site, since: str, page: str = "table", lang: str = "en") -> AsyncIterator[str]:
    stream = changes(site, (page,), lang, since)
    assert await anext(stream) == "retry: 1000\n\n"
    return stream


async def test_a_fresh_page_gets_only_what_changes(site: Site, hub: Hub) -> None:
    stream = await opened(site, site.since)
    gain(hub, "Bo")
    id, fragments = await event(stream)
    assert id == site.since
    assert set(fragments) == {"now", "seats", "toast"}, "undo says what it takes back; a message knows how new it is"
    assert "1 VP in tokens" in fragments["seats"]
    scanned(hub, "tap", "08A1B2C3", "foreign")
    _, fragments = await event(stream)
    assert set(fragments) == {"toast"}
    await stream.aclose()


@pytest.mark.parametrize("page", ["table", "virtual", "tags", "new", "numbers", "seat"])
async def test_a_disk_that_refuses_is_told_on_every_open_page(site: Site, hub: Hub, page: str) -> None:
    stream = await opened(site, site.since, page, "fr")
    hub.troubles.failed(problem(StoreProblem.DISK_FULL, "lair.db"))
    _, fragments = await event(stream)
    assert "Le disque de lair.db est plein" in fragments["problem"]
    await stream.aclose()


async def test_a_page_that_missed_something_gets_everything_at_once(site: Site, hub: Hub) -> None:
    before = site.since
    gain(hub, "Bo")
    for since in (before, "another-run-1", "", "garbage"):
        stream = await opened(site, since)
        id, fragments = await event(stream)
        assert id == site.since
        assert set(fragments) == {
            "asking", "banner", "problem", "now", "troubled", "todo", "seats", "count", "zones", "toast", "ending",
            "pace",
        }  # fmt: skip
        assert "1 VP in tokens" in fragments["seats"]
        await stream.aclose()


async def test_many_changes_become_one_event_with_the_last_state(site: Site, hub: Hub) -> None:
    stream = await opened(site, site.since)
    for _ in range(50):
        gain(hub, "Bo")
    _, fragments = await event(stream)
    assert "50 VP in tokens" in fragments["seats"]
    with pytest.raises(asyncio.TimeoutError):
        async with asyncio.timeout(0.05):
            await anext(stream)


async def test_a_change_that_no_part_shows_sends_nothing(site: Site, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "KEEP_ALIVE_S", 0.02)
    stream = await opened(site, site.since)
    hub.board_changed(hub.boards[0])
    assert await anext(stream) == ": still here\n\n"


async def test_what_an_answer_showed_in_between_is_sent_again(site: Site, hub: Hub) -> None:
    """A token laid down, shown by the answer, and lifted while the stream was busy: the page must not keep it."""
    stream = await opened(site, site.since)
    gain(hub, "Bo")
    request = Request({"type": "http", "headers": [(b"accept", b"application/json")]})
    answer = json.loads(bytes(site.done(request, "table").body))
    assert "1 VP in tokens" in answer["fragments"]["seats"]
    assert hub.table is not None
    hub.table.undo(1)
    _, fragments = await event(stream)
    assert "1 VP in tokens" not in fragments["seats"]


async def test_each_stream_speaks_its_own_language_and_page(site: Site, hub: Hub) -> None:
    french = await opened(site, site.since, "virtual", "fr")
    english = await opened(site, site.since, "numbers")
    gain(hub, "Bo")
    _, fragments = await event(french)
    assert "Bo gagne 1 PV" in fragments["log"]
    assert "mini" in fragments
    _, fragments = await event(english)
    assert set(fragments) == {"dock"}


async def test_a_new_match_changes_every_open_page(site: Site, hub: Hub) -> None:
    stream = await opened(site, site.since)
    begun(hub, seats=("Xena", "Yago"))
    _, fragments = await event(stream)
    assert "Xena" in fragments["seats"]
    assert "Ana" not in fragments["seats"].replace("Xena", "")


async def test_stop_ends_open_streams_at_once(site: Site, hub: Hub) -> None:
    stream = await opened(site, site.since)
    waiting = asyncio.ensure_future(anext(stream, None))
    await asyncio.sleep(0.01)
    assert listeners(hub) == 1
    site.stop.set()
    async with asyncio.timeout(1):
        assert await waiting is None
    assert listeners(hub) == 0


async def test_a_closed_page_is_forgotten(site: Site, hub: Hub) -> None:
    stream = await opened(site, site.since)
    assert listeners(hub) == 1
    await stream.aclose()
    assert listeners(hub) == 0


async def test_what_takes_longer_comes_after_the_rest_and_before_the_id(site: Site, hub: Hub) -> None:
    stream = await opened(site, "", "workshop")
    first, log, moves = [await anext(stream) for _ in range(3)]
    assert first.startswith("data: ") and '"board"' in first and '"dock"' in first
    assert '"moves"' not in first and '"log"' not in first
    assert log.startswith('data: {"fragments": {"log"')
    assert moves.startswith('data: {"fragments": {"moves"')
    assert moves.endswith(f'id: {site.since}\ndata: {{"fragments": {{}}, "at": "{site.since}"}}\n\n')
    other = await opened(site, "", "workshop")
    assert '"moves"' in await anext(other), "what is made already comes at once"


async def test_a_light_does_not_make_the_score_anew_and_two_pages_share(
    site: Site, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    seats_of, now_of = doors.seats_of, now.now_of
    monkeypatch.setattr(doors, "seats_of", lambda *args, **more: made.append("seats") or seats_of(*args, **more))
    monkeypatch.setattr(now, "now_of", lambda *args: made.append("now") or now_of(*args))
    streams = [await opened(site, site.since) for _ in range(2)]
    assert sorted(made) == ["now", "seats"]
    made.clear()
    scanned(hub, "tap", "08A1B2C3", "foreign")
    for stream in streams:
        assert set((await event(stream))[1]) == {"toast"}
    assert made == ["now"]
    gain(hub, "Bo")
    for stream in streams:
        assert "1 VP in tokens" in (await event(stream))[1]["seats"]
    assert sorted(made) == ["now", "now", "seats"]


@pytest.mark.parametrize(("page", "part"), [("table", "seats"), ("tv", "seats"), ("workshop", "log")])
async def test_what_is_made_does_not_grow_with_the_viewers(
    site: Site, hub: Hub, monkeypatch: pytest.MonkeyPatch, page: str, part: str
) -> None:
    made: list[str] = []
    draw, write = site.part, feed.event_of
    monkeypatch.setattr(site, "part", lambda template, values: made.append(template) or draw(template, values))
    monkeypatch.setattr(feed, "event_of", lambda *args: made.append("event") or write(*args))
    counted = []
    gain(hub, "Bo")
    for viewers in (1, 12):
        streams = [await opened(site, site.since, page, lang) for _ in range(viewers) for lang in ("en", "fr")]
        for _ in range(2):
            made.clear()
            gain(hub, "Bo")
            for stream in streams:
                assert part in (await event(stream))[1]
            counted.append(sorted(made))
        for stream in streams:
            await stream.aclose()
    assert counted[0] == counted[1] == counted[2] == counted[3]
    assert f"parts/{part}.html" in counted[0]


async def test_the_values_of_a_part_are_made_once_a_language(
    site: Site, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    seats_of = doors.seats_of
    monkeypatch.setattr(doors, "seats_of", lambda *args, **more: made.append("seats") or seats_of(*args, **more))
    streams = [await opened(site, site.since, page, lang) for page in ("table", "tv") for lang in ("en", "fr")]
    made.clear()
    gain(hub, "Bo")
    for stream in streams:
        assert "seats" in (await event(stream))[1]
    assert len(made) == 2


async def test_a_viewer_that_is_behind_gets_all_it_missed_and_only_that(site: Site, hub: Hub) -> None:
    """Viewers read at their own pace; the one that comes last gets one change with the newest state of each part."""
    slow, quick = await opened(site, site.since), await opened(site, site.since)
    gain(hub, "Bo")
    assert set((await event(quick))[1]) == {"now", "seats", "toast"}
    scanned(hub, "tap", "08A1B2C3", "foreign")
    assert set((await event(quick))[1]) == {"toast"}
    gain(hub, "Bo")
    await event(quick)
    id, fragments = await event(slow)
    assert (id, set(fragments)) == (site.since, {"now", "seats", "toast"})
    assert "2 VP in tokens" in fragments["seats"]
    late = await opened(site, site.since)
    gain(hub, "Bo")
    for stream in (slow, quick, late):
        assert "3 VP in tokens" in (await event(stream))[1]["seats"]


async def test_one_stream_serves_all_pages_of_a_browser(site: Site, hub: Hub) -> None:
    stream = changes(site, ("table", "virtual"), "fr", site.since)
    assert await anext(stream) == "retry: 1000\n\n"
    gain(hub, "Bo")
    got: dict[str, set[str]] = {}
    async for text in stream:
        news = list(events_in(text))
        for _, each in news:
            got.setdefault(each.get("page", ""), set()).update(each["fragments"])
        if news[-1][0]:
            break
    assert {"seats", "now"} <= got["table"]
    assert {"mini", "log"} <= got["virtual"]


async def test_one_stream_too_many_ends_the_oldest_which_comes_back_later(site: Site, hub: Hub) -> None:
    site.streams = Streams(lambda: 3)
    streams = [await opened(site, site.since) for _ in range(3)]
    waiting = asyncio.ensure_future(anext(streams[0]))
    await asyncio.sleep(0)
    streams.append(await opened(site, site.since))
    async with asyncio.timeout(2):
        assert await waiting == "retry: 30000\n\n"
        assert await anext(streams[0], None) is None
    gain(hub, "Bo")
    for stream in streams[1:]:
        assert "seats" in (await event(stream))[1]
        await stream.aclose()
    assert (len(site.streams), listeners(hub)) == (0, 0)
