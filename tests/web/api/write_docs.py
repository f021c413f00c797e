"""Run each command of docs/api.md and write its answer below it: ``python -m tests.web.api.write_docs``."""

from __future__ import annotations

import asyncio
import json
import os
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub
from lairkeeper.web.api.scopes import TokenScope

from ..situations import begun
from .live import Live, live

PAGE: Final = Path(__file__).parents[3] / "docs" / "api.md"
PORT: Final = 8642
"""The port in the commands. curl is told by its own settings to connect to another one."""
AT: Final = 1767295800.0
"""It is 2026-01-01 19:30 UTC, and stays so."""
LONGEST: Final = 26
"""Lines of an answer that are shown."""
_COMMAND: Final = re.compile(r"```sh\n(?P<command>.*?)\n```\n(?:\n```(?:json|text)\n(?P<answer>.*?)\n```\n)?", re.S)


@asynccontextmanager
async def served() -> AsyncIterator[tuple[Live, dict[str, str]]]:
    """Yield the app with the match of the page, and the environment of its commands."""
    hub = Hub(Store.open(), clocks=Clocks(wall=lambda: AT, steady=lambda: 100.0))
    begun(hub, seats=("Ana", "Bo"))
    async with live(hub) as ours:
        _, secret = ours.site.api.tokens.create("My program", [TokenScope(each) for each in ("read", "play", "manage")])
        ours.site.api.tokens.create("OBS overlay", [TokenScope.READ], days=30)
        with tempfile.TemporaryDirectory() as home:
            elsewhere = f'connect-to = "127.0.0.1:{PORT}:127.0.0.1:{ours.port}"\n'
            Path(home, ".curlrc").write_text(elsewhere, encoding="utf-8")
            yield ours, {**os.environ, "LAIR_TOKEN": secret, "CURL_HOME": home, "HOME": home}
    hub.store.close()


async def answer_to(command: str, environment: dict[str, str]) -> str:
    """Return what a command prints, as the page shows it."""
    running = await asyncio.create_subprocess_shell(
        command, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    async with asyncio.timeout(10):
        out, _ = await running.communicate()
    assert running.returncode == 0, (command, out)
    return shown(out.decode())


def shown(text: str) -> str:
    """Return an answer as a block of the page; JSON is indented, and what is long is cut."""
    kind = "json" if text.startswith("{") else "text"
    lines = (
        json.dumps(json.loads(text), indent=1, ensure_ascii=False) if kind == "json" else text.strip()
    ).splitlines()
    if len(lines) > LONGEST:
        lines = [*lines[:LONGEST], "…"]
    return "\n".join((f"```{kind}", *lines, "```", ""))


async def written(page: str) -> str:
    """Return the page with the answers that come now."""
    parts, end = [], 0
    async with served() as (_, environment):
        for found in _COMMAND.finditer(page):
            answer = await answer_to(found["command"], environment)
            parts += [page[end : found.start()], f"```sh\n{found['command']}\n```\n\n{answer}"]
            end = found.end()
    return "".join([*parts, page[end:]])


if __name__ == "__main__":
    PAGE.write_text(asyncio.run(written(PAGE.read_text(encoding="utf-8"))), encoding="utf-8")
