"""The server: a taken port is told with a free one, and open streams do not hold up the end."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from lairkeeper.web import WebPortError, create_app, open_port, serve

from .situations import begun, do, hub_of, listeners


def test_a_taken_port_names_the_next_free_one() -> None:
    with open_port("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WebPortError) as caught:
            open_port("127.0.0.1", port)
        suggestion = caught.value.suggestion
        assert suggestion is not None and suggestion > port
        assert f"port {port}" in str(caught.value)
        assert f"--port {suggestion}" in str(caught.value)
        open_port("127.0.0.1", suggestion).close()


@pytest.mark.parametrize("port", [70000, -1])
def test_a_port_that_is_none(port: int) -> None:
    with pytest.raises(WebPortError, match="0 to 65535"):
        open_port("127.0.0.1", port)


@pytest.mark.parametrize("host", ["no-such-host.invalid", "203.0.113.7"])
def test_an_address_that_is_not_ours(host: str) -> None:
    with pytest.raises(WebPortError, match="no such address"):
        open_port(host, 0)


async def test_serving_with_an_open_stream_ends_at_once() -> None:
    hub, stop = hub_of(), asyncio.Event()
    begun(hub)
    sock = open_port("127.0.0.1", 0)
    port = sock.getsockname()[1]
    serving = asyncio.create_task(serve(create_app(hub, stop=stop), "127.0.0.1", port, stop, sock=sock))
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=5) as client:
        page = await client.get("/table")
        since = page.text.split('data-since="')[1].split('"')[0]
        async with client.stream("GET", f"/events?page=table&since={since}") as stream:
            lines = stream.aiter_lines()
            assert await anext(lines) == "retry: 1000"
            await anext(lines)
            assert hub.table is not None
            do(hub.table, move="gain", by="Bo", card="vp-5")
            data = await anext(lines)
            assert "5 VP in tokens" in json.loads(data.removeprefix("data: "))["fragments"]["seats"]
            begin = time.monotonic()
            stop.set()
            rest = [line async for line in lines if line]
            assert [line.partition(": ")[0] for line in rest] == ["id", "data"], "the end"
            await asyncio.wait_for(serving, 5)
            assert time.monotonic() - begin < 1.5
    assert listeners(hub) == 0


async def test_a_taken_port_is_told_before_anything_is_served() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(WebPortError):
            await serve(create_app(hub_of()), "127.0.0.1", taken.getsockname()[1], asyncio.Event())


SCRIPT = """
import asyncio
from lairkeeper.web import create_app, open_port, serve
from tests.web.situations import begun, hub_of
async def main():
    hub, stop = hub_of(), asyncio.Event()
    begun(hub)
    sock = open_port("127.0.0.1", 0)
    print(sock.getsockname()[1], flush=True)
    await serve(create_app(hub, stop=stop), "127.0.0.1", 0, stop, sock=sock)
    print("ended", flush=True)
try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_the_program_at_once_with_a_stream_open() -> None:
    root, pipe = Path(__file__).parents[2], subprocess.PIPE
    command = [sys.executable, "-c", SCRIPT]
    with subprocess.Popen(command, cwd=root, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with httpx2.stream("GET", f"http://127.0.0.1:{port}/events?page=table", timeout=30) as stream:
            lines = stream.iter_lines()  # kept: without it the stream ends here
            assert next(lines) == "retry: 1000"
            process.send_signal(signal.SIGINT)
            said, faults = process.communicate(timeout=60)
        assert ("ended" in said, faults) == (True, ""), "uvicorn says so when it has to wait for a stream"
