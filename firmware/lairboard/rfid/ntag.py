"""The memory of an NTAG21x through any reader: read, write with read-back, password, NDEF.

Works on a Selection or Targets. What fails is tried once more, after selecting the tag anew;
then it is reported.
"""

from . import ndef
from .iso14443a import SAK_CLASSIC
from .reader import MAX_PAGES

_READ, _FAST_READ, _WRITE, _VERSION, _AUTH = 0x30, 0x3A, 0xA2, 0x60, 0x1B
_FIRST = 4  # page where the user's memory begins
_NAMES = {  # by the storage size of GET_VERSION
    0x0F: "ntag213",
    0x11: "ntag215",
    0x13: "ntag216",
}

HELP = {
    "gone": "the tag went away: lay it down again and hold it still",
    "refused": "the tag refused: the page is locked, or needs the password",
    "changed": "what was written reads differently: hold the tag still and write it again",
    "room": "that does not fit on this tag: take an NTAG215",
    "format": "this tag is not formatted for NDEF: take a new NTAG",
    "locked": "this tag is locked for good: its number serves, or take a new NTAG",
    "content": "something else is written on this tag: it was left as it is",
    "message": "what is written on this tag is no message that can be told: write it anew",
    "long": "this message is longer than an answer may be: read the tag's pages with rd",
    "classic": "a MIFARE Classic keeps nothing that can be read here: its number serves",
    "kind": "this is no NTAG: nothing was written, its number serves",
    "password": "the tag does not take this password",
}


class TagError(Exception):
    """A tag's memory could not be used. `code` is a key of HELP, `text` names the next step."""

    def __init__(self, code):
        self.code = code
        self.text = HELP[code]
        super().__init__("%s: %s" % (code, self.text))


