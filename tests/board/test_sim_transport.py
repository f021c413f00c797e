"""The connections of a simulated board where there are no pseudo-terminals."""

from __future__ import annotations

import select
import socket
import sys
from collections.abc import Iterator

import pytest

from lairkeeper.board import PortError
from lairkeeper.board.serial import SerialPort
from lairkeeper.board.sim_transport import TOKEN, SocketTransport


def connect(where: str, hello: str) -> socket.socket:
    end = socket.create_connection(("127.0.0.1", int(where.removeprefix("tcp:"))))
    end.sendall(hello.encode() + b"\n")
    end.settimeout(5)
    return end


@pytest.fixture
def tether() -> Iterator[SocketTransport]:
    made = SocketTransport()
    yield made
    made.unplug()


def plug_in(tether: SocketTransport) -> tuple[socket.socket, socket.socket]:
    """Return the board's end of the line and our end of the control socket."""
    (where, _), options = tether.plug_in()
    token = options["env"][TOKEN]
    stranger = connect(where, "control guess")
    line = connect(where, f"line {token}")
    control = connect(where, f"control {token}")
    ours = tether.connect()
    assert stranger.recv(1) == b"", "a stranger was let in"
    stranger.close()
    ours.sendall(b"!")
    assert control.recv(1) == b"!"
    control.close()
    return line, ours


def read(port: SerialPort, n: int) -> bytes:
    data = b""
    while len(data) < n and select.select([port.fileno()], [], [], 5)[0]:
        data += port.read()
    return data


def test_bytes_pass_both_ways(tether: SocketTransport) -> None:
    line, ours = plug_in(tether)
    port = SerialPort(tether.port)
    assert port.write(b"hello") == 5
    assert line.recv(10) == b"hello"
    line.sendall(b"back")
    assert read(port, 4) == b"back"
    assert port.read() == b""
    port.close()
    again = SerialPort(tether.port)
    again.write(b"again")
    assert line.recv(10) == b"again"
    again.close()
    line.close()
    ours.close()


def test_the_port_has_one_owner(tether: SocketTransport) -> None:
    line, ours = plug_in(tether)
    port = SerialPort(tether.port)
    port.write(b"x")
    assert line.recv(1) == b"x"
    second = SerialPort(tether.port)
    with pytest.raises(PortError):
        read(second, 1)
    second.close()
    line.sendall(b"y")
    assert read(port, 1) == b"y"
    port.close()
    line.close()
    ours.close()


def test_unplugged_and_plugged_in_again(tether: SocketTransport) -> None:
    line, ours = plug_in(tether)
    name = tether.port
    port = SerialPort(name)
    tether.unplug()
    with pytest.raises(PortError) as loss:
        read(port, 1)
    assert loss.value.code == "unplugged"
    port.close()
    with pytest.raises(PortError) as refusal:
        SerialPort(name)
    assert refusal.value.code == "no-port"
    line.close()
    ours.close()
    line, ours = plug_in(tether)
    assert tether.port == name
    port = SerialPort(name)
    port.write(b"z")
    assert line.recv(1) == b"z"
    port.close()
    line.close()
    ours.close()


def test_polling_without_select_poll() -> None:
    firmware = sys.modules.get("sim.fallback")
    if firmware is None:
        from sim import fallback as firmware
    here, there = socket.socketpair()
    here.setblocking(False)
    stream = firmware.SocketStream(here)
    poll = firmware.Poll()
    poll.register(stream, select.POLLIN)
    assert poll.poll(0) == []
    assert stream.read(9) is None
    there.sendall(b"data")
    assert poll.poll(-1) == [(stream, select.POLLIN)]
    assert stream.read(9) == b"data"
    assert stream.write(b"more") == 4
    assert there.recv(9) == b"more"
    while stream.write(b"x" * 65536):
        continue
    writable = firmware.Poll()
    writable.register(stream, select.POLLOUT)
    assert writable.poll(0) == []
    there.close()
    assert poll.poll(1000)
    assert stream.read(9) == b""
    here.close()
