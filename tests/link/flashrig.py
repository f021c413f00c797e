"""Flash without a board: files in memory whose cable can be cut, and events for a journal."""

from lairboard.erased_block import NAME, PAGE
from lairboard.ring import NO_ZONE, Ring

ZONES = ["tap", "seat-1", "loose"]
BOOTS = ["b0000001", "b0000002", "b0000003", "b0000004"]


class PowerCut(Exception):
    """The board has no power any more."""


class MemoryFiles:
    """As lairboard.files.Files. `cut` is after how many more bytes the power goes, `room` how many bytes fit.

    `longest` is how many bytes in a row the heap has room for.
    """

    def __init__(self):
        self.content = {}
        self.cut = None
        self.room = 1 << 30
        self.writes = 0
        self.longest = 1 << 30

    def read(self, name):
        return bytes(self.content.get(name, b""))

    def write(self, name, *pieces):
        """Write a file anew, whole or not at all: littlefs shows the new one when it is closed."""
        data = self._joined(pieces)
        if self.cut is not None and self.cut < len(data):
            self.cut = 0
            raise PowerCut
        if len(data) > self.room:
            raise OSError(28)
        self.content[name] = data

    def append(self, name, *pieces):
        data = self._joined(pieces)
        self.writes += 1
        if self.cut is not None and self.cut < len(data):
            self.content[name] = self.content.get(name, b"") + data[: self.cut]
            self.cut = 0
            raise PowerCut
        if self.cut is not None:
            self.cut -= len(data)
        used = sum([len(one) for one in self.content.values()])
        fits = max(0, self.room - used)
        self.content[name] = self.content.get(name, b"") + data[:fits]
        if fits < len(data):
            raise OSError(28)

    def _joined(self, pieces):
        if max([0] + [len(piece) for piece in pieces]) > self.longest:
            raise MemoryError
        return b"".join(pieces)

    def remove(self, name):
        if self.cut is not None:
            if not self.cut:
                raise PowerCut
            self.cut -= 1
        self.content.pop(name, None)


class MemoryFlash:
    """The block device below a `MemoryFiles`: its `where` blocks show the file of `lairboard.erased_block`.

    `dead` lets it program nothing more.
    """

    SIZE = 512

    def __init__(self, files, where=(3,)):
        self.files = files
        self.where = where
        self.dead = False
        self.programmed = 0

    def ioctl(self, op, _arg):
        return {4: 8, 5: self.SIZE}[op]

    def readblocks(self, block, buf, offset):
        content = self.files.content.get(NAME, b"") if block in self.where else b""
        content = content[offset : offset + len(buf)]
        buf[: len(content)] = content
        for i in range(len(content), len(buf)):
            buf[i] = 0xFF

    def writeblocks(self, block, buf, offset):
        assert block in self.where and len(buf) == PAGE and offset % PAGE == 0
        self.programmed += 1
        content = bytearray(self.files.content[NAME])
        files = self.files
        left = PAGE if files.cut is None else min(files.cut, PAGE)
        for i in range(0 if self.dead else left):
            content[offset + i] &= buf[i]
        files.content[NAME] = bytes(content)
        if files.cut is not None:
            files.cut -= left
        if left < PAGE:
            raise PowerCut


def ring_of(n, start=0):
    """Return a ring with n scans on the two scoring readers."""
    ring = Ring(64)
    ring.scoring = 3
    for i in range(n):
        put(ring, i + start)
    return ring


def put(ring, i, kind="+", zone=None, flag=0):
    """One more scan."""
    zone = i % 2 if zone is None else zone
    data = bytes([4, i >> 8, i & 255, 0, 0, 0, 1])
    return ring.put(ord(kind), zone, 1000 + 10 * i, data, 7, flag)


def press(ring):
    """Press a button: it scores nothing."""
    return ring.put(ord("b"), NO_ZONE, 5000, b"b1", 2, 0)


def keys(journal):
    """(boot, seq) of the old records."""
    return [journal.describe(i)[:2] for i in range(len(journal.old))]
