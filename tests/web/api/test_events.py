"""The stream of events: each record once and in order, to whom it may be told, as long as the token lives."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx2
import pytest

from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.table import Hub
from lairkeeper.web import create_app
from lairkeeper.web.api import events, follow
from lairkeeper.web.api.follow import Follower, is_id
from lairkeeper.web.limits import Streams

from ...fresh import SEED
from ..situations import begun, do, listeners, scanned
from .conftest import Program
from .live import PATIENCE_S, live


def gain(hub: Hub, seat: str = "Ana", card: str = "vp-1") -> None:
    assert hub.table is not None
    do(hub.table, move="gain", by=seat, card=card)


def follower(hub: Hub, site: Any, last: str | None = None) -> Follower:
    return Follower(site, site.translator_in("en"), last)


def told(follower: Follower) -> list[tuple[str, str]]:
    """Return kind and id of what is new."""
    return [(each.event, each.id or "") for each in follower.news()]


def test_it_begins_with_the_present(hub: Hub) -> None:
    site = create_app(hub).state.site
    gain(hub)
    ours = follower(hub, site)
    assert told(ours) == [("match", "")]
    gain(hub)
    assert told(ours) == [("record", "1-2")]
    assert told(ours) == []
    scanned(hub, "seat-1", "04AABBCCDDEEFF")
    assert told(ours) == [("questions", "")]


def test_nothing_is_told_twice_or_left_out_whatever_happens(hub: Hub) -> None:
    """Matches begin and come back, the stream is cut and resumed: what is told is exactly the log from there on."""
    rng, site = Random(SEED), create_app(hub).state.site
    ours, last, heard = follower(hub, site), "", []
    list(ours.news())
    matches = [1]
    for _ in range(250):
        match rng.choice(("gain", "gain", "gain", "undo", "start", "resume", "hear", "hear", "cut", "lose")):
            case "gain":
                gain(hub, rng.choice(("Ana", "Bo")))
            case "undo":
                assert hub.table is not None
                hub.table.undo(1, "page")
            case "start" if len(matches) < 7:
                matches.append(begun(hub).match)
            case "resume":
                hub.resume(rng.choice(matches))
            case "hear":
                for each in ours.news():
                    if each.event == "record":
                        heard.append(json.loads(each.data))
                        last = each.id or last
            case "cut" if last:
                ours = follower(hub, site, last)
            case "lose" if last:  # it was on its way, and never came
                news = ours.news()
                next(news, None)
                ours = follower(hub, site, last)
    heard += [json.loads(each.data) for each in ours.news() if each.event == "record"]
    for match in matches:
        numbers = [each["n"] for each in heard if each["match"] == match]
        wanted = range(1 if match == 1 else 0, hub.store.journal.count(match))
        assert numbers == list(wanted), f"seed {SEED}, match {match}"


def test_the_rest_of_a_match_comes_before_the_next_one(hub: Hub) -> None:
    ours = follower(hub, create_app(hub).state.site)
    told(ours)
    gain(hub)
    begun(hub)
    begun(hub)
    assert told(ours) == [("record", "1-1"), ("record", "1-1.2-0"), ("match", ""), ("record", "1-1.2-0.3-0")]


def test_matches_of_before_are_not_told(hub: Hub) -> None:
    site = create_app(hub).state.site
    for _ in range(3):
        gain(hub)
    begun(hub)
    ours = follower(hub, site)
    hub.resume(1)
    gain(hub)
    assert told(ours) == [("match", ""), ("record", "1-4.2-0")]


def test_an_id_stays_short(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "KNOWN", 3)
    site = create_app(hub).state.site
    ours = follower(hub, site)
    ids = []
    for _ in range(6):
        begun(hub)
        ids += [id for kind, id in told(ours) if kind == "record"]
    assert ids[-1] == "5-0.6-0.7-0"
    assert all(map(is_id, ids))
    again = follower(hub, site, ids[2])
    assert [id.split(".")[-1] for kind, id in told(again) if kind == "record"] == ["5-0", "6-0", "7-0"]


def test_a_match_that_cannot_be_read_is_left_out(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    site = create_app(hub).state.site
    ours = follower(hub, site, "1-0")
    gain(hub)
    begun(hub)
    real = hub.match.records

    def records(match: int, n: int = 0) -> Any:
        if match == 1:
            raise problem(StoreProblem.DAMAGED_MATCH, "lair.db", "1")
        return real(match, n)

    monkeypatch.setattr(hub.match, "records", records)
    assert told(ours) == [("match", ""), ("record", "1-0.2-0")]


def test_the_stream_by_http(program: Program, hub: Hub) -> None:
    gain(hub)
    text = program.call("GET", "/events?seconds=0", last_event_id="1-0").text
    assert text.startswith('retry: 1000\n\nevent: match\ndata: {"match":1,"n":1}\n\nid: 1-1\nevent: record\ndata: {')
    for bad in ("1", "1-", "-1", "1-1,2-2", "1-1 ", "a-b", "1-1." * 9):
        assert program.problem("GET", "/events?seconds=0", last_event_id=bad) == (400, "bad-header"), bad
    assert program.problem("GET", "/events?seconds=-1") == (400, "bad-query")


def test_a_number_that_was_never_told_waits_for_the_log(program: Program, hub: Hub) -> None:
    text = program.call("GET", "/events?seconds=0", last_event_id="1-500").text
    assert "event: record" not in text


async def test_a_live_stream_and_its_end(hub: Hub) -> None:
    async with live(hub) as ours, asyncio.timeout(PATIENCE_S):
        number, secret = ours.token("read")
        async with ours.events(secret) as stream:
            assert await anext(stream) == ("match", "", {"match": 1, "n": 0})
            gain(hub)
            kind, last, record = await anext(stream)
            assert (kind, last, record["line"]["code"]) == ("record", "1-1", "gain")
        gain(hub)
        async with ours.events(secret, last) as stream:
            assert [(await anext(stream))[1] for _ in range(2)] == ["", "1-2"]
            ours.site.api.tokens.revoke(number)
            assert [each async for each in stream] == [], "revoked: it ends"
        async with httpx2.AsyncClient() as client:
            answer = await client.get(f"http://{ours.at}/api/v1/events", headers={"authorization": f"Bearer {secret}"})
            assert answer.json()["code"] == "wrong-token"
        assert len(ours.site.api.streams) == 0
    assert listeners(hub) == 0


async def test_an_expired_token_ends_its_stream(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "KEEP_ALIVE_S", 0.01)
    async with live(hub) as ours, asyncio.timeout(PATIENCE_S):
        number, secret = ours.token("read")
        async with ours.events(secret) as stream:
            await anext(stream)
            monkeypatch.setattr(ours.site.api.tokens, "is_live", lambda which: which != number)
            assert [each async for each in stream] == []


async def test_one_too_many_ends_the_oldest_of_programs_and_no_page(hub: Hub) -> None:
    async with live(hub) as ours, asyncio.timeout(PATIENCE_S):
        ours.site.api.streams = Streams(lambda: 1)
        page = ours.site.streams.enter()
        _, secret = ours.token("read")
        async with ours.events(secret) as first, ours.events(secret) as second:
            await anext(second)
            assert [kind async for kind, _, _ in first] == ["match"]
            gain(hub)
            assert (await anext(second))[0] == "record"
        assert not page.is_set()


async def test_a_disk_that_fails_is_told_of_later(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    async with live(hub) as ours, asyncio.timeout(PATIENCE_S):
        _, secret = ours.token("read")
        async with ours.events(secret) as stream:
            await anext(stream)
            with monkeypatch.context() as patch:
                seen = asyncio.Event()
                broken = problem(StoreProblem.BUSY, "lair.db")

                def fails(*_: Any) -> Any:
                    seen.set()
                    raise broken

                patch.setattr(ours.site.api.feed, "since", fails)
                gain(hub)
                await seen.wait()
            gain(hub)
            assert [(await anext(stream))[1] for _ in range(2)] == ["1-1", "1-2"]
