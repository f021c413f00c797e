"""A small MQTT 3.1.1 broker on loopback: it takes messages of quality of service 1, and answers each."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

CONNECT, CONNACK, PUBLISH, PUBACK, PINGREQ, DISCONNECT = 1, 2, 3, 4, 12, 14


class Broker:
    """Keeps what it has acknowledged. ``answers`` False: it takes messages and acknowledges none."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self.answers = True
        self.refuses = 0
        self.logins: list[tuple[str, str] | None] = []
        self.taken: list[tuple[str, Any]] = []
        self.retained: dict[str, Any] = {}
        self.wills: list[tuple[str, str] | None] = []
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Close every connection, as a broker that is started again."""
        while self._open:
            with contextlib.suppress(OSError):
                self._open.pop().shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._server.close()
        self.cut()

    def _take(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Keep a message; a retained one that is empty takes away what was kept (section 3.3.1.3)."""
        if not retain:
            self.taken.append((topic, json.loads(payload)))
        elif payload:
            self.retained[topic] = json.loads(payload) if payload.startswith(b"{") else payload.decode()
        else:
            self.retained.pop(topic, None)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                self._open.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError), connection:
            for kind, flags, body in _packets(connection):
                if kind == CONNECT:
                    will, login = _connect(body)
                    self.wills.append(will)
                    self.logins.append(login)
                    connection.sendall(bytes((CONNACK << 4, 2, 0, self.refuses)))
                elif kind == PUBLISH and flags & 0b110 == 0b010:
                    n = int.from_bytes(body[:2])
                    topic, id, payload = body[2 : n + 2].decode(), body[n + 2 : n + 4], body[n + 4 :]
                    if self.answers:
                        self._take(topic, payload, retain=bool(flags & 1))
                        connection.sendall(bytes((PUBACK << 4, 2)) + id)
                elif kind == PINGREQ:
                    connection.sendall(bytes((0xD0, 0)))
                elif kind == DISCONNECT:
                    return


def _packets(connection: socket.socket) -> Iterator[tuple[int, int, bytes]]:
    """Yield kind, flags and body of each packet (MQTT 3.1.1, section 2.2)."""
    while True:
        first = _read(connection, 1)[0]
        length = shift = 0
        while (byte := _read(connection, 1)[0]) & 0x80:
            length |= (byte & 0x7F) << shift
            shift += 7
        length |= byte << shift
        yield first >> 4, first & 0xF, _read(connection, length)


def _read(connection: socket.socket, n: int) -> bytes:
    found = b""
    while len(found) < n:
        more = connection.recv(n - len(found))
        if not more:
            raise EOFError
        found += more
    return found


def _connect(body: bytes) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """Return the will, topic and message, and user and password of a CONNECT (section 3.1)."""
    assert body[:7] == b"\0\4MQTT\4", body
    fields, at = [], 10
    while at < len(body):
        n = int.from_bytes(body[at : at + 2])
        fields.append(body[at + 2 : at + 2 + n].decode())
        at += 2 + n
    del fields[0]
    will = (fields.pop(0), fields.pop(0)) if body[7] & 0x04 else None
    return will, (fields[0], fields[1]) if body[7] & 0xC0 == 0xC0 else None
