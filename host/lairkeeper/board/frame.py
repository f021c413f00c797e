"""Frames of link v1: RS body '*' crc LF, the body a compact JSON array (docs/protocol.md, "Frame")."""

from __future__ import annotations

import json
import re
from binascii import crc32
from typing import Any, TypeAlias

import msgspec

LinkFrame: TypeAlias = list[Any]

MAX_BODY = 480
MAX_INNER = MAX_BODY + 9
CONSOLE_BYTES = 4096

# Between RS and LF no control character travels, so a match never runs over the start of the next frame.
# A storm of frames too short to be any is one match, for it must not be slower than other noise.
_FRAME = re.compile(rb"\x1e(?:([^\x00-\x1f]{13,%d})\n|[^\x00-\x1f]{0,12}\n(?:\x1e[^\x00-\x1f]{0,12}\n)*)" % MAX_INNER)
_OPEN = re.compile(rb"\x1e[^\x00-\x1f]{0,%d}\Z" % MAX_INNER)
_decode_json = msgspec.json.Decoder(list[Any]).decode


def encode(items: LinkFrame) -> bytes:
    """Return the frame's bytes.

    Raises ValueError when the body is longer than 480 bytes.
    """
    body = json.dumps(items, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
    if len(body) > MAX_BODY:
        raise ValueError(f"a body of {len(body)} bytes; at most {MAX_BODY} fit a frame")
    return b"\x1e%b*%08x\n" % (body, crc32(body))


def decode(inner: bytes) -> LinkFrame | None:
    """Return the list in the bytes between RS and LF, or None when they are not a frame's."""
    body, star, crc = inner[:-9], inner[-9:-8], inner[-8:]
    if star != b"*" or b"%08x" % crc32(body) != crc:
        return None
    try:
        items = _decode_json(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return items if items and isinstance(items[0], str) else None


class FrameReader:
    """Finds frames in any byte stream: never raises, holds at most one frame, starts again at each RS.

    What belongs to no frame is counted in ``dropped`` and its end kept in ``console``: it is what the board's
    interpreter printed, when a board does not run our program.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self.bad = 0
        self.console = b""
        self._open = b""

    def feed(self, data: bytes) -> list[LinkFrame]:
        """Return the lists of all frames that end within data."""
        data = self._open + data
        found: list[LinkFrame] = []
        at = bad = wrong = 0
        for match in _FRAME.finditer(data):
            start, end = match.span()
            if start > at:
                self._drop(data[at:start])
            at = end
            items = decode(match[1]) if match.lastindex else None
            if items is None:
                bad += 1 if match.lastindex else data.count(b"\n", start, end)
                wrong += end - start
            else:
                found.append(items)
        self.bad += bad
        self.dropped += wrong
        start = max(at, len(data) - MAX_INNER - 1)
        tail = _OPEN.search(data, start)
        end = tail.start() if tail else len(data)
        if end > at:
            self._drop(data[at:end])
        self._open = data[end:]
        return found

    def forget(self) -> None:
        """Drop the frame that was begun, because the line was closed and will not end it."""
        self._drop(self._open)
        self._open = b""

    def _drop(self, data: bytes) -> None:
        self.dropped += len(data)
        self.console = (self.console + data[-CONSOLE_BYTES:])[-CONSOLE_BYTES:]
