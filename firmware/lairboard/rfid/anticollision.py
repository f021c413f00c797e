"""The walk down one cascade level: from colliding answers to five bytes that one tag owns. Pure.

A collision at bit k means that tags differ there: the walk keeps the bits before it, chooses 1,
asks again, and chooses 0 when nobody with a 1 is left. Readers disagree on what their collision
position counts from once bits are known, so the nearest of the possible positions is taken:
bits before the true collision are good, and a wrong guess costs one question without an answer.
"""

from .iso14443a import bcc, nvb

LEVEL_BITS = 40
UID_BITS = 32
MAX_QUESTIONS = 72


class Level:
    """A cascade level being walked. `part`: 4 UID bytes and BCC; `known` bits are fixed."""

    def __init__(self):
        self.part = bytearray(5)
        self.known = 0
        self.doubted = False
        self._questions = 0
        self._guessed = False

    def reset(self):
        """Start again with no known bit."""
        for i in range(5):
            self.part[i] = 0
        self.known = 0
        self._questions = 0
        self._guessed = False
        self.doubted = False

    def put_frame(self, sel, buf):
        """Write the anticollision frame to `buf`; return its size in bytes, the last partial."""
        buf[0] = sel
        buf[1] = nvb(self.known)
        size = (self.known + 7) >> 3
        for i in range(size):
            buf[2 + i] = self.part[i]
        self._questions += 1
        return 2 + size

    def exhausted(self):
        """Return True when more questions were asked than the bits of a level can need."""
        return self._questions > MAX_QUESTIONS

    def silent(self):
        """Choose the other bit, as nobody owns the chosen prefix.

        True: ask again; False: give up.
        """
        if not self._guessed:
            return False
        self._guessed = False
        last = self.known - 1
        self.part[last >> 3] &= ~(1 << (last & 7)) & 0xFF
        return True

    def choose_zero(self):
        """Take the 0 at once: behind the 1 of the last collision nobody can be selected."""
        self._guessed = True
        self.silent()

    def complete(self, size):
        """Return True when `size` bytes are all that is left of the level, checked or not."""
        return size == 5 - (self.known >> 3)

    def whole(self, rx, size):
        """Take an answer without collision; True: it completes the level and its BCC checks."""
        if not self.complete(size):
            return False
        self._merge(rx, LEVEL_BITS)
        return bcc(self.part) == self.part[4]

    def collided(self, rx, size, position):
        """Take an answer with a collision at `position` (1-32, 0 unknown).

        True: ask again. False with `doubted`: tags differ in the check byte alone, so one is
        wrong; `part` has the other.
        """
        at = self._nearest(position)
        # Of 40 bits the chip has no position for the last eight (data sheet, 9.3.1.15).
        if at > UID_BITS or not (position or self.known):
            self.doubted = self.complete(size)
            if self.doubted:
                self._merge(rx, UID_BITS)
                self.part[4] = bcc(self.part)
            return False
        if at <= self.known:
            return False
        if (at + 7) >> 3 > (self.known >> 3) + size:
            return False
        self._merge(rx, at)
        last = at - 1
        self._guessed = True
        self.part[last >> 3] |= 1 << (last & 7)
        # Whatever was received behind the collision belongs to nobody.
        self.part[last >> 3] &= (2 << (last & 7)) - 1
        for i in range((last >> 3) + 1, 5):
            self.part[i] = 0
        self.known = at
        return True

    def _nearest(self, position):
        known = self.known
        if not position:
            return known + 1
        best = known + position
        aligned = (known & ~7) + position
        if known < aligned < best:
            best = aligned
        if known < position < best:
            best = position
        return best

    def _merge(self, rx, upto):
        """Take the bits from `known` up to `upto` out of `rx`, whose first byte is aligned."""
        first = self.known >> 3
        keep = (1 << (self.known & 7)) - 1
        for i in range(first, (upto + 7) >> 3):
            b = rx[i - first]
            if i == first:
                b = (self.part[i] & keep) | (b & ~keep & 0xFF)
            self.part[i] = b
