"""Simulated time moves in `advance` only, and not further than it is told."""

from __future__ import annotations

import pytest

from lairkeeper.board import LinkState, LockstepLink, MemoryInbox, SimulatedBoard, SimulationError

from .conftest import Chain

UID = "04319f5d240289"
pytestmark = pytest.mark.chain


def test_time_moves_as_far_as_told(chain: Chain) -> None:
    before = chain.link.now_ms
    assert chain.link.time() == before / 1000
    chain.link.advance(777)
    assert chain.link.now_ms - before == pytest.approx(777, abs=3)
    assert not chain.link.advance(0)


def test_until_ends_early(chain: Chain) -> None:
    before = chain.link.now_ms
    chain.board.place("tap", UID)
    assert chain.link.advance(5000, until=lambda: bool(chain.inbox.events))
    assert chain.link.now_ms - before < 200
    assert not chain.link.advance(300, until=lambda: False)


def test_time_passes_without_power(chain: Chain) -> None:
    chain.board.kill()
    before = chain.link.now_ms
    chain.link.advance(5000)
    assert chain.link.now_ms == before + 5000
    assert chain.link.status.state is LinkState.CLOSED
    assert chain.link.status.message == "unplugged"
    assert not chain.link.command("stat")
    chain.board.restart()
    chain.link.start()
    assert chain.link.status.sessions == 2
    chain.board.place("tap", UID)
    chain.link.advance(500)
    assert chain.inbox.events[0].at == pytest.approx(chain.link.time() - 0.45, abs=0.1)


def test_a_board_that_cannot_start_is_an_error() -> None:
    with SimulatedBoard(["tap"], paced=False, settings={"wiring": "boards.nothing"}) as board:
        link = LockstepLink(board, MemoryInbox())
        with pytest.raises(SimulationError):
            link.start()
        link.close()


def test_the_epoch() -> None:
    with SimulatedBoard(["tap"], paced=False) as board:
        link = LockstepLink(board, MemoryInbox(), epoch=1_700_000_000.0)
        assert link.time() == 1_700_000_000.0
        link.start()
        assert link.time() == pytest.approx(1_700_000_003.0, abs=0.1)
        link.close()
