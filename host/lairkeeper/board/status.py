"""The state of a link, in words that a screen can show."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

MESSAGES: Mapping[str, tuple[str, ...]] = {
    "closed": (),
    "greeting": ("port",),
    "no-answer": ("port",),
    "repl": ("port",),
    "replay": ("device",),
    "up": ("device",),
    "silent": ("port",),
    "no-port": ("port",),
    "not-allowed": ("port",),
    "port-in-use": ("port",),
    "unplugged": ("port",),
    "no-board": ("serial",),
    "no-radio": ("error",),
    "ble-failed": ("error",),
    "ble-lost": ("port",),
    "no-known-board": (),
    "boot-mode": ("board", "chip", "url", "drive", "label"),
    "boot-unmounted": ("board", "chip", "url", "drive", "label"),
    "other-version": ("ours", "theirs"),
    "other-board": ("wanted", "found"),
    "two-hosts": ("port",),
    "standby": ("device",),
    "not-paired": ("device",),
    "board-unpaired": ("device",),
    "stranger-board": ("device",),
    "wrong-proof": ("device",),
    "refused": ("device", "words"),
    "inbox-failed": ("error",),
}
"""Every message a link has for a screen (texts: table ``board``), and the arguments that come with it."""


class LinkState(StrEnum):
    """Where a link is on its way from no port to live events."""

    CLOSED = "closed"
    """No port: not there, in use, or not allowed."""
    GREETING = "greeting"
    """The port is open, the board has not answered yet."""
    REPL = "repl"
    """Something answers, but it is the board's interpreter and not our program."""
    REPLAY = "replay"
    """The board sends what the host has missed, then what lies on its readers."""
    UP = "up"
    """Live."""
    STANDBY = "standby"
    """Greeted; the events come over another line."""
    REFUSED = "refused"
    """The board speaks another version, is not the one that belongs here, or does not let us in."""


class LinkStatus(msgspec.Struct, frozen=True):
    """A link at one moment. ``message`` is a text key (table ``board``), ``args`` fill it."""

    state: LinkState = LinkState.CLOSED
    message: str = "closed"
    args: Mapping[str, Any] = msgspec.field(default_factory=dict)
    port: str = ""
    device: str = ""
    boot: str = ""
    firmware: str = ""
    hardware: str = ""
    caps: tuple[str, ...] = ()
    """Parts of the board beside its readers: ``led``, ``buz``, ``disp``, ``tag``."""
    interpreter: str = ""
    zones: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Zone to ``ok`` or what is wrong with its reader, as of the last snapshot and the faults since."""
    unread: tuple[str, ...] = ()
    """Readers on which something lies that cannot be read. A board tells it anew in each session."""
    events: int = 0
    """Events committed since the link was made."""
    duplicates: int = 0
    dropped: int = 0
    """Bytes that belonged to no frame."""
    bad: int = 0
    """Frames with a wrong checksum or body."""
    sessions: int = 0
    """Hellos that were answered."""
    console: str = ""
    """The end of what came outside frames."""
    log: tuple[str, ...] = ()
    """The board's last log lines."""
