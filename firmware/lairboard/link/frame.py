"""Frames of link v1: RS body '*' crc LF, the body a compact JSON array.

See docs/protocol.md, "Frame".
"""

import binascii
import json

RS = 0x1E
LF = 0x0A
MAX_BODY = 480
MAX_SEQ = (1 << 32) - 1
MAX_MS = (1 << 53) - 1  # what every JSON reader holds exactly; some 285,000 years
MAX_WORD = 64  # the longest name of a board, a boot or an operation
_MAX_INNER = MAX_BODY + 9  # body, '*', eight digits


def encode(items):
    """Return the frame's bytes for a list; raise ValueError when the body is too long."""
    body = json.dumps(items, separators=(",", ":")).encode()
    if len(body) > MAX_BODY:
        raise ValueError("body of %d bytes, at most %d fit a frame" % (len(body), MAX_BODY))
    return b"\x1e%s*%08x\n" % (body, binascii.crc32(body))


def decode(inner):
    """Return the list in what stood between RS and LF, or None when it is not a frame's."""
    star = len(inner) - 9
    if star < 2 or star > MAX_BODY or inner[star] != 0x2A:
        return None
    body = bytes(inner[:star])
    if b"%08x" % binascii.crc32(body) != bytes(inner[star + 1 :]):
        return None
    try:
        items = json.loads(body.decode())
    except (ValueError, MemoryError, RuntimeError):
        return None
    return items if isinstance(items, list) and items and isinstance(items[0], str) else None


def whole(value, low, high):
    """Return a whole number from `low` to `high`; raise ValueError for any other field."""
    if type(value) is not int or not low <= value <= high:  # not isinstance: True is an int
        raise ValueError("a whole number from %d to %d" % (low, high))
    return value


def text(value, longest):
    """Return a text of at most `longest` characters; raise ValueError for any other field."""
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError("a text of at most %d characters" % longest)
    return value


class Reader:
    """A reader that finds frames in any byte stream.

    It never raises, holds at most one frame, and starts again at each RS.
    """

    def __init__(self):
        self._buf = bytearray(_MAX_INNER)
        self._n = -1  # -1: outside a frame
        self.dropped = 0  # bytes that belong to no frame
        self.bad = 0  # frames that were closed but wrong

    def feed(self, data):
        """Return the lists of all frames that end within `data`."""
        found = []
        buf = self._buf
        n = self._n
        for byte in data:
            if byte == RS:
                if n >= 0:
                    self.dropped += n + 1
                n = 0
            elif n < 0:
                self.dropped += 1
            elif byte == LF:
                items = decode(memoryview(buf)[:n])
                if items is None:
                    self.bad += 1
                    self.dropped += n + 2
                else:
                    found.append(items)
                n = -1
            elif byte < 0x20 or n == _MAX_INNER:
                self.dropped += n + 2
                n = -1
            else:
                buf[n] = byte
                n += 1
        self._n = n
        return found
