"""Flash without a board: files in memory whose cable can be cut, and events for a journal."""

from lairboard.ring import NO_ZONE, Ring

ZONES = ["tap", "seat-1", "loose"]
BOOTS = ["b0000001", "b0000002", "b0000003", "b0000004"]


class PowerCut(Exception):
    """The board has no power any more."""


class MemoryFiles:
    """As lairboard.files.Files. `cut` is after how many more bytes the power goes, `room` how many bytes fit."""

    def __init__(self):
        self.content = {}
        self.cut = None
        self.room = 1 << 30
        self.writes = 0

    def read(self, name):
        return bytes(self.content.get(name, b""))

    def append(self, name, data):
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

    def remove(self, name):
        if self.cut is not None:
            if not self.cut:
                raise PowerCut
            self.cut -= 1
        self.content.pop(name, None)


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
