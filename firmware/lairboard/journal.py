"""Scans that outlive the board's power (docs/protocol.md, "The board's journal").

They are what scoring readers saw while no host was there.

Records of 48 bytes are programmed into a block that was erased before (erased_block.py): this
stops the board for less than 5 ms. In a pause `tidy` moves what is still needed into one of two
files, and erases. Where there is no such block, records are appended to a file at once. A record
is whole or it does not count: whatever a power cut leaves between two records is skipped.

Record, little-endian: 0xA5, kind, flag, length of the data, length of the zone's name, 3 x 0, seq
u32, ms u32, boot (4 bytes), zone (12), data (12), CRC-32 of the 44 bytes before.
"""

import binascii

from lairboard import ring as rings

SIZE = 48
MARK = 0xA5
LIMIT = 256  # live records: what a board keeps, however long the host is away
NAMES = ("journal.0", "journal.1")
_KINDS = (rings.PLACED, rings.REMOVED, rings.TAPPED)
_BODY = SIZE - 4
_MARK = bytes((MARK,))
_AT_ONCE = 8  # records in one write to a file
_LOOKS = 32  # events of the ring in one step


class Journal:
    """The records that no host has acknowledged.

    `old` has those of earlier boots, oldest first. Those of this boot are in the ring as well.

    `ahead` is an erased_block.ErasedBlock or None. What is there is always newer than what is in
    the files, or there as well.

    Nothing here raises. What the flash refuses is counted in `failed`, and stays in memory only.
    """

    def __init__(self, files, boot, ahead=None):
        self.old = []
        self.zones = set()  # with events of this boot that are here and not acknowledged
        self.failed = 0
        self._files = files
        self._ahead = ahead
        self._only_ahead = False  # live records are in the erased block and in no file
        self._boot = bytes.fromhex(boot)
        self._current = 0  # the file that is appended to
        self._records = 0  # in that file, dead ones included
        self._mine = []  # (seq, zone) of this boot's live records
        self.saved = 0  # the newest seq of this boot that is here
        self._looked_at = 0  # up to this seq everything is here that belongs here
        self._load()

    def save(self, ring, zones, whole=True):
        """Keep what the ring holds of scoring zones and is not here yet.

        Without `whole`, do one write at most: call it again.

        Return the indices of the zones that got something kept. Return None when there was
        nothing to do or the flash refused it.
        """
        kept = None
        # In pieces: where there is no room for all, some is better than nothing.
        while ring.next_seq - 1 != self._looked_at:
            room = LIMIT - len(self.old) - len(self._mine)
            new, upto = self._unseen(ring, max(0, min(self._piece(), room)))
            if new:
                if not self._write([self._pack(event, zones) for event in new], ring, zones):
                    break
                self.saved = new[-1][0]
                self._mine += [(event[0], event[3]) for event in new]
                kept = (kept or set()) | {event[3] for event in new}
            elif upto == self._looked_at:  # no room
                self.failed += kept is None
                break
            self._looked_at = upto
            if not whole:
                break
        self._look()
        return kept

    def acked(self, seq):
        """Forget this boot's records up to `seq`, as the host has these events."""
        if self._mine and self._mine[0][0] <= seq:
            self._mine = [one for one in self._mine if one[0] > seq]
            self._look()

    def erase(self, n):
        """Forget the first `n` records of `old`, as the host has them."""
        del self.old[:n]

    def settle(self, ring, zones):
        """Put everything into a file, where an older release finds it too."""
        if self._only_ahead:
            self._compact(ring, zones)

    def tidy(self, ring, zones):
        """Do the next thing that makes room; return False when there was nothing to do.

        This erases, which stops the board: call it in a pause.
        """
        if not (self.old or self._mine):
            self._only_ahead = False
            if self._records:
                if self._remove(1 - self._current) and self._remove(self._current):
                    self._records = 0
                return True
        if not self._ahead:
            return False
        if self._only_ahead:
            full = self._ahead.half_full or not self._ahead.usable
            return full and self._compact(ring, zones)
        return (self._ahead.used or not self._ahead.usable) and self._renew()

    def describe(self, i):
        """Return old record i: (boot, seq, ms, kind, zone's name, flag, data)."""
        return unpack(self.old[i])

    def age(self, i, now):
        """Return how long ago old record i was made, at least, in ms.

        A board knows no time without power.
        """
        boot, _, ms, _, _, _, _ = self.describe(i)
        total = now - ms
        newest = 0
        for k in range(i, len(self.old)):
            record = self.old[k]
            if record[16:20].hex() != boot:
                total += newest
                boot = record[16:20].hex()
            newest = _u32(record, 12)
        return total + newest

    def _load(self):
        parts = [list(scan(self._files.read(name))) for name in NAMES]
        # Both are there after a compaction that was cut short: the copy lacks nothing that the
        # original has, or it is the shorter one.
        self._current = 1 if len(parts[1]) > len(parts[0]) else 0
        self._records = len(parts[self._current])
        found = parts[self._current] + parts[1 - self._current]
        if self._ahead:
            newest = list(scan(self._ahead.content))
            self._ahead.content = b""
            self._only_ahead = bool(newest)
            found += newest
        boots = {}  # type: dict[bytes, dict[int, bytes]]  # boot: {seq: record}
        for record in found:
            if record[16:20] != self._boot:
                boots.setdefault(record[16:20], {})[_u32(record, 8)] = record
        for boot in _by_appearance(found, boots):
            self.old += [boots[boot][seq] for seq in sorted(boots[boot])]

    def _unseen(self, ring, n):
        """Return (at most `n` scans that were not looked at, up to which seq they go)."""
        found = []  # type: list[tuple]
        upto = self._looked_at
        at = ring.first_after(upto)
        for i in range(at, min(at + _LOOKS, ring.count)):
            event = ring.read(i)
            if self._belongs(ring, event):
                if len(found) == n:
                    return found, upto
                found.append(event)
            upto = event[0]
        return found, upto if at + _LOOKS < ring.count else ring.next_seq - 1

    @staticmethod
    def _belongs(ring, event):
        return event[2] in _KINDS and ring.is_scoring(event[3])

    def _piece(self):
        """Return how many records the next write takes."""
        return (self._ahead and self._ahead.room()) or _AT_ONCE

    def _write(self, records, ring, zones):
        """Keep these records; return False when the flash refused them."""
        if self._ahead and self._ahead.room() >= len(records) and self._ahead.append(records):
            self._only_ahead = True
            return True
        # It is full, or does not take them. What it has must be in a file before newer records.
        full = self._only_ahead or self._records + len(records) > 2 * LIMIT
        if full and not self._compact(ring, zones):
            return False
        if not self._append(self._current, records):
            return False
        self._records += len(records)
        return True

    def _compact(self, ring, zones):
        """Write the live records into the other file, then let go of this one."""
        other = 1 - self._current
        mine = {seq for seq, _ in self._mine}
        events = [ring.read(i) for i in range(ring.count)]
        live = self.old + [self._pack(event, zones) for event in events if event[0] in mine]
        if not (
            self._remove(other) and self._append(other, live) and self._remove(self._current)
        ):
            return False
        self._current = other
        self._records = len(live)
        self._only_ahead = False
        return True

    def _renew(self):
        try:
            self._ahead.renew()
        except (OSError, MemoryError):
            self.failed += 1
            return False
        if not self._ahead.usable:
            self._ahead = None  # not on the flash that was given: never erase in vain again
        return True

    def _append(self, i, records):
        try:
            self._files.append(NAMES[i], *records)
        except (OSError, MemoryError):
            self.failed += 1
            return False
        return True

    def _remove(self, i):
        try:
            self._files.remove(NAMES[i])
        except OSError:
            self.failed += 1
            return False
        return True

    def _look(self):
        self.zones = {zone for _, zone in self._mine}

    def _pack(self, event, zones):
        seq, ms, kind, zone, flag, data = event
        return pack(self._boot, seq, ms, kind, zones[zone].encode(), flag, data)


