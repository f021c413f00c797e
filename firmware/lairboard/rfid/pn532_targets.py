"""Tags through a PN532, with the methods of selection.Selection.

The chip walks the tree itself, two tags at a time. It sends them to sleep when it lets go of
them.
"""

from .iso14443a import UID_SIZES, WUPA, Tag
from .reader import ANSWERED, MAX_TAGS, SILENT, ReaderFault, quiet

_DARK_MS = 5  # without field a tag forgets that it was sent to sleep
_SETTLE_MS = 6
_RELEASE_ALL = b"\x52\x00"
_EXCHANGE = 0x40
_THROUGH = 0x42
_SELECT = 0x54
_TIME_OUT = 0x01
_READ = 0x30
_WRITE = 0xA2


class Targets:
    """Select tags through one reader, whose field is on."""

    def __init__(self, reader):
        self.reader = reader
        self.nak = False  # the tag's last answer was a no
        self.unread = False  # as in selection.Selection
        self.sweeps = False
        self._listed = []  # tags that the chip holds, by its number
        self._chosen = 0

    async def wake(self, command=WUPA):
        """Look who is there, with a field that has just come on; True when anybody is."""
        reader = self.reader
        if not reader.fresh:
            reader.field_off()
            await quiet(reader)
            await reader.clock.sleep_ms(_DARK_MS)
            reader.field_on()
            await quiet(reader)
            await reader.clock.sleep_ms(_SETTLE_MS)
        reader.start_wake()
        outcome = await self._outcome()
        self._listed = self._tags() if outcome == ANSWERED else []
        return outcome == ANSWERED

    async def inventory(self, known=()):
        """Return the tags of a field whose first ones were just listed, at most MAX_TAGS + 1.

        Tags that are let go of sleep, so that each further look finds others.
        """
        found = []  # type: list[Tag]
        listed = self._tags()
        while listed and len(found) <= MAX_TAGS:
            for tag in listed:
                if all(tag.uid != other.uid for other in found):
                    found.append(tag)
            await self._release()
            self.reader.start_wake()
            listed = self._tags() if await self._outcome() == ANSWERED else []
        await self._release()
        return found

    async def resolve(self):
        """Return the first tag of those that `wake` found, or None."""
        return self._listed[0] if self._listed else None

    async def select(self, uid):
        """Choose the tag with this very UID; None when it is not there."""
        for _ in range(MAX_TAGS):
            for i in range(len(self._listed)):
                if self._listed[i].uid == uid:
                    self._chosen = i + 1
                    await self.reader.do(bytes((_SELECT, self._chosen)))
                    return None if self.reader.rx[0] & 0x3F else self._listed[i]
            if not self._listed:
                return None
            await self._release()
            self.reader.start_wake()
            self._listed = self._tags() if await self._outcome() == ANSWERED else []
        return None

    async def halt(self):
        """Let go of the tags: they sleep."""
        await self._release()

    async def command(self, data):
        """Send a command to the selected tag; return its answer, b"" for a plain yes.

        Return None when the tag does not answer, or says no (then `nak` is set).
        """
        reader = self.reader
        # The chip knows a write's four-bit answer only as part of this command.
        if data[0] == _WRITE:
            await reader.do(bytes((_EXCHANGE, self._chosen)) + data)
        else:
            await reader.do(bytes((_THROUGH,)) + data)
        status = reader.rx[0] & 0x3F
        self.nak = status not in (0, _TIME_OUT)
        return None if status else bytes(reader.rx[1 : reader.rx_size])

    async def read(self, page):
        """Return 16 bytes from `page` of the selected NTAG; None when they do not come."""
        data = await self.command(bytes((_READ, page)))
        return data if data and len(data) == 16 else None

    async def _outcome(self):
        reader = self.reader
        for _ in range(reader.patience):
            await reader.clock.sleep_ms(1)
            outcome = reader.check()
            if outcome in (ANSWERED, SILENT):
                return outcome
        raise ReaderFault(reader.why(outcome))

    async def _release(self):
        self._listed = []
        await self.reader.do(_RELEASE_ALL)

    def _tags(self):
        """Return the tags of the reader's answer, a list with number, ATQA, SAK, UID of each."""
        rx = self.reader.rx
        tags = []
        at = 1
        for _ in range(min(rx[0], 2)):
            size = rx[at + 4]
            if size not in UID_SIZES or at + 5 + size > self.reader.rx_size:
                break
            tags.append(Tag(bytes(rx[at + 5 : at + 5 + size]), rx[at + 3]))
            at += 5 + size
        return tags
