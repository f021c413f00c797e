"""The board's memory of events that the host has not acknowledged.

It has 256 records of 24 bytes in one bytearray.

Record: seq u32, ms u32, kind u8, zone u8, length u8, flag u8, 12 bytes of data; little-endian.
`flag` is 1 for a foreign tag, 2 for one that lay there at the start. Of a removal, bits 2 to 4
are the looks that have read the tag (7: or more; 0: not counted). Bits 5 to 7 are how many
eighths of all looks these were, less one.

Records lie in the order of seq. `put` and `drop` allocate nothing (while the numbers are small
integers: twelve days on a 32-bit board).
"""

RECORD = 24
NO_ZONE = 255
PLACED = 0x2B  # +
REMOVED = 0x2D  # -
TAPPED = 0x74  # t
BUTTON = 0x62  # b
FAULT = 0x66  # f
UNREAD = 0x75  # u
GAP = 0x67  # g
TOMBSTONE = 0x78  # x
MOST_LOOKS = 7


def looks(reads, lost):
    """Return the bits of `flag` for so many looks that have read a tag; `lost` have not."""
    if not reads:
        return 0
    share = max(1, 8 * reads // (reads + lost))
    return min(reads, MOST_LOOKS) << 2 | (share - 1) << 5


class Ring:
    """The events from the oldest that is not acknowledged to the newest.

    `flying` of them are on their way to the host.
    """

    def __init__(self, size=256):
        self.size = size
        self.count = 0
        self.next_seq = 1
        self.flying = 0
        self.refused = 0  # events that found no room since the last gap event
        self.scoring = 0  # bit per zone whose events are never collapsed
        self._head = 0
        self._buf = bytearray(size * RECORD)

    def put(self, kind, zone, ms, data=None, length=0, flag=0):
        """Keep an event and return its seq.

        Return 0 when the ring is full of events that may not be collapsed.
        """
        if self.refused and not self._settle(ms):
            self.refused += 1
            return 0
        if self.count == self.size and not self.collapse():
            self.refused += 1
            return 0
        self._write(kind, zone, ms, length, flag)
        o = self._at(self.count) + 12
        for i in range(length):
            self._buf[o + i] = data[i]
        return self._commit()

    def drop(self, seq):
        """Forget the records up to and with `seq`; return how many."""
        n = 0
        while n < self.count and self._u32(self._at(n)) <= seq:
            n += 1
        self._head = (self._head + n) % self.size
        self.count -= n
        self.flying = self.flying - n if self.flying > n else 0
        return n

    def settle(self, ms):
        """Put the gap event for refused events as soon as there is room."""
        return not self.refused or self._settle(ms)

    def oldest_seq(self):
        """Return the first seq that the board can still tell about."""
        if not self.count:
            return self.next_seq
        o = self._at(0)
        seq = self._u32(o)
        return seq - self._u32(o + 12) + 1 if self._buf[o + 8] == TOMBSTONE else seq

    def read(self, i):
        """Return record i, the oldest being 0: (seq, ms, kind, zone, flag, data)."""
        o = self._at(i)
        b = self._buf
        return (
            self._u32(o),
            self._u32(o + 4),
            b[o + 8],
            b[o + 9],
            b[o + 11],
            bytes(b[o + 12 : o + 12 + b[o + 10]]),
        )

    def first_after(self, seq):
        """Return the index of the oldest record above `seq`; `count` when there is none."""
        low, high = 0, self.count
        while low < high:
            middle = (low + high) // 2
            if self._u32(self._at(middle)) > seq:
                high = middle
            else:
                low = middle + 1
        return low

    def is_scoring(self, zone):
        """Return True when this zone's events must reach the host one by one."""
        return zone != NO_ZONE and bool(self.scoring >> zone & 1)

    def collapse(self):
        """Turn runs of placings and removals outside scoring zones into tombstones.

        A run is two or more of them. Return how many records were freed.

        Records in flight stay as they are: the host may be about to acknowledge them.
        """
        read = write = self.flying
        while read < self.count:
            run = 0
            total = 0
            while read + run < self.count and self._may_go(read + run):
                o = self._at(read + run)
                total += self._u32(o + 12) if self._buf[o + 8] == TOMBSTONE else 1
                run += 1
            if run < 2:
                self._copy(read, write)
                read += 1
                write += 1
                continue
            last = self._at(read + run - 1)
            zone = self._buf[last + 9]
            for i in range(read, read + run):
                if self._buf[self._at(i) + 9] != zone:
                    zone = NO_ZONE
            self._copy(read + run - 1, write)
            o = self._at(write)
            self._buf[o + 8] = TOMBSTONE
            self._buf[o + 9] = zone
            self._buf[o + 10] = 4
            self._buf[o + 11] = 0
            self._set_u32(o + 12, total)
            read += run
            write += 1
        freed = self.count - write
        self.count = write
        return freed

    def _settle(self, ms):
        if self.count >= self.size - 1 and self.collapse() < 2:
            return False
        self._write(GAP, NO_ZONE, ms, 4, 0)
        self._set_u32(self._at(self.count) + 12, self.refused)
        self._commit()
        self.refused = 0
        return True

    def _write(self, kind, zone, ms, length, flag):
        o = self._at(self.count)
        self._set_u32(o, self.next_seq)
        self._set_u32(o + 4, ms)
        self._buf[o + 8] = kind
        self._buf[o + 9] = zone
        self._buf[o + 10] = length
        self._buf[o + 11] = flag

    def _commit(self):
        self.count += 1
        self.next_seq += 1
        return self.next_seq - 1

    def _may_go(self, i):
        o = self._at(i)
        kind = self._buf[o + 8]
        zone = self._buf[o + 9]
        return kind == TOMBSTONE or (
            (kind == PLACED or kind == REMOVED) and not self.is_scoring(zone)
        )

    def _at(self, i):
        return (self._head + i) % self.size * RECORD

    def _copy(self, source, target):
        if source == target:
            return
        s = self._at(source)
        t = self._at(target)
        for i in range(RECORD):
            self._buf[t + i] = self._buf[s + i]

    def _u32(self, o):
        b = self._buf
        return b[o] | b[o + 1] << 8 | b[o + 2] << 16 | b[o + 3] << 24

    def _set_u32(self, o, value):
        b = self._buf
        b[o] = value & 0xFF
        b[o + 1] = value >> 8 & 0xFF
        b[o + 2] = value >> 16 & 0xFF
        b[o + 3] = value >> 24 & 0xFF
