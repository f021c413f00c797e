"""NOR flash with the times of a Pico's W25Q16JV: for measurements.

It stops the processor, which runs its program from the same chip, while it programs or erases
(Winbond W25Q16JV data sheet, AC characteristics: page program 0.4 ms, at most 3 ms; sector erase
45 ms, at most 400 ms). Reading takes no time here.
"""

BLOCK = 4096
PAGE = 256
TYPICAL = (400, 45000)  # us of a page program and of an erase
WORST = (3000, 400000)
_ERASED = b"\xff" * BLOCK


class TimedFlash:
    """A block device that programs and erases in the clock's time, and counts both."""

    def __init__(self, clock, blocks, times=TYPICAL):
        self.clock = clock
        self.times = times
        self.pages = 0
        self.erases = 0
        self._blocks = blocks
        self._cells = {}  # block: its bytes, where one was programmed

    def readblocks(self, n, buf, offset=0):
        """Fill `buf` from block `n` on (MicroPython's block device)."""
        cells = self._cells.get(n, _ERASED)
        buf[:] = cells[offset : offset + len(buf)]

    def writeblocks(self, n, buf, offset=0):
        """Clear the bits of `buf` from block `n` on."""
        cells = self._cells.setdefault(n, bytearray(_ERASED))
        pages = (len(buf) + PAGE - 1) // PAGE
        self.pages += pages
        self.clock.spend_us(pages * self.times[0])
        for i in range(len(buf)):
            cells[offset + i] &= buf[i]

    def ioctl(self, op, arg):
        """Return the number of blocks (`op` 4) or their size (5), or erase block `arg` (6)."""
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self.erases += 1
            self.clock.spend_us(self.times[1])
            self._cells.pop(arg, None)
        return 0
