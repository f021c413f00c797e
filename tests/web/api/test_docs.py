"""docs/api.md: each command was run as it is printed, and gave the answer below it."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys

import pytest

from lairkeeper.web.api.routes import ENDPOINTS

from .live import PATIENCE_S
from .write_docs import PAGE, PORT, served, written


@pytest.mark.extra
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
async def test_the_commands_of_the_page_give_its_answers() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert await written(page) == page, "write it anew: python -m tests.web.api.write_docs"


def test_the_page_shows_every_call() -> None:
    commands = re.findall(r"```sh\n(curl .*)\n```", PAGE.read_text(encoding="utf-8"))
    assert len(commands) > 20
    shown = {call for command in commands for call in [_call(command)] if "Bearer" in command}
    described = {(each.method, each.path) for each in ENDPOINTS if each.needs is not None}
    assert {(method, re.sub(r"/\d+", "/#", path)) for method, path in shown} == {
        (method, re.sub(r"{\w+}", "#", path)) for method, path in described
    }
    assert all(f"http://127.0.0.1:{PORT}/api/v1" in command for command in commands)


def _call(command: str) -> tuple[str, str]:
    path = re.search(r"/api/v1([^\s?\"]*)", command)
    method = re.search(r"-X (\w+)", command)
    assert path is not None, command
    return method[1] if method else "POST" if " -d " in command else "GET", path[1]


async def test_the_websocket_program_of_the_page_runs() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    async with served() as (ours, environment):
        there = program.replace(f"127.0.0.1:{PORT}", ours.at)
        assert there != program
        running = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            there,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        async with asyncio.timeout(2 * PATIENCE_S):
            out, _ = await running.communicate()
    lines = out.decode().splitlines()
    assert lines[0] == '{"type":"match","match":1,"n":0}'
    assert '"type":"done","re":1' in lines[1] or '"type":"record"' in lines[1]
