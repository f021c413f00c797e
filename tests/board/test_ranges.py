"""Every field of every frame has a range: what lies outside is counted as bad and ignored, and the link goes on."""

from __future__ import annotations

import gc
import json
import secrets
import tracemalloc
from binascii import crc32
from random import Random
from typing import Any

import pytest

from lairkeeper.board import HostSession, LinkState
from lairkeeper.board.events import MemoryInbox
from lairkeeper.board.frame import FrameReader, encode
from lairkeeper.store import Store

from .mutated import FROM_THE_BOARD, mutated
from .test_session import Host, hello


def raw(items: list[Any]) -> bytes:
    """Return a frame's bytes, as a board with any firmware may send them: halves of surrogate pairs, too."""
    body = json.dumps(items, separators=(",", ":")).encode()
    return b"\x1e%b*%08x\n" % (body, crc32(body))


MANY_DIGITS = int("9" * 400)


@pytest.mark.parametrize(
    "frame",
    [
        ["E", 1, MANY_DIGITS, "+", "tap", "04319f5d240289"],
        ["E", MANY_DIGITS, 1, "+", "tap", "04319f5d240289"],
        ["L", "warn", MANY_DIGITS, "x"],
        ["p", MANY_DIGITS, 5],
        ["p", 5, MANY_DIGITS],
        ["P", MANY_DIGITS],
        ["P", 0.5],
        ["s", MANY_DIGITS, 1],
        ["S", 0, "tap", "ok", [["04319f5d240289", MANY_DIGITS]]],
        ["J", "boot-0", 1, MANY_DIGITS, 5, "+", "tap", "04319f5d240289"],
        ["J", "boot-0", 1, 5, MANY_DIGITS, "+", "tap", "04319f5d240289"],
        ["R", MANY_DIGITS, True, None],
        ["E", 1, True, "+", "tap", "04319f5d240289"],
        ["E", 1, -1, "+", "tap", "04319f5d240289"],
        ["E", 1, 5, "+", "tap", "04319F5D240289"],
        ["E", 1, 5, "+", "tap", "04319f5d2402"],
        ["E", 1, 5, "+", "", "04319f5d240289"],
        ["E", 1, 5, "+", "A reader", "04319f5d240289"],
        ["E", 1, 5, "+", "tap"],
        ["E", 1, 5, "b", "tap", "undo"],
        ["E", 1, 5, "g", "", 0],
        ["E", 1, 5, "x", "", "3"],
        ["E", 1, 5],
        ["!", ["taken"]],
    ],
    ids=lambda frame: " ".join(str(each)[:12] for each in frame),
)
def test_a_frame_with_a_field_out_of_range_is_refused_and_the_link_goes_on(frame: list[Any]) -> None:
    host = Host().greet()
    bad = host.status.bad
    host.session.feed(raw(frame), 10)
    host.session.tell()
    assert (host.status.bad, host.status.state, host.events) == (bad + 1, LinkState.UP, [])
    sent = host.hear(["E", 1, 20, "+", "tap", "04319f5d240289"], now=20)
    assert ["A", 1] in sent
    assert [event.seq for event in host.events] == [1]


@pytest.mark.parametrize(
    "field",
    [(1, MANY_DIGITS), (1, -1), (7, MANY_DIGITS), (8, 0), (8, 2), (5, ""), (6, "x" * 65), (9, 7), (3, 5), (4, 7)],
)
def test_a_hello_with_a_field_out_of_range_is_none(field: tuple[int, Any]) -> None:
    host = Host()
    items = hello()
    items[field[0]] = field[1]
    host.session.feed(raw(items), 10)
    host.session.tell()
    assert host.status.state is LinkState.GREETING
    host.greet()
    assert host.status.state is LinkState.UP


def torture(session: HostSession, rng: Random, frames: int) -> int:
    """Feed mutated frames, answering as a board would now and then; how many were fed."""
    nonce = ""
    for n in range(frames):
        session.feed(raw(mutated(rng, FROM_THE_BOARD)), n)
        session.tick(n)
        for items in FrameReader().feed(session.outgoing()):
            nonce = items[2] if items[0] == "H" else nonce
        session.tell()
        if session.status.state in (LinkState.GREETING, LinkState.REFUSED) and n % 7 == 0:
            session.open("port", n) if session.status.state is LinkState.REFUSED else None
            session.feed(raw(hello(nonce=nonce)), n)
    return frames


def proved(session: HostSession, now: float) -> bool:
    """Return True when the link still works: it answers a hello and acknowledges an event."""
    session.open("port", now)
    nonce = next(items[2] for items in FrameReader().feed(session.outgoing()) if items[0] == "H")
    session.feed(encode(hello(nonce=nonce, boot="last", next=2)), now)
    session.feed(encode(["E", 1, 5, "+", "tap", "04319f5d240289"]), now)
    return ["A", 1] in FrameReader().feed(session.outgoing())


def test_mutated_frames_never_raise_and_the_link_still_works() -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    with Store.open(":memory:") as store:
        session = HostSession(store.inbox, wall=lambda: 1000.0)
        session.open("port", 0)
        torture(session, Random(seed), 4_000)
        assert proved(session, 10_000.0)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_million_mutated_frames_leave_the_memory_flat() -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    session = HostSession(Forgetful(), wall=lambda: 1000.0)
    session.open("port", 0)
    rng = Random(seed)
    torture(session, rng, 20_000)
    tracemalloc.start()
    gc.collect()  # what nobody holds any more is no leak, nor what Python keeps for the next object of a size
    before = tracemalloc.get_traced_memory()[0]
    torture(session, rng, 980_000)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    print(f"{grown} bytes")
    assert grown < 200_000
    assert proved(session, 10_000_000.0)


class Forgetful(MemoryInbox):
    """An inbox that keeps nothing, so that only the session can hold memory."""

    def receive(self, events: object) -> None:
        """Keep none."""
