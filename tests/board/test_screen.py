"""The board's small screen: it shows what the host says, and holds nothing up when nobody looks at it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lairkeeper.board import Link, LinkState, LockstepLink, MemoryInbox, SimulatedBoard

from .conftest import Chain

pytestmark = pytest.mark.chain


@pytest.mark.parametrize("kind", ["ssd1306", "sh1106"])
def test_the_small_screen_shows_what_the_host_says(kind: str) -> None:
    with SimulatedBoard(("tap",), paced=False, settings={"screen": kind, "volume": 50}) as board:
        link = LockstepLink(board, MemoryInbox())
        link.start()
        link.advance(1000)
        alone = board.screen()
        assert alone is not None and any(alone)
        link.command("disp", "Bo: buy or end the turn", 0, "Ana 3 Bo 5")
        link.advance(1000)
        said = board.screen()
        assert said is not None and said != alone
        assert said[:128].count(0xFF) > 30, "the title is dark on light"
        link.command("disp", "Bo: buy or\nend the turn", 0, "Ana 3 Bo 5")
        link.advance(1000)
        lines = board.screen()
        assert lines is not None and lines != said
        assert any(lines[128:256]) and any(lines[256:384]) and not any(lines[384:]), "a line break begins a line"
        link.command("disp", "Ana           3", 0, "Ana 3 Bo 5")
        link.advance(1000)
        apart = board.screen()
        assert apart is not None and any(apart[128 + 14 * 8 : 256]), "spaces in a line that fits stay"
        link.command("disp", "Bo: buy or end the turn", 0, "Ana 3 Bo 5")
        link.advance(1000)
        assert board.screen() == said
        link.command("disp", "for a moment", 1000, "")
        link.advance(700)
        assert board.screen() != said
        link.advance(2000)
        assert board.screen() == said
        link.command("buz", 880, 20, 2)
        link.advance(500)
        assert board.tones() == [880, 0, 880, 0]


async def test_a_screen_that_nobody_looks_at_holds_nothing_up() -> None:
    """Write what the screen shows down a channel that the host reads only when it is asked: nobody asks here."""
    answers: list[tuple[bool, Any]] = []
    stop = asyncio.Event()
    with SimulatedBoard(("tap",), settings={"screen": "ssd1306"}) as board:
        link = Link(board.port, MemoryInbox())
        running = asyncio.create_task(link.run(stop))
        async with asyncio.timeout(60):
            while link.status.state is not LinkState.UP:
                await asyncio.sleep(0.01)
            for n in range(150):
                link.command("disp", f"line {n}", 0, f"title {n}", on_reply=lambda *answer: answers.append(answer))
                while len(answers) <= n:
                    await asyncio.sleep(0.01)
        assert board.screen() is not None
        stop.set()
        await running
    assert answers == [(True, None)] * 150


def test_a_board_without_a_screen_says_so(chain: Chain) -> None:
    ok, words = chain.ask("disp", "hello", 0)
    assert not ok and "no screen" in words
    assert chain.ask("disp", "x" * 200, 0)[0] is False
