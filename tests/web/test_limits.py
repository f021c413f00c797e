"""Floods leave room: old streams go, new pages answer, the log stays small."""

from __future__ import annotations

import asyncio
import errno
import io
import logging
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from lairkeeper.web.limits import SAME_LINES, Sparing, Streams

from ..fresh import some

resource = pytest.importorskip("resource", reason="descriptors are not limited on this system")

SCRIPT = """
import asyncio, resource
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from tests.web.situations import begun, hub_of
from lairkeeper.web import create_app, open_port, serve
async def main():
    hub, stop = hub_of(), asyncio.Event()
    begun(hub)
    sock = open_port("127.0.0.1", 0)
    print(sock.getsockname()[1], flush=True)
    await serve(create_app(hub, stop=stop), "127.0.0.1", 0, stop, sock=sock)
asyncio.run(main())
"""


async def connect(port: int, ask: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(ask)
    return reader, writer


STREAM = b"GET /events?page=table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
FLOODS = {
    "silent": b"",
    "half a request": b"GET / HTTP/1.1\r\nHost: 127",
    "half a body": b"POST /act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\nx",
    "nonsense": b"\x16\x03\x01 nonsense\r\n\r\n",
    "streams": STREAM,
}


@pytest.mark.parametrize("name", some(FLOODS, 2))
async def test_300_connections_with_256_descriptors_leave_room_for_a_page(name: str) -> None:
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            port = int(process.stdout.readline())
            flood = [await connect(port, FLOODS[name]) for _ in range(300)]
            async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                for path in ("/table", "/virtual", "/tags"):
                    assert (await client.get(path)).status_code == 200, path
            newest, writer = await connect(port, STREAM)
            async with asyncio.timeout(30):
                assert b" 200 " in await newest.readline(), "a new page is live"
            for _, each in [*flood, (newest, writer)]:
                each.close()
        finally:
            process.terminate()
        log = process.stderr.read()
        process.wait(10)
    assert len(log) < 10_000, log[:2000]


def test_a_line_that_repeats_is_logged_a_few_times_a_minute() -> None:
    now = [0.0]
    sparing = Sparing(lambda: now[0])

    def passes(text: str) -> str | None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, (), None)
        return str(record.msg) if sparing.filter(record) else None

    assert [passes("accept failed") for _ in range(1000)].count("accept failed") == SAME_LINES
    assert passes("something else") == "something else"
    now[0] = 61.0
    assert passes("accept failed") == f"accept failed ({1000 - SAME_LINES} more of these were left out)"
    assert passes("accept failed") == "accept failed"
    assert sum(passes(f"made up {n}") is not None for n in range(5000)) == 5000
    assert len(sparing._seen) <= 101


def test_a_machine_without_room_is_one_sentence_without_a_traceback() -> None:
    said = io.StringIO()
    logger = logging.Logger("asyncio")
    logger.addHandler(logging.StreamHandler(said))
    logger.addFilter(Sparing())
    for error in (OSError(errno.EMFILE, "Too many open files"), OSError(errno.EPIPE, "Broken pipe")):
        try:
            raise error
        except OSError:
            logger.exception("socket.accept() out of system resource")
    full, *rest = said.getvalue().splitlines()
    assert full.startswith("Nothing more can be opened (Too many open files): new connections wait")
    assert rest[0] == "socket.accept() out of system resource" and "Traceback" in rest[1], "others are told whole"


def test_a_guest_makes_room_before_the_host_does() -> None:
    streams = Streams(lambda: 2)
    host, guest, other = streams.enter(), streams.enter(1), streams.enter(2)
    assert (host.is_set(), guest.is_set(), other.is_set()) == (False, True, False)
    assert streams.enter(3).is_set() is False
    assert (host.is_set(), other.is_set(), len(streams)) == (False, True, 2)


def test_streams_end_in_the_order_in_which_they_came() -> None:
    streams = Streams(lambda: 2)
    ends = [streams.enter() for _ in range(5)]
    assert [end.is_set() for end in ends] == [True, True, True, False, False]
    streams.leave(ends[3])
    streams.leave(ends[3])
    assert len(streams) == 1
