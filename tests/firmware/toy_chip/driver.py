"""Driver of the toy chip on SPI: it tells the one tag in its field by itself."""

from lairboard.rfid.iso14443a import Tag
from lairboard.rfid.reader import ANSWERED, FAULT, SILENT, ReaderFault

_OFF = b"\x00"
_ON = b"\x01"
_LOOK = bytes((2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
_MARK = 0x70  # behind it: the size of the tag's UID, 0 without a tag


class Toy:
    """One reader."""

    timeout_ms = 5
    hides = False

    def __init__(self, transport, clock, irq=None):
        self.transport = transport
        self.clock = clock
        self.version = 0
        self.faults = 0
        self.reinits = 0
        self.rx = bytearray(len(_LOOK))

    async def init(self):
        """Look whether the chip is there; ReaderFault when it is not."""
        if self._look() == FAULT:
            raise ReaderFault(self.why(FAULT))
        self.version = 1
        self.field_off()

    def _look(self):
        self.transport.exchange(_LOOK, self.rx)
        if self.rx[1] != _MARK:
            return FAULT
        return ANSWERED if self.rx[2] else SILENT

    def field_on(self):
        """Power the tags."""
        self.transport.write(_ON)

    def field_off(self):
        """Take the tags' power."""
        self.transport.write(_OFF)

    def quit(self):
        """Switch the field off, whatever state the chip is in."""
        self.field_off()

    def pump(self):
        """Return False: the chip does at once what it is told."""
        return False

    def start_wake(self):
        """Do nothing: the chip looks when it is asked."""

    def check(self):
        """Return SILENT, ANSWERED or FAULT."""
        return self._look()

    def check_health(self):
        """Do nothing: the chip has no settings to lose."""

    def why(self, outcome):
        """Return the code of a poll that failed."""
        return self.transport.code("no-bus" if outcome == FAULT else "silent")

    def version_name(self):
        """Return the chip's name."""
        return f"Toy {self.version}"

    def targets(self):
        """Return what selects tags through this reader."""
        return Targets(self)


class Targets:
    """The tag that the chip tells, if any."""

    unread = False

    def __init__(self, reader):
        self.reader = reader

    async def wake(self):
        """Return True when a tag is there."""
        return self.reader.check() == ANSWERED

    async def inventory(self, known=()):
        """Return the tags in the field."""
        rx = self.reader.rx
        return [Tag(bytes(rx[3 : 3 + rx[2]]), 0)]

    async def arrivals(self):
        """Return the tags that have come into a field that stayed on."""
        return await self.inventory() if await self.wake() else []
