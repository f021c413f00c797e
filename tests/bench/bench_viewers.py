"""Thirty viewers of one match: from a scan in the inbox to the last page, against a bare stream of the same run.

The bare stream hangs on the same hub, which judges and keeps the same scans, and sends as many bytes; nothing is made
anew for them. The viewers are a process of their own, so that the processor time is the app's alone.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from statistics import mean, median, quantiles
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lairkeeper.board import BoardEvent
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table, demo_uid
from lairkeeper.web import create_app, open_port, serve
from lairkeeper.web.access.gate import GUEST_COOKIE
from lairkeeper.web.access.guests import hash_of
from lairkeeper.web.access.roles import FROM_LAN, CallerRole
from lairkeeper.web.site import Site

GAME: Final = "forever-evil"
VIEWERS: Final = 30
SPECTATORS: Final = 100
PAGE_KB: Final = 4
SCANS: Final = 400
BLOCKS: Final = 4
WARM_UP: Final = 10
ID: Final = re.compile(rb"id: \w+-(\d+)\n")


def looks_at(viewer: int, kinds: int) -> str:
    """Return the page and the language of a viewer: all the same, or of three kinds, where most have the first one."""
    others = {0: "page=tv&lang=en", 1: "page=table&lang=fr"} if kinds == 3 else {}
    return others.get(viewer % 5, "page=table&lang=en")


def by_network(app: Starlette) -> ASGIApp:
    """Return the app as the home network finds it, with a guest for each spectator."""
    site: Site = app.state.site
    for n in range(SPECTATORS):
        site.guests.let_in(hash_of(f"spectator {n}"), CallerRole.SPECTATOR, None, "")

    async def entry(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, FROM_LAN: True}, receive, send)

    return entry


def memory() -> float:
    """Return the KB that this process holds; 0 where the system does not say."""
    held = Path("/proc/self/statm")
    return int(held.read_text().split()[1]) * PAGE_KB if held.exists() else 0.0


class Scans:
    """Tokens tapped on four trays, one after the other, by a clock that runs as fast as they are told."""

    def __init__(self, folder: Path) -> None:
        self.now = 1000.0
        self.store = Store.open(folder / "viewers.db")
        self.hub = Hub(self.store, clocks=Clocks(lambda: self.now, lambda: self.now))
        self.hub.enrol_demo_set(GAME)
        assert isinstance(self.hub.start(GAME, ["Ana", "Bo", "Cy", "Di"], level="deck"), Table)
        self._seq = 0

    def next(self) -> None:
        """Tell the next event, "lifted" and "laid down" in turn; the hub judges and keeps it before this returns."""
        n, kind = divmod(self._seq, 2)
        self._seq += 1
        uid = demo_uid(GAME, f"vp-1#{1 + n % 8}")
        event = BoardEvent(
            "bench", "boot", self._seq, int(self.now * 1000), self.now, "+-"[kind], f"seat-{n % 4 + 1}", (uid,)
        )
        self.store.inbox.receive([event])
        self.now += 2.0  # no other tag came to the same reader meanwhile
        self.hub.received([event])


def bare(hub: Hub, size: int) -> Starlette:
    """Return an app with a stream that sends ``size`` bytes after each change of the hub."""

    async def changes() -> AsyncIterator[str]:
        changed = asyncio.Event()
        unsubscribe = hub.subscribe(changed.set)
        try:
            yield f"id: 0-{hub.version}\ndata: \n\n"
            while await changed.wait():
                changed.clear()
                yield f"data: {'x' * size}\n\nid: 0-{hub.version}\ndata: \n\n"
        finally:
            unsubscribe()

    async def events(request: Request) -> StreamingResponse:
        return StreamingResponse(changes(), media_type="text/event-stream")

    return Starlette(routes=[Route("/events", events)])


def watch(port: int, kinds: int, viewers: int) -> None:
    """Be all the viewers: told a version, say when the last of them had it, and how many bytes they got since."""
    streams, selector = [], DefaultSelector()
    for n in range(viewers):
        stream = socket.create_connection(("127.0.0.1", port))
        # Spectators have the key of a guest; to a bare stream it means nothing.
        asks = f"/events?{looks_at(n, kinds)}" if kinds else "/events?page=tv&lang=en"
        key = "" if kinds else f"Cookie: {GUEST_COOKIE}=spectator {n}\r\n"
        stream.sendall(f"GET {asks} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{key}\r\n".encode())
        selector.register(stream, EVENT_READ, n)
        streams.append(stream)
    seen, ends, got = [-1] * viewers, [b""] * viewers, 0
    for wanted in map(int, sys.stdin):
        while min(seen) < wanted:
            for key, _ in selector.select():
                chunk = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
                if not chunk:
                    raise EOFError("a stream has ended")
                got += len(chunk)
                text = ends[key.data] + chunk
                ends[key.data] = text[-60:]
                for version in ID.findall(text):
                    seen[key.data] = int(version)
        print(time.monotonic(), got, flush=True)
        got = 0


@dataclass
class Taken:
    """The cost of scans: milliseconds to the last page, processor milliseconds, bytes of one viewer."""

    whole: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    size: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """KB that the process grew by, for each viewer that came."""


async def measure(scans: int, taken: Taken, kinds: int, size: int | None = None) -> None:
    """Tell so many scans to viewers of the app, or with ``size`` to those of a bare stream.

    Without ``kinds`` the viewers are spectators, who come by the network with the keys of guests.
    """
    count = VIEWERS if kinds else SPECTATORS
    with tempfile.TemporaryDirectory() as folder:
        told, stop = Scans(Path(folder)), asyncio.Event()
        app = bare(told.hub, size) if size is not None else create_app(told.hub, stop=stop)
        entry: ASGIApp = app
        if size is None and not kinds:
            entry = by_network(app)
        sock = open_port("127.0.0.1", 0)
        port = sock.getsockname()[1]
        serving = asyncio.create_task(serve(entry, "127.0.0.1", port, stop, sock=sock))
        before = memory()
        viewers = await asyncio.create_subprocess_exec(
            sys.executable,
            __file__,
            str(port),
            str(kinds),
            str(count),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert viewers.stdin is not None and viewers.stdout is not None

        async def arrived() -> tuple[float, int]:
            viewers.stdin.write(f"{told.hub.version}\n".encode())
            at, got = (await viewers.stdout.readline()).split()
            return float(at), int(got)

        await arrived()
        taken.memory.append((memory() - before) / count)
        for number in range(WARM_UP + scans):
            began, worked = time.monotonic(), time.process_time()
            told.next()
            at, got = await arrived()
            if number >= WARM_UP:
                taken.whole.append((at - began) * 1000)
                taken.work.append((time.process_time() - worked) * 1000)
                taken.size.append(got / count)
            told.next()
            await arrived()
        viewers.stdin.close()
        await viewers.wait()
        stop.set()
        await serving
        told.store.close()


async def both(scans: int, kinds: int = 1, blocks: int = BLOCKS) -> tuple[Taken, Taken]:
    """Return what scans cost with the app's own streams, and with bare ones: in turns, as the machine is not even."""
    ours, base = Taken(), Taken()
    for _ in range(blocks):
        await measure(scans // blocks, ours, kinds)
        await measure(scans // blocks, base, kinds, int(median(ours.size)))
    return ours, base


def run() -> dict[str, dict[str, Any]]:
    """Return the figures of this bench. A part is made once for each page and language, so three kinds cost more."""
    figures = {}
    for kinds, name, aim in ((1, "viewers", "aim at most 3"), (3, "viewers.three_kinds", "two pages, two languages")):
        ours, base = asyncio.run(both(SCANS, kinds))
        what = f"{VIEWERS} viewers of one match; baseline bare streams of as many bytes, same run; {aim}"
        whole, work = f"p50 {median(ours.whole):.1f} ms", f"{median(ours.size):.0f} bytes a viewer"
        figures |= {
            f"{name}.scan_to_last_page_p99_ms": figure(p99(ours.whole), p99(base.whole), f"{what}; {whole}"),
            f"{name}.scan_work_ms": figure(mean(ours.work), mean(base.work), f"processor time, {what}; {work}"),
        }
    return figures | spectators()


def spectators() -> dict[str, dict[str, Any]]:
    """Return the figures of a hundred guests that only watch."""
    ours, base = asyncio.run(both(SCANS // 2, 0, 2))
    what = f"{SPECTATORS} spectators of one match by the network; baseline bare streams, same run; aim at most"
    # The first block finds nothing that an earlier one left free.
    held, bare_held = max(ours.memory), max(1.0, *base.memory)
    grown = figure(held, bare_held, f"memory of one, {what} 200 KB")
    return {
        "spectators.scan_to_last_page_p99_ms": figure(p99(ours.whole), p99(base.whole), f"{what} 3"),
        "spectators.memory_kb": {**grown, "unit": "KB"},
    }


def p99(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


def figure(value: float, base: float, what: str) -> dict[str, Any]:
    return {
        "value": round(value, 2),
        "unit": "ms",
        "baseline": round(base, 2),
        "ratio": round(value / base, 3),
        "what": what,
    }


if __name__ == "__main__":
    if len(sys.argv) > 1:
        watch(*map(int, sys.argv[1:4]))
    else:
        print(json.dumps(run(), indent=1, ensure_ascii=False))
