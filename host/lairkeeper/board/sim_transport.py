"""Connections between a simulated board's process and ours: its serial line, and the control socket.

The line is a pseudo-terminal where the system has one, so that it is a serial port like any other. Elsewhere (Windows)
it is a socket on the loopback interface, which pyserial opens by its own URL.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import socket
import threading
from pathlib import Path
from typing import Any, Protocol

CONNECT_SECONDS = 20.0
TOKEN = "LAIRKEEPER_SIM_TOKEN"


class SimTransport(Protocol):
    """One board's connections. ``port`` is what pyserial opens; it keeps its name from plug to plug."""

    port: str

    def plug_in(self) -> tuple[list[str], dict[str, Any]]:
        """Make both ends; return the child's arguments (control, line) and the options for its Popen."""

    def connect(self) -> socket.socket:
        """Return our end of the control socket, once the child is started.

        Raises OSError when it does not come.
        """

    def unplug(self) -> None:
        """Make the port vanish. Safe to call at any time."""


class PtyTransport:
    """A pseudo-terminal, and a socket pair that the child inherits."""

    def __init__(self, folder: Path) -> None:
        self.port = str(folder / "port")
        self._line: tuple[int, int] | None = None  # master and slave
        self._control: tuple[socket.socket, socket.socket] | None = None  # ours and the child's

    def plug_in(self) -> tuple[list[str], dict[str, Any]]:
        """Link the port's name to a new pseudo-terminal."""
        import tty  # noqa: PLC0415 - not on Windows

        master, slave = os.openpty()
        self._line = (master, slave)  # one slave stays open: closing the last would unplug it
        tty.setraw(slave)
        link = Path(self.port)
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(slave))
        ours, theirs = socket.socketpair()
        self._control = (ours, theirs)
        for descriptor in (theirs.fileno(), master):
            os.set_blocking(descriptor, False)
        options = {"pass_fds": (theirs.fileno(), master), "start_new_session": True}
        return [str(theirs.fileno()), str(master)], options

    def connect(self) -> socket.socket:
        """Return our end; the child has inherited the other one."""
        assert self._control is not None
        ours, theirs = self._control
        self._control = None
        theirs.close()
        return ours

    def unplug(self) -> None:
        """Remove the name and close the pseudo-terminal."""
        if self._control is not None:
            for end in self._control:
                end.close()
            self._control = None
        if self._line is not None:
            Path(self.port).unlink(missing_ok=True)
            for descriptor in self._line:
                os.close(descriptor)
            self._line = None


class SocketTransport:
    """Loopback sockets: the child connects to us twice, and so does pyserial, whose bytes are passed on."""

    def __init__(self) -> None:
        with _listen(0) as probe:
            self._number: int = probe.getsockname()[1]
        self.port = f"socket://127.0.0.1:{self._number}"
        self._token = ""
        self._children: socket.socket | None = None
        self._relay: Relay | None = None

    def plug_in(self) -> tuple[list[str], dict[str, Any]]:
        """Listen for the child."""
        self._children = _listen(0)
        self._token = secrets.token_hex(16)
        where = f"tcp:{self._children.getsockname()[1]}"
        return [where, where], {"env": {**os.environ, TOKEN: self._token}}

    def connect(self) -> socket.socket:
        """Let the child in, and nobody else: it says the token and which of the two connections this is."""
        assert self._children is not None
        ends: dict[str, socket.socket] = {}
        self._children.settimeout(CONNECT_SECONDS)
        while len(ends) < 2:
            end, _ = self._children.accept()
            end.settimeout(CONNECT_SECONDS)
            name, _, token = _read_line(end).partition(" ")
            if name in ("control", "line") and secrets.compare_digest(token, self._token):
                ends[name] = end
            else:
                end.close()
        self._children.close()
        self._children = None
        self._relay = Relay(_listen(self._number), ends["line"])
        return ends["control"]

    def unplug(self) -> None:
        """Close everything that listens."""
        if self._children is not None:
            self._children.close()
            self._children = None
        if self._relay is not None:
            self._relay.close()
            self._relay = None


class Relay:
    """Passes bytes between the board's line and whichever one program has opened the port."""

    def __init__(self, listener: socket.socket, board: socket.socket) -> None:
        self._listener = listener
        self._board = board
        self._host: socket.socket | None = None
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close both sides; the program that has the port open sees it vanish."""
        self._wake.close()
        self._thread.join()
        for end in (self._listener, self._board, self._host, self._woken):
            if end is not None:
                end.close()

    def _run(self) -> None:
        while True:
            ends = [end for end in (self._woken, self._listener, self._board, self._host) if end is not None]
            ready = select.select(ends, [], [])[0]
            if self._woken in ready:
                return
            if self._listener in ready:
                self._let_in()
            if self._host is not None and self._host in ready and not _pass_on(self._host, self._board):
                self._host.close()
                self._host = None
            if self._board in ready and not _pass_on(self._board, self._host):
                return

    def _let_in(self) -> None:
        end, _ = self._listener.accept()
        if self._host is None:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._host = end
        else:
            end.close()  # a port has one owner


def _pass_on(source: socket.socket, target: socket.socket | None) -> bool:
    """Move what is there, and return True while the source is still open.

    Without a target it is lost, as on any serial line.
    """
    try:
        data = source.recv(4096)
    except OSError:
        return False
    if data and target is not None:
        with contextlib.suppress(OSError):
            target.sendall(data)
    return bool(data)


def _listen(number: int) -> socket.socket:
    listener = socket.socket()
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", number))
    listener.listen()
    return listener


def _read_line(end: socket.socket) -> str:
    data = b""
    while not data.endswith(b"\n") and len(data) < 200:
        piece = end.recv(1)
        if not piece:
            break
        data += piece
    return data.decode("ascii", "replace").strip()
