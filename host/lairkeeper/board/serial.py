"""Serial ports through pyserial: finding, opening and losing them."""

from __future__ import annotations

import asyncio
import errno
import os
import select
from collections.abc import Callable
from typing import Any, Protocol

import serial
from serial.tools import list_ports

from lairkeeper.board.bootdrive import waiting

BAUD = 115200
SOCKET = "socket://"
"""A port that is no serial port: the simulated board's, on systems without pseudo-terminals."""
KNOWN_BOARDS = frozenset({(0x2E8A, 0x0005), (0x303A, 0x4001)})
"""VID and PID of MicroPython on RP2 and ESP32-S3. Other ports are touched only when the user names them."""


class PortError(Exception):
    """A port that cannot be used. ``code`` is a text key of the table ``board``; ``args`` fill it."""

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(f"{code}: {args}" if args else code)
        self.code = code
        self.words = args


class Port(Protocol):
    """An open line: reads what is there, writes what fits, raises PortError when it is gone."""

    name: str
    can_watch: bool
    """True when `watch` tells; otherwise the port must be read again and again."""

    def watch(self, wake: Callable[[], object]) -> None:
        """Call back on the running loop whenever there is something to read, or the line has vanished."""

    def unwatch(self) -> None:
        """Stop the calls that `watch` asked for."""

    def read(self) -> bytes:
        """Return what has arrived, maybe nothing."""

    def write(self, data: bytes) -> int:
        """Write what fits, and return how many bytes the line took, maybe none."""

    def close(self) -> None:
        """Let go of the line."""


class SerialPort:
    """One open serial port, ours alone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._serial = _open(name)
        self._can_wait = os.name == "posix" or name.startswith(SOCKET)
        self.can_watch = os.name == "posix"

    def fileno(self) -> int:
        """Return the descriptor to wait on (POSIX)."""
        return int(self._serial.fileno())

    def watch(self, wake: Callable[[], object]) -> None:
        """Watch the descriptor, where an event loop can."""
        if self.can_watch:
            asyncio.get_running_loop().add_reader(self.fileno(), wake)

    def unwatch(self) -> None:
        """Stop watching; this is safe on a line that has vanished."""
        if self.can_watch:
            asyncio.get_running_loop().remove_reader(self.fileno())

    def read(self) -> bytes:
        """Return what has arrived.

        Raises PortError ``unplugged`` when the port has vanished.
        """
        try:
            return bytes(self._serial.read(4096 if self.name.startswith(SOCKET) else self._serial.in_waiting or 1))
        except (OSError, TypeError) as error:  # pyserial: TypeError when closed meanwhile
            raise PortError("unplugged", port=self.name) from error

    def write(self, data: bytes) -> int:
        """Write what fits, and return how many bytes were taken now.

        Raises PortError ``unplugged`` when the port has vanished.
        """
        try:
            if self._can_wait and not select.select([], [self.fileno()], [], 0)[1]:
                return 0
            return int(self._serial.write(data[:512]) or 0)
        except (OSError, TypeError) as error:
            raise PortError("unplugged", port=self.name) from error

    def close(self) -> None:
        """Close it, whatever state it is in."""
        try:
            self._serial.close()
        except OSError:
            return


class SerialFinder:
    """Opens one board's port again and again: by name, and after a re-plug by its USB serial number."""

    guarded = False

    def __init__(self, name: str = "", serial_number: str = "") -> None:
        self.name = name
        self.serial_number = serial_number
        self._turn = 0

    def open(self) -> Port:
        """Open the port, and return it.

        Raises PortError that says why not.
        """
        name = self.where()
        port = SerialPort(name)
        self.name = name
        self.serial_number = self.serial_number or _serial_number_of(name)
        return port

    async def connect(self) -> Port:
        """Do as `open`, without blocking the event loop."""
        return await asyncio.to_thread(self.open)

    def where(self) -> str:
        """Return the name of the board's port now.

        Raises PortError ``no-board`` while it is not there, also where another board has taken its old name: systems
        give the lowest that is free.
        """
        if self.serial_number:
            ports = self._ports()
            if ports:
                return ports[self._turn % len(ports)]
            if not self.name or _serial_number_of(self.name):
                raise PortError("no-board", serial=self.serial_number)
        return self.name

    def _ports(self) -> list[str]:
        """Return the ports of this board, the one that is likelier to answer first.

        The link's port comes behind the REPL's, so the last one is likelier to answer.
        """
        found = [info for info in list_ports.comports() if info.serial_number == self.serial_number]
        return [str(info.device) for info in sorted(found, key=lambda info: str(info.location or ""), reverse=True)]

    def other(self) -> bool:
        """Turn to another port of the board when nobody answers; return True when it has one.

        It is then the next to be opened.
        """
        if not self.serial_number or len(self._ports()) < 2:
            return False
        self._turn += 1
        return True


