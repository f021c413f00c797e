"""A block of flash that is erased ahead, so that a scan costs one page program and no erase.

An erase stops the board for 45 ms (400 at most), a page program for 0.4 ms (3 at most; data sheet
of a Pico's flash, the W25Q16JV): the processor runs its program from that chip. littlefs erases a
block whenever a file above half a kilobyte grows, as it never writes into a block that has data.
This file has a block's size from the start, and nothing but ones behind its mark. Its block is
found by that mark, and scans are programmed into it without littlefs, which keeps no checksum of
a file's bytes and does not move a file that nobody writes to.
"""

import os

NAME = "journal.w"
PAGE = 256  # what the flash programs at a time
HEAD = 16  # at the start of each page; the first page's is the mark
_MAGIC = b"lair"


class ErasedBlock:
    """The file of one block, filled with records of `size` bytes, each page by itself.

    `flash` is the block device that the file system of `files` lies on.
    """

    def __init__(self, files, flash, size):
        self._files = files
        self._flash = flash
        self._size = size
        self._pages = flash.ioctl(5, 0) // PAGE
        self._per_page = (PAGE - HEAD) // size
        self.content = files.read(NAME)  # as it was at the start
        self._block = self._find(self.content)
        self._next = self._first_free(self.content)

    @property
    def usable(self):
        """Return True while its block is known; records can be written there."""
        return self._block is not None

    @property
    def used(self):
        """Return True when something has been written."""
        return self._next > 0

    @property
    def half_full(self):
        """Return True when at most half of its records are free."""
        return 2 * self._next >= self._pages * self._per_page

    def room(self):
        """Return how many records one page program takes now."""
        if self._block is None or self._next >= self._pages * self._per_page:
            return 0
        return self._per_page - self._next % self._per_page

    def append(self, records):
        """Program these records, at most `room()`; return False when they are not there."""
        page, slot = divmod(self._next, self._per_page)
        data = b"".join(records)
        start = HEAD + slot * self._size
        buf = bytearray(b"\xff" * PAGE)
        buf[start : start + len(data)] = data
        try:
            self._flash.writeblocks(self._block, buf, page * PAGE)
            self._flash.readblocks(self._block, buf, page * PAGE)
        except OSError:
            buf[start] ^= 0xFF
        if buf[start : start + len(data)] != data:
            self._block = None
            return False
        self._next += len(records)
        return True

    def renew(self):
        """Forget everything and erase. This stops the board.

        Raise OSError when the flash refuses, MemoryError when the heap has no room for a page.
        """
        self._block = None
        mark = _MAGIC + os.urandom(HEAD - len(_MAGIC))
        page = b"\xff" * PAGE
        self._files.write(NAME, mark, page[HEAD:], *[page] * (self._pages - 1))
        self.content = b""
        self._next = 0
        self._block = self._find(mark)

    def _find(self, content):
        """Return the number of the block that begins as `content` does; None: none or several."""
        mark = bytes(content[:HEAD])
        if mark[: len(_MAGIC)] != _MAGIC or len(mark) < HEAD:
            return None
        found = None
        head = bytearray(HEAD)
        for block in range(self._flash.ioctl(4, 0)):
            self._flash.readblocks(block, head, 0)
            if head == mark:
                if found is not None:
                    return None  # a copy, or what a bad block still shows
                found = block
        return found

    def _first_free(self, content):
        """Return the number of the first record behind all that is not erased."""
        n = 0
        for page in range(len(content) // PAGE):
            for slot in range(self._per_page):
                start = page * PAGE + HEAD + slot * self._size
                if content[start : start + self._size] != b"\xff" * self._size:
                    n = page * self._per_page + slot + 1
        return n
