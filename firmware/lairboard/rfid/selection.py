"""From a field that answered to the tags in it: select, halt, ask who is left (ISO/IEC 14443-3).

Works on any reader with tx, rx, rx_size, rx_position, start, start_short, outcome and exchange.
"""

from .anticollision import Level
from .branches import Branches
from .iso14443a import (
    CASCADE_TAG,
    HLTA,
    NVB_FULL,
    REQA,
    SAK_TYPE_2,
    SEL,
    WUPA,
    Tag,
    crc_ok,
    levels,
    more_levels,
    put_crc,
)
from .reader import ANSWERED, COLLIDED, MAX_TAGS, SILENT

_SPARE_TRIES = 3  # walks through the whole tree that may fail
_SECOND_CHANCES = 2
_ASKED_AFTER_FAILURE = 4  # questions who is awake, when a walk has failed
_SPARE_READS = 3  # answers to the second read that may be lost in one look
_MAX_WALKS = 40
_PAGE_READ = 0x30
_FAST_READ = 0x3A
_ACK = 0x0A
_ATQA_SIZE = 2
_SAK_SIZE = 3


def _among(uid, tags):
    return any(tag.uid == uid for tag in tags)


def _answer_size(data):
    """Return how many bytes the answer to a command has, with its CRC."""
    if data[0] == _PAGE_READ:
        return 18
    return 4 * (data[2] - data[1] + 1) + 2 if data[0] == _FAST_READ else 1