class Finder(Protocol):
    """An object that can open a line. ``guarded``: strangers can reach it, so both ends must prove who they are."""

    name: str
    guarded: bool

    async def connect(self) -> Port:
        """Return the open line, or raise PortError; there is no time limit."""

    def other(self) -> bool:
        """Return True when `connect` would open another line now, because nobody answers on this one."""


def pinned(name: str) -> SerialFinder:
    """Return a finder for the board that is at a port now, wherever it is after a restart."""
    return SerialFinder(name, _serial_number_of(name))


def discover() -> list[SerialFinder]:
    """Return a finder for every connected board whose VID and PID we know; a board may have several ports."""
    found: dict[str, SerialFinder] = {}
    for info in list_ports.comports():
        if (info.vid, info.pid) in KNOWN_BOARDS:
            serial_number = str(info.serial_number or "")
            found.setdefault(serial_number or str(info.device), SerialFinder(str(info.device), serial_number))
    return list(found.values())


class AnyBoard:
    """Waits for whichever known board is plugged in first, then stays with that one."""

    guarded = False

    def __init__(self) -> None:
        self.name = ""
        self._found: SerialFinder | None = None

    def open(self) -> Port:
        """Open the port of the first known board, and return it.

        Raises PortError ``no-known-board`` while nothing that we know is plugged in, ``boot-mode`` or
        ``boot-unmounted`` while a board waits for its MicroPython.
        """
        if self._found is None:
            self._found = next(iter(discover()), None)
        if self._found is None:
            for each in waiting():
                raise PortError(each.code, **each.words)
            raise PortError("no-known-board")
        port = self._found.open()
        self.name = self._found.name
        return port

    async def connect(self) -> Port:
        """Do as `open`, without blocking the event loop."""
        return await asyncio.to_thread(self.open)

    def other(self) -> bool:
        """Do as the finder of the board that was found; return False until one is found."""
        return self._found is not None and self._found.other()


def _serial_number_of(name: str) -> str:
    wanted = os.path.realpath(name)
    for info in list_ports.comports():
        if os.path.realpath(info.device) == wanted:
            return str(info.serial_number or "")
    return ""


def _open(name: str) -> serial.Serial:
    if name.startswith(SOCKET):
        try:
            return serial.serial_for_url(name, baudrate=BAUD, timeout=0)
        except serial.SerialException as error:
            raise PortError("no-port", port=name) from error
    line = serial.Serial(baudrate=BAUD, timeout=0, write_timeout=0, exclusive=True if os.name == "posix" else None)
    line.port = name
    line.dtr = True  # an RP2 sends only to a terminal that says it is ready
    line.rts = True  # together they do not reset a board behind a bridge chip
    try:
        line.open()
    except serial.SerialException as error:
        raise PortError(_why(name, error), port=name) from error
    return line


def _why(name: str, error: serial.SerialException) -> str:
    if os.name == "posix" and not os.path.exists(name):  # noqa: PTH110 (a name too long for a path is no port either)
        return "no-port"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "not-allowed"
    if (
        error.errno in (errno.EBUSY, errno.EAGAIN)
        or "exclusively lock" in str(error)
        or "PermissionError" in str(error)
    ):
        return "port-in-use"
    return "no-port"
