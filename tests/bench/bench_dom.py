"""From a scan in the inbox to the score changed in Chromium, against the same scan to the bytes of the stream."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

from playwright.async_api import async_playwright

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from bench_viewers import WARM_UP, Scans  # noqa: E402

from lairkeeper.web import create_app, open_port, serve  # noqa: E402
from tests.chromium import ARGS, CHROMIUM  # noqa: E402

SCANS: Final = 100
CHANGED: Final = """() => {
    window.changed = [];
    new MutationObserver(() => changed.push(performance.timeOrigin + performance.now()))
        .observe(document.getElementById("seats"), { subtree: true, characterData: true, childList: true });
}"""


async def measure(scans: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds to the page in Chromium and to a bare reader of the stream, of the same scans."""
    drawn: list[float] = []
    told: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        table, stop = Scans(Path(folder)), asyncio.Event()
        sock = open_port("127.0.0.1", 0)
        port = sock.getsockname()[1]
        serving = asyncio.create_task(serve(create_app(table.hub, stop=stop), "127.0.0.1", port, stop, sock=sock))
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
            page = await browser.new_page()
            await page.goto(f"http://127.0.0.1:{port}/table")
            await page.evaluate(CHANGED)
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
            writer.write(f"GET /events?page=table HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            await reader.readuntil(b"id: ")
            for number in range(WARM_UP + scans):
                seen, began = await page.evaluate("changed.length"), time.time()
                table.next()
                await reader.readuntil(b'"seats"')
                bytes_at = time.time()
                await page.wait_for_function("seen => changed.length > seen", arg=seen)
                at = await page.evaluate("seen => changed[seen]", seen)
                if number >= WARM_UP:
                    drawn.append(at - began * 1000)
                    told.append((bytes_at - began) * 1000)
                table.next()
            writer.close()
            await browser.close()
        stop.set()
        await serving
        table.store.close()
    return drawn, told


def run() -> dict[str, dict[str, Any]]:
    """Return the figures of this bench."""
    drawn, told = asyncio.run(measure(SCANS))
    value, base = (quantiles(each, n=100)[98] for each in (drawn, told))
    what = f"scan in the inbox → score changed in Chromium; baseline → bytes of the stream; p50 {median(drawn):.1f} ms"
    return {
        "dom.scan_to_score_p99_ms": {
            "value": round(value, 2), "unit": "ms", "baseline": round(base, 2), "ratio": round(value / base, 3),
            "what": what,
        }
    }  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(run(), indent=1, ensure_ascii=False))
