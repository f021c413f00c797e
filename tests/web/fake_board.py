"""A board that is asked for its looks, and answers when it is told to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lairkeeper.board import BoardEvent, LinkState, LinkStatus
from lairkeeper.board.commands import OnReply

UIDS = {"tap": "04319F5D240289", "seat-1": "04A1B2C3D4E5F6", "seat-2": "04111111111111", "seat-3": "04222222222222"}


class Board:
    """A board whose readers answer with numbers of looks.

    ``zones`` has two numbers for each reader. The first is how many looks it takes from answer to answer with a tag on
    it (0: without one). The second is how many of these do not read it.
    """

    def __init__(self, zones: Mapping[str, tuple[int, int]], device: str = "lair-1") -> None:
        self.zones = dict(zones)
        self.status = LinkStatus(
            state=LinkState.UP, device=device, boot="b1", zones=dict.fromkeys(zones, "ok"), firmware="1"
        )
        self.asked: list[tuple[str, OnReply]] = []
        self._looks = dict.fromkeys(zones, 0)
        self._lost = dict.fromkeys(zones, 0)

    def feedback(self, event: BoardEvent, verdict: str) -> bool:
        """No lights here."""
        return False

    def command(self, op: str, *args: Any, on_reply: OnReply | None = None) -> bool:
        """Keep the question."""
        assert op == "looks" and on_reply is not None
        self.asked.append((args[0], on_reply))
        return True

    def value(self, zone: str) -> dict[str, Any]:
        """Return what the next answer says."""
        looks, lost = self.zones[zone]
        self._looks[zone] += looks or 100
        self._lost[zone] += lost if looks else 100
        of, read = self._looks[zone], self._looks[zone] - self._lost[zone]
        return {
            "looks": of, "silent": self._lost[zone], "collided": 0, "garbled": 0, "unread": 0, "several": 0,
            "tags": [[UIDS[zone].lower(), read, of]] if looks else [],
        }  # fmt: skip

    def answer(self, ok: bool = True, value: Any = None) -> None:
        """Answer all that was asked."""
        asked, self.asked = self.asked, []
        for zone, on_reply in asked:
            on_reply(ok, self.value(zone) if value is None else value)
