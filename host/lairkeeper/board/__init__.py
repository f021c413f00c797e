"""The device: frames, sessions, serial ports, the simulated board. Knows nothing of games.

This is the front door: other rooms import from here.
"""

from __future__ import annotations

from lairkeeper.board.ble import BleFinder, Radio
from lairkeeper.board.events import BoardEvent, EventInbox, EventKey, MemoryInbox, ZoneSnapshot
from lairkeeper.board.link import Link
from lairkeeper.board.lockstep import LockstepLink
from lairkeeper.board.pairing import PairingError, Pairings
from lairkeeper.board.serial import AnyBoard, PortError, SerialFinder, discover
from lairkeeper.board.session import HostSession
from lairkeeper.board.simulated import SimulatedBoard, SimulationError
from lairkeeper.board.status import LinkState, LinkStatus

__all__ = [
    "AnyBoard",
    "BleFinder",
    "BoardEvent",
    "EventInbox",
    "EventKey",
    "HostSession",
    "Link",
    "LinkState",
    "LinkStatus",
    "LockstepLink",
    "MemoryInbox",
    "PairingError",
    "Pairings",
    "PortError",
    "Radio",
    "SerialFinder",
    "SimulatedBoard",
    "SimulationError",
    "ZoneSnapshot",
    "discover",
]