class Ntag:
    """One tag, by its UID, on a reader whose field is on."""

    def __init__(self, selection, uid):
        self._selection = selection
        self._uid = uid
        self._selected = False
        self._password = None
        self._pack = None
        self._slow = False  # it knows no FAST_READ

    async def version(self):
        """Return the kind ("ntag213" ...), "" for another make that knows no GET_VERSION."""
        try:
            answer = await self._ask(bytes((_VERSION,)), 8)
        except TagError as error:
            if error.code == "gone":
                raise
            return ""
        return _NAMES.get(answer[6], "")

    async def read(self, first, last):
        """Return the bytes of pages `first` to `last`, both included.

        Tags that know no FAST_READ (NTAG203, Ultralight) are read four pages at a time.
        """
        if self._slow:
            return await self._read_slowly(first, last)
        out = b""
        while first <= last:
            upto = min(first + MAX_PAGES - 1, last)
            try:
                out += await self._ask(bytes((_FAST_READ, first, upto)), 4 * (upto - first + 1))
            except TagError as error:
                try:
                    out += await self._read_slowly(first, last)
                except TagError:
                    raise error
                self._slow = True
                return out
            first = upto + 1
        return out

    async def _read_slowly(self, first, last):
        out = b""
        for page in range(first, last + 1, 4):
            out += await self._ask(bytes((_READ, page)), 16)
        return out[: 4 * (last - first + 1)]  # behind the last page it begins anew

    async def write(self, page, data):
        """Write the four bytes of a page and read them back."""
        if len(data) != 4 or page < _FIRST:
            raise ValueError("four bytes, from page %d on" % _FIRST)
        await self._ask(bytes((_WRITE, page)) + bytes(data), 0)
        if await self.read(page, page) != bytes(data):
            raise TagError("changed")

    async def authenticate(self, password, pack):
        """Give the password of 4 bytes; the tag must answer `pack`, 2 bytes.

        The password is given again whenever the tag is selected anew.
        """
        self._password = bytes(password)
        self._selected = False
        self._pack = None
        if not await self._choose():
            raise TagError("password" if self._selection.nak else "gone")
        if self._pack != bytes(pack):
            raise TagError("password")

    # -- NDEF -----------------------------------------------------------------------------------

    async def read_ndef(self):
        """Return the records that say something, [] on an empty tag; ValueError for rubbish."""
        message = ndef.find(await self._area())
        return ndef.said(ndef.decode(message)) if message else []

    async def write_piece(self, record, force=False):
        """Write our own record, in the place of another piece where there is one.

        What else is written beside it stays, also when the tag is torn away. A tag that has the
        record already is left alone. So is one with nothing but somebody else's records, unless
        `force`: then they are lost.
        """
        area = await self._area()
        message = ndef.find(area) or b""
        try:
            there = ndef.said(ndef.decode(message))
            ours = ndef.read_piece(there) is not None
        except ValueError:
            there, ours = [(0, b"", b"")], False  # something, and not ours
        mine = [one for one in there if ndef.is_piece(one[0], one[1])]
        if mine == [record]:
            return
        if there and there[0][0] and not ours:
            ours = await self._was_begun(area)
        if there and not ours and not force:
            raise TagError("content")
        if ours and len(mine) < len(there):
            await self._write_beside(area, message, ndef.put_piece(message, record))
        else:
            await self.write_ndef([record])

    async def _area(self):
        """Return the memory from page 4 on, as far as its message reaches."""
        pages = await self._user_pages()
        area = b""
        # No more than needed: pages behind the message may want a password.
        while len(area) < min(ndef.reach(area), 4 * pages):
            known = len(area) // 4
            upto = min((ndef.reach(area) + 3) // 4, pages)
            area += await self.read(_FIRST + known, _FIRST + upto - 1)
        return area

    async def _was_begun(self, area):
        """Return True when a record of ours was being written behind the message there."""
        end = ndef.where(area)[2]
        known = len(area) // 4
        last = min((end + ndef.HEAD - 1) // 4, await self._user_pages() - 1)
        try:
            if last >= known:
                area += await self.read(_FIRST + known, _FIRST + last)
        except TagError as error:
            if error.code == "gone":
                raise
        return ndef.was_begun(area[end:])

    async def _write_beside(self, area, old, new):
        """Write the message `new` in the place of `old`.

        At each moment one of them is there, or somebody else's record alone: what decides is in
        the first page, written last.
        """
        pages = await self._user_pages(writes=True)
        start, _, end = ndef.where(area)
        block = ndef.wrap(new)
        block += bytes(-len(block) % 4)
        alone = ndef.first_alone(old)
        short = start == 0 and max(len(old), len(new)) < 0xFF
        after = (end + 3) // 4
        if alone and short and len(block) <= 4 * pages and new[1 : len(alone)] == alone[1:]:
            # The first record stays where it is; behind it is what no length covers.
            await self.write(_FIRST, ndef.wrap(alone)[:4])
            await self._fill(block, (2 + len(alone)) // 4, 0)
            await self.write(_FIRST, block[:4])
        elif len(block) <= start // 4 * 4:
            await self._fill(block, 1, 0)
            await self.write(_FIRST, block[:4])
        elif len(block) <= 4 * (pages - after):
            await self._fill(block, 0, after)
            await self.write(_FIRST, ndef.skip(4 * after))
        else:
            raise TagError("room")

    async def _fill(self, block, first, at):
        """Write the pages of `block` from its page `first` on and read them back.

        The block begins `at` pages behind the first of the user's.
        """
        count = len(block) // 4
        for i in range(first, count):
            page = block[4 * i : 4 * i + 4]
            await self._ask(bytes((_WRITE, _FIRST + at + i)) + page, 0)
        if first < count:
            there = await self.read(_FIRST + at + first, _FIRST + at + count - 1)
            if there != block[4 * first :]:
                raise TagError("changed")

    async def write_ndef(self, records):
        """Write records: length 0, body, read back, length.

        A tag torn away meanwhile reads as empty or as it was, never as half a message.
        """
        block = ndef.wrap(ndef.encode(records))
        block += bytes(-len(block) % 4)
        count = len(block) // 4
        if count > await self._user_pages(writes=True):
            raise TagError("room")
        empty = block[:1] + b"\x00" + (b"\xfe\x00" if block[1] == 0xFF else block[2:4])
        await self.write(_FIRST, empty)
        await self._fill(block, 1, 0)
        await self.write(_FIRST, block[:4])

    async def _user_pages(self, writes=False):
        head = await self.read(3, 3)
        if head[0] != 0xE1:
            raise TagError("format")
        if writes and head[3] & 0x0F:
            raise TagError("locked")
        return 2 * head[2]

    # -- one command ----------------------------------------------------------------------------

    async def _ask(self, data, size):
        code = "gone"
        for _ in range(2):
            if not self._selected and not await self._choose():
                code = "refused" if self._selection.nak else "gone"
                continue
            answer = await self._selection.command(data)
            if answer is not None and len(answer) == size:
                return answer
            # A tag that said no, or heard nonsense, listens to nothing until it is woken.
            self._selected = False
            code = "refused" if self._selection.nak else "gone"
        raise TagError(code)

    async def _choose(self):
        selection = self._selection
        selection.nak = False
        for _ in range(2):  # a tag that was selected wakes at the second call
            tag = await selection.select(self._uid) if await selection.wake() else None
            if tag and tag.sak:  # of a Type 2 tag it is 0
                raise TagError("classic" if tag.sak & SAK_CLASSIC else "kind")
            if tag:
                self._selected = True
                break
        if self._selected and self._password is not None:
            self._pack = await selection.command(bytes((_AUTH,)) + self._password)
            self._selected = self._pack is not None
        return self._selected
