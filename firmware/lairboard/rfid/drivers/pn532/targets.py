"""Tags through a PN532, with the methods of selection.Selection.

The chip walks the tree itself, two tags at a time. It sends them to sleep when it lets go of
them (InRelease), and its next InListPassiveTarget finds others, as libnfc does it too. Where a
chip finds the same ones again, no look goes on for ever.

Who answers and cannot be selected is not listed, and hides others: see ciu. Once a second,
and while such a one is there, each look goes on with Selection.
"""

from lairboard.rfid.iso14443a import REQA, SAK_TYPE_2, UID_SIZES, WUPA, Tag, levels
from lairboard.rfid.reader import ANSWERED, MAX_TAGS, SILENT, ReaderFault, quiet
from lairboard.rfid.selection import Selection

from .ciu import Ciu

_DARK_MS = 5  # without field a tag forgets that it was sent to sleep
_SETTLE_MS = 6
_LIST_ONE = b"\x4a\x01\x00"  # followed by the UID of the one that is meant
_RELEASE_ALL = b"\x52\x00"
_EXCHANGE = 0x40
_THROUGH = 0x42
_SELECT = 0x54
_TIME_OUT = 0x01
_READ = 0x30
_SECOND_CHANCES = 2
_ASKED_AT_ONCE = 4  # known tags that are asked for, at 9 ms each, before the next look around
_SPARE_READS = 3  # answers to the second read that may be lost in one look
_WRITE = 0xA2
_UNREAD_ASKS = 8  # looks after which somebody who could not be read is no longer asked for


def _among(uid, tags):
    return any(tag.uid == uid for tag in tags)


class Targets:
    """Select tags through one reader, whose field is on."""

    def __init__(self, reader):
        self.reader = reader
        self.nak = False  # the tag's last answer was a no
        self.unread = False  # as in selection.Selection
        self._unlisted = Selection(Ciu(reader))
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

        Whoever is not `known` is read twice if that is possible. Tags that are let go of sleep,
        so that each further look finds others, and whoever is awake in the end could not be
        listed. Then the known ones that were missed are asked by their UID, twice: somebody who
        cannot be read may have hidden them, or noise.
        """
        found = []  # type: list[Tag]
        listed = self._tags()
        before = -1
        while listed and before < len(found) <= MAX_TAGS:
            before = len(found)
            # The chip has the last one at hand, and must wake the one before it anew.
            for i in range(len(listed) - 1, -1, -1):
                if not _among(listed[i].uid, found):
                    if listed[i].uid not in known:
                        await self._read_twice(listed[i], i + 1)
                    found.append(listed[i])
            await self._release()
            self.reader.start_wake()
            listed = self._tags() if await self._outcome() == ANSWERED else []
        await self._release()
        self.unread = False
        # Cards that are drawn across leave no time for the question of each second.
        if self.reader.asks == 1 and not all(tag.uid in known for tag in found):
            self.reader.asks = 0
        if self.reader.asks:
            self.unread = await self._add_unlisted(found)
            self.reader.asks = _UNREAD_ASKS if self.unread else self.reader.asks - 1
        asked = 0
        for _ in range(_SECOND_CHANCES):
            for uid in known:
                if not _among(uid, found):
                    await self._verify(uid, found)
                    asked += 1
                    if asked % _ASKED_AT_ONCE == 0:
                        await self._add_arrivals(found)
        return found

    async def _add_arrivals(self, found):
        """Add whoever has come: a card that is drawn across may be gone before all were asked."""
        for tag in await self.arrivals():
            if not _among(tag.uid, found) and len(found) <= MAX_TAGS:
                found.append(tag)

    async def _add_unlisted(self, found):
        """Add whoever is awake and was not listed; True: somebody stays who cannot be read."""
        unlisted = self._unlisted
        # Whoever the chip asked in vain hears the first question as an end, and is silent.
        if not await unlisted.wake(REQA) and not await unlisted.wake(REQA):
            return False
        for tag in await unlisted.inventory():
            if not _among(tag.uid, found) and len(found) <= MAX_TAGS:
                found.append(tag)
        return unlisted.unread

    async def _verify(self, uid, found):
        found += await self._named(uid)
        await self._release()

    async def _named(self, uid):
        """Look for the tag with this UID; return a list with it, or an empty one."""
        name = b"".join([part[:4] for part in levels(uid)])
        await self.reader.do(_LIST_ONE + name)
        return [tag for tag in self._tags() if tag.uid == uid]

    async def arrivals(self):
        """Return the tags that have come into a field that stayed on, each read twice if it can.

        One at a time: the chip wakes the first of two anew to read its memory. Whoever was let
        go of sleeps, and does not answer. Whoever's second read was lost stays awake and is
        listed once more. While somebody lies there who cannot be read, Selection asks too.
        """
        found = []  # type: list[Tag]
        spare = _SPARE_READS
        while len(found) <= MAX_TAGS:
            self.reader.start_wake(1)
            tags = self._tags() if await self._outcome() == ANSWERED else []
            if not tags or _among(tags[0].uid, found):
                break
            if not await self._read_twice(tags[0], 1) and not self.nak and spare:
                spare -= 1
                continue
            found.append(tags[0])
            await self._release()
        if self.reader.asks > 1:
            await self._add_unlisted(found)
        return found

    async def _read_twice(self, tag, number):
        """Read page 0 of the tag with this number; return False when that may be tried again."""
        if tag.sak != SAK_TYPE_2:
            return True
        data = await self._ask(bytes((_EXCHANGE, number, _READ, 0)))
        tag.twice = bool(data) and len(data) == 16 and data[0:3] + data[4:8] == tag.uid
        return tag.twice

    async def resolve(self):
        """Return the first tag of those that `wake` found, or None."""
        return self._listed[0] if self._listed else None

    async def select(self, uid):
        """Choose the tag with this very UID; None when it is not there.

        Who is not listed is asked for by the UID: somebody who cannot be read may hide it.
        """
        for _ in range(MAX_TAGS):
            for i in range(len(self._listed)):
                if self._listed[i].uid == uid:
                    self._chosen = i + 1
                    await self.reader.do(bytes((_SELECT, self._chosen)))
                    return None if self.reader.rx[0] & 0x3F else self._listed[i]
            if not self._listed:
                break
            await self._release()
            self.reader.start_wake()
            self._listed = self._tags() if await self._outcome() == ANSWERED else []
        self._listed = await self._named(uid)
        self._chosen = 1
        return self._listed[0] if self._listed else None

    async def halt(self):
        """Let go of the tags: they sleep."""
        await self._release()

    async def command(self, data):
        """Send a command to the selected tag; return its answer, b"" for a plain yes.

        Return None when the tag does not answer, or says no (then `nak` is set).
        """
        # The chip knows a write's four-bit answer only as part of this command.
        if data[0] == _WRITE:
            return await self._ask(bytes((_EXCHANGE, self._chosen)) + data)
        return await self._ask(bytes((_THROUGH,)) + data)

    async def _ask(self, body):
        """Let the chip talk to a tag; return as `command` does."""
        reader = self.reader
        await reader.do(body)
        status = reader.rx[0] & 0x3F
        self.nak = status not in (0, _TIME_OUT)
        return None if status else bytes(reader.rx[1 : reader.rx_size])

    async def read(self, page):
        """Return 16 bytes from `page` of the selected NTAG; None when they do not come."""
        data = await self.command(bytes((_READ, page)))
        return data if data and len(data) == 16 else None

    async def _outcome(self):
        reader = self.reader
        for _ in range(reader.timeout_ms):
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
