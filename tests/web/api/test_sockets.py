"""The WebSocket: the same events, and moves and answers by message; strangers and foreign pages stay outside."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lairkeeper.table import Hub
from lairkeeper.web import server
from lairkeeper.web.api import sockets
from lairkeeper.web.api.attempts import TRIES

from ..situations import do, listeners, scanned
from .live import PATIENCE_S, Live, live, said

GAIN = {"move": "gain", "by": "Ana", "card": "vp-5"}


async def sent(socket: Any, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def test_moves_and_records(hub: Hub) -> None:
    async with live(hub) as ours:
        _, secret = ours.token("read", "play")
        async with ours.socket(secret) as socket:
            assert await said(socket, "match") == {"type": "match", "match": 1, "n": 0}
            await sent(socket, type="move", id=1, move=GAIN, key="0123abcd")
            done, record = await said_both(socket)
            assert done == {"type": "done", "re": 1, "done": {
                "match": 1, "n": 1, "again": False, "question": None, "unverified": []}}  # fmt: skip
            assert (record["id"], record["record"]["line"]["code"]) == ("1-1", "gain")
            await sent(socket, type="move", id=2, move=GAIN, key="0123abcd")
            assert (await said(socket, "done"))["done"]["again"]
            await sent(socket, type="undo", id=3, undo={"n": 1})
            assert (await said(socket, "done"))["re"] == 3
            await sent(socket, type="move", id=4, move={**GAIN, "by": "Nobody"})
            refused = await said(socket, "problem")
            assert (refused["re"], refused["problem"]["code"], refused["problem"]["status"]) == (4, "unknown-seat", 409)
    assert listeners(hub) == 0


async def said_both(socket: Any) -> tuple[Any, Any]:
    """Return the reply and the record, in whatever order they come."""
    async with asyncio.timeout(PATIENCE_S):
        messages = [json.loads(await socket.recv()) for _ in range(2)]
    by_type = {each["type"]: each for each in messages}
    return by_type["done"], by_type["record"]


async def test_a_question_is_told_and_answered(hub: Hub) -> None:
    async with live(hub) as ours:
        _, secret = ours.token("read", "play")
        async with ours.socket(secret) as socket:
            scanned(hub, "seat-1", "04AABBCCDDEEFF")
            (question,) = (await said(socket, "questions"))["questions"]
            at = next(each["option"] for each in question["choices"] if each["action"] == "ignore-tag")
            await sent(socket, type="answer", id=9, answer={"question": question["id"], "option": at})
            assert (await said(socket, "done"))["re"] == 9


async def test_the_token_comes_with_the_first_message_where_headers_cannot(hub: Hub) -> None:
    async with live(hub) as ours:
        _, secret = ours.token("read:seat", "play", seat="Bo")
        assert hub.table is not None
        do(hub.table, **GAIN)
        async with ours.socket(origin=f"http://{ours.at}") as socket:
            await sent(socket, type="hello", token=secret, last="1-0", language="fr")
            assert (await said(socket, "record"))["id"] == "1-1"
            await sent(socket, type="move", id=1, move=GAIN)
            refused = (await said(socket, "problem"))["problem"]
            assert (refused["code"], refused["title"]) == ("wrong-seat", "Ce jeton n’agit que pour Bo.")


async def refused(ours: Live, **how: Any) -> int:
    with pytest.raises(InvalidStatus) as caught:
        async with ours.socket(**how):
            pass
    return caught.value.response.status_code


async def test_who_stays_outside(hub: Hub) -> None:
    async with live(hub) as ours:
        _, secret = ours.token("read")
        for origin in ("http://evil.example", "null", f"https://{ours.at}", "http://127.0.0.1:1"):
            assert await refused(ours, secret=secret, origin=origin) == 403, origin
        assert await refused(ours, secret=secret, at="evil.example") == 403
        assert await refused(ours, secret="lair_wrong") == 401
        assert await refused(ours, secret=ours.token("play")[1]) == 403
        assert await refused(ours, secret=secret, headers={"Last-Event-ID": "x"}) == 400
        assert [await refused(ours, secret="lair_wrong") for _ in range(TRIES)][-1] == 429
        async with ours.socket(secret):
            pass


async def closed(socket: Any) -> tuple[int, str]:
    """Return the code with which it was closed, and the problem that was told before."""
    code = ""
    async with asyncio.timeout(PATIENCE_S):
        try:
            while True:
                message = json.loads(await socket.recv())
                code = message.get("problem", {}).get("code", code)
        except ConnectionClosed as end:
            assert end.rcvd is not None
            return end.rcvd.code, code


@pytest.mark.parametrize(
    ("first", "code", "says"),
    [
        ('{"type":"hello","token":"lair_wrong"}', 1008, "wrong-token"),
        ('{"type":"hello"}', 1007, "bad-body"),
        ('{"type":"move","id":1,"move":{"move":"x"}}', 1007, "bad-body"),
        ("{", 1007, "bad-body"),
        (b"\x00\xff", 1007, "bad-body"),
        ("[" * 30_000, 1007, "bad-body"),
    ],
)
async def test_a_first_message_that_opens_nothing(hub: Hub, first: str | bytes, code: int, says: str) -> None:
    async with live(hub) as ours, ours.socket() as socket:
        await socket.send(first)
        assert await closed(socket) == (code, says)


async def test_who_says_nothing_is_sent_away(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_S", 0.05)
    async with live(hub) as ours, ours.socket() as socket:
        assert await closed(socket) == (1008, "no-token")
        assert len(ours.site.api.unknown) == 0


async def test_a_bad_message_ends_nothing_and_a_long_one_does(hub: Hub) -> None:
    async with live(hub) as ours:
        _, secret = ours.token("read", "play")
        async with ours.socket(secret) as socket:
            for text, number in (
                ("{", None), ("7", None), ('{"type":"move","id":5}', 5), ('{"type":"dance","id":6}', 6),
                ('{"type":"move","id":-1,"move":{"move":"x"}}', None), (b"x", None),
            ):  # fmt: skip
                await socket.send(text)
                told = await said(socket, "problem")
                assert (told["re"], told["problem"]["code"]) == (number, "bad-body")
            await socket.send("x" * (server.MESSAGE_LIMIT + 1))
            assert (await closed(socket))[0] == 1009


async def test_a_reader_may_not_move_and_a_revoked_token_ends_it(hub: Hub) -> None:
    async with live(hub) as ours:
        number, secret = ours.token("read")
        async with ours.socket(secret) as socket:
            await sent(socket, type="move", id=1, move=GAIN)
            assert (await said(socket, "problem"))["problem"]["code"] == "wrong-scope"
            ours.site.api.tokens.revoke(number)
            assert await closed(socket) == (1008, "")
        assert hub.table is not None and len(hub.table.history) == 1


async def test_it_ends_when_the_app_does(hub: Hub) -> None:
    async with live(hub) as ours:
        _, secret = ours.token("read")
        async with ours.socket(secret) as socket, ours.socket() as silent:
            await said(socket, "match")
            ours.stop.set()
            assert (await closed(socket))[0] in (1001, 1012)
            assert (await closed(silent))[0] in (1001, 1008, 1012)
    assert listeners(hub) == 0


async def test_other_addresses_have_no_socket(hub: Hub) -> None:
    from websockets.asyncio.client import connect

    async with live(hub) as ours:
        for path in ("/", "/table", "/api/v1/match", "/api/v1/ws/"):
            with pytest.raises(InvalidStatus):
                await connect(f"ws://{ours.at}{path}")
