"""A tag that answers and cannot be read: told at its reader once, withdrawn when it is over."""

from __future__ import annotations

import pytest
from lairboard.rfid.drivers import KINDS

from lairkeeper.board import LockstepLink, MemoryInbox, SimulatedBoard

UID = "04319f5d240289"
OTHER = "04a1b2c3d4e5f6"
pytestmark = pytest.mark.chain


@pytest.mark.parametrize("chip", [*KINDS, "mfrc522@0x28"])
@pytest.mark.parametrize("how", ["check", "weak"])
def test_a_tag_that_cannot_be_read_is_told_beside_the_good_one_and_withdrawn(how: str, chip: str) -> None:
    with SimulatedBoard(("tap",), paced=False, settings={"readers": [chip]}) as board:
        inbox = MemoryInbox()
        link = LockstepLink(board, inbox)
        link.start()
        board.place("tap", UID, f"ntag213 {how}")
        board.place("tap", OTHER)
        link.advance(3000)
        assert [(e.kind, e.data[0]) for e in inbox.events] == [("+", OTHER), ("u", "unread")]
        assert link.status.unread == ("tap",)
        link.close()
        link = LockstepLink(board, inbox)
        link.start()
        link.advance(500)
        assert link.status.unread == ("tap",), "a host that comes later is told too"
        board.take("tap", UID)
        link.advance(1000)
        assert [(e.kind, e.data[0]) for e in inbox.events][2:] == [("u", "unread"), ("u", "ok")]
        assert link.status.unread == () and board.tags()["tap"] == [OTHER]
        link.close()
        link = LockstepLink(board, inbox)
        link.start()
        link.advance(1000)
        assert len(inbox.events) == 4, "a host that comes after it is over is told nothing"
        assert link.status.unread == ()