class Selection:
    """Select tags through one reader, whose field is on."""

    def __init__(self, reader):
        self.reader = reader
        self.nak = False  # the tag's last answer was a no
        self.unread = False  # the last inventory left somebody who answers but was not selected
        self._heard = False  # a whole answer came from somebody who was then not selected
        self._spare_reads = 0
        self._level = Level()
        self._branches = Branches()

    async def wake(self, command=WUPA):
        """Ask who is there; True when anything at all answered, be it a collision."""
        self.reader.start_short(command)
        return await self.reader.outcome(_ATQA_SIZE) != SILENT

    async def inventory(self, known=()):
        """Return the tags of a field that just answered WUPA, at most MAX_TAGS + 1.

        One more than MAX_TAGS is one too many. UIDs in `known` are selected at once, which costs
        half. Then whoever is left is resolved and read twice, if that is possible. Then the known
        ones that were missed get a second and a third chance. Each tag is reported once, after a
        checked SAK to a SELECT with its whole UID. `unread` says whether somebody is left who
        answers and lets nobody select him.
        """
        found = []  # type: list[Tag]
        awake = True
        for uid in known:
            await self._verify(uid, found, awake)
            awake = False
        self.unread = await self._resolve_all(found, awake)
        for _ in range(_SECOND_CHANCES):
            for uid in known:
                if not _among(uid, found):
                    await self._verify(uid, found, False)
        return found

    async def arrivals(self):
        """Return the tags that have come into a field that stayed on.

        Each is read twice if that is possible. Whoever was read before sleeps, and is not asked.
        """
        found = []  # type: list[Tag]
        await self._resolve_all(found, False)
        return found

    async def _resolve_all(self, found, awake):
        """Ask who is awake and add each to `found` until nobody is, or enough are found.

        Return True when somebody stayed awake whom no walk could select.
        """
        branches = self._branches
        branches.open_all()
        rounds = _SPARE_TRIES
        failed = self._heard = False
        self._spare_reads = _SPARE_READS
        for _ in range(_MAX_WALKS):
            if not awake and not await self._is_awake(failed):
                return False
            awake = False
            branches.begin()
            tag = await self.resolve()
            failed = tag is None
            if tag:
                self._heard = False
                failed = not await self._take(tag, found)
                if len(found) > MAX_TAGS:
                    return False
            elif branches.fail():
                if not rounds:
                    return self._heard
                rounds -= 1
                branches.open_all()
        return False

    async def _is_awake(self, failed):
        """Ask whether anybody is awake; after a walk that failed, some times over.

        Whoever was asked in vain hears every other question as an end and is silent, and one of
        the answers may be lost.
        """
        for _ in range(_ASKED_AFTER_FAILURE if failed else 1):
            if await self.wake(REQA):
                return True
        return False

    async def _take(self, tag, found):
        """Read a new tag a second time and send it to sleep.

        Return False when its answer was lost: it stays awake and is asked once more.
        """
        new = not _among(tag.uid, found)
        if new and tag.sak == SAK_TYPE_2:
            tag.twice = await self._is_page_0_of(tag.uid)
            if not tag.twice and not self.nak and self._spare_reads:
                self._spare_reads -= 1
                return False
        await self.halt()
        if new:
            found.append(tag)
        return True

    async def _is_page_0_of(self, uid):
        """Return True when the memory begins with `uid`.

        This is a read of another kind, with its own CRC.
        """
        data = await self.read(0)
        return bool(data) and data[0:3] + data[4:8] == uid

    async def _verify(self, uid, found, awake):
        if not awake and not await self.wake():
            return
        tag = await self.select(uid)
        if tag:
            found.append(tag)
            await self.halt()

    async def resolve(self):
        """Walk the tree to one tag and select it; None when the answers do not check."""
        uid = b""
        for i in range(len(SEL)):
            part = await self._walk(i)
            if part is None:
                return None
            self._branches.descend(i, part)
            sak = await self._select_level(SEL[i], part)
            if sak is None:
                return None
            if not more_levels(sak):
                return Tag(uid + bytes(part[:4]), sak)
            if part[0] != CASCADE_TAG:
                return None
            uid += bytes(part[1:4])
        return None

    async def select(self, uid):
        """Select the tag with this very UID; None when it does not answer."""
        parts = levels(uid)
        last = len(parts) - 1
        for i in range(len(parts)):
            sak = await self._select_level(SEL[i], parts[i])
            if sak is None or more_levels(sak) != (i < last):
                return None
        return Tag(uid, sak)

    async def halt(self):
        """Send the selected tag to sleep: it will not answer REQA, so that the others can."""
        tx = self.reader.tx
        tx[: len(HLTA)] = HLTA
        self.reader.start(len(HLTA))
        await self.reader.sent()  # no tag answers HLTA

    async def command(self, data):
        """Send a command to the selected tag; return its answer, b"" for a plain yes.

        The answer's CRC is checked and taken off. Return None when the tag does not answer,
        answers nonsense, or says no (then `nak` is set).
        """
        reader = self.reader
        reader.tx[: len(data)] = data
        reader.set_timeout(True)
        try:
            result = await reader.exchange(put_crc(reader.tx, len(data)), 0, _answer_size(data))
        finally:
            reader.set_timeout(False)
        self.nak = False
        if result != ANSWERED:
            return None
        if reader.rx_size == 1 and reader.rx_last_bits == 4:
            self.nak = reader.rx[0] & 0x0F != _ACK
            return None if self.nak else b""
        if not crc_ok(reader.rx, reader.rx_size):
            return None
        return bytes(reader.rx[: reader.rx_size - 2])

    async def read(self, page):
        """Return 16 bytes from `page` of the selected NTAG; None on NAK, silence or a bad CRC."""
        data = await self.command(bytes((_PAGE_READ, page)))
        return data if data and len(data) == 16 else None

    async def _walk(self, depth):
        """Return five bytes of level `depth` that one tag owns, or None."""
        reader = self.reader
        level = self._level
        level.reset()
        while not level.exhausted():
            size = level.put_frame(SEL[depth], reader.tx)
            rest = 5 - (level.known >> 3)  # bytes of the level's five that come back
            result = await reader.exchange(size, level.known & 7, rest)
            if result == ANSWERED:
                whole = level.whole(reader.rx, reader.rx_size)
                self._heard = self._heard or level.complete(reader.rx_size)
                return level.part if whole else None
            if result == COLLIDED:
                if not level.collided(reader.rx, reader.rx_size, reader.rx_position):
                    self._heard = self._heard or level.doubted
                    return level.part if level.doubted else None
                choice = self._branches.turn(depth, level.known, level.part)
                if choice < 0:
                    return None
                if not choice:
                    level.choose_zero()
            elif result != SILENT or not level.silent():
                return None
            else:
                self._branches.other()
        return None

    async def _select_level(self, sel, part):
        reader = self.reader
        tx = reader.tx
        tx[0] = sel
        tx[1] = NVB_FULL
        tx[2:7] = part
        result = await reader.exchange(put_crc(tx, 7), 0, _SAK_SIZE)
        if result == ANSWERED and reader.rx_size == 3 and crc_ok(reader.rx, 3):
            return reader.rx[0]
        return None