def _by_appearance(records, boots):
    """Return the boots in the order in which they began.

    MicroPython's dictionaries have no order.
    """
    order = []
    for record in records:
        if record[16:20] in boots and record[16:20] not in order:
            order.append(record[16:20])
    return order


def pack(boot, seq, ms, kind, zone, flag, data):
    """Return the bytes of a record."""
    b = bytearray(SIZE)
    b[0] = MARK
    b[1] = kind
    b[2] = flag
    b[3] = len(data)
    b[4] = len(zone)
    b[8:12] = seq.to_bytes(4, "little")
    b[12:16] = ms.to_bytes(4, "little")
    b[16:20] = boot
    b[20 : 20 + len(zone)] = zone
    b[32 : 32 + len(data)] = data
    b[_BODY:] = binascii.crc32(bytes(b[:_BODY])).to_bytes(4, "little")
    return bytes(b)


def unpack(b):
    """Return (boot, seq, ms, kind, zone's name, flag, data) of a record."""
    zone = b[20 : 20 + b[4]].decode()
    return b[16:20].hex(), _u32(b, 8), _u32(b, 12), b[1], zone, b[2], b[32 : 32 + b[3]]


def scan(data):
    """Yield the whole records of a file in their order; skip what lies between them."""
    # Looks at every mark, also within a record: a torn one may seem whole with the first byte of
    # the next.
    at = data.find(_MARK)
    while 0 <= at <= len(data) - SIZE:
        record = data[at : at + SIZE]
        if _is_whole(record):
            yield record
        at = data.find(_MARK, at + 1)


def _is_whole(record):
    if record[3] > 12 or record[4] > 12 or record[1] not in _KINDS:
        return False
    return binascii.crc32(record[:_BODY]) == _u32(record, _BODY)


def _u32(b, at):
    return int.from_bytes(b[at : at + 4], "little")
