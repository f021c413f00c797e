"""The device: frames, sessions, serial ports, the simulated board. Knows nothing of games.

This is the front door: other rooms import from here.
"""

from __future__ import annotations

from lairkeeper.board.events import BoardEvent, EventKey, Inbox, MemoryInbox, ZoneSnapshot

__all__ = ["BoardEvent", "EventKey", "Inbox", "MemoryInbox", "ZoneSnapshot"]
