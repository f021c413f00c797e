"""ISO/IEC 14443-3 type A as values: check values, cascade levels, what a UID tells. Pure."""

from array import array

REQA = 0x26
WUPA = 0x52
SEL = b"\x93\x95\x97"
NVB_FULL = 0x70
HLTA = b"\x50\x00\x57\xcd"
CASCADE_TAG = 0x88
SAK_TYPE_2 = 0x00  # NTAG, Ultralight
SAK_CASCADE = 0x04
SAK_ISO14443_4 = 0x20
SAK_CLASSIC = 0x08  # MIFARE Classic and what copies it
RANDOM_UID = 0x08
UID_SIZES = (4, 7, 10)


def _row(b):
    """Return what one byte does to a CRC_A."""
    b = (b ^ (b << 4)) & 0xFF
    return ((b << 8) ^ (b << 3) ^ (b >> 4)) & 0xFFFF


# A table, not viper or native: compiled files must run on every make of board.
_CRC_ROWS = array("H", [_row(b) for b in range(256)])


def crc_a(data, size):
    """Return the CRC_A of the first `size` bytes, a 16-bit value whose low byte travels first."""
    crc = 0x6363
    rows = _CRC_ROWS
    for i in range(size):
        crc = (crc >> 8) ^ rows[(data[i] ^ crc) & 0xFF]
    return crc


def put_crc(buf, size):
    """Write the CRC_A of `buf[:size]` behind it; return the new size."""
    crc = crc_a(buf, size)
    buf[size] = crc & 0xFF
    buf[size + 1] = crc >> 8
    return size + 2


def crc_ok(buf, size):
    """Return True when the `size` bytes check; the last two are a CRC_A."""
    if size < 3:
        return False
    crc = crc_a(buf, size - 2)
    return buf[size - 2] == crc & 0xFF and buf[size - 1] == crc >> 8


def bcc(part):
    """Return the block check character: the exclusive or of the four bytes of a level."""
    return part[0] ^ part[1] ^ part[2] ^ part[3]


def nvb(bits):
    """Return the NVB byte of an anticollision frame with `bits` known bits of the level."""
    return ((2 + (bits >> 3)) << 4) | (bits & 7)


def levels(uid):
    """Return the five bytes (four and BCC) that select each cascade level of a UID.

    Raise ValueError for a UID that has not 4, 7 or 10 bytes.
    """
    if len(uid) not in UID_SIZES:
        raise ValueError("a UID has 4, 7 or 10 bytes, not %d" % len(uid))
    parts = []
    at = 0
    while len(uid) - at > 4:
        part = bytes((CASCADE_TAG, uid[at], uid[at + 1], uid[at + 2]))
        parts.append(part + bytes((bcc(part),)))
        at += 3
    part = bytes(uid[at:])
    parts.append(part + bytes((bcc(part),)))
    return parts


def more_levels(sak):
    """Return True when the UID goes on; SAK bit 3 alone says so, not a first byte of 0x88."""
    return bool(sak & SAK_CASCADE)


def is_random(uid):
    """Return True for a 4-byte UID drawn at random at each power-up (phones, some passports)."""
    return len(uid) == 4 and uid[0] == RANDOM_UID


class Tag:
    """A tag that answered its SELECT with a checked SAK: `uid` bytes, `sak`, `foreign` flag.

    `twice` says that a second read of another kind named the same UID.
    """

    __slots__ = ("foreign", "sak", "twice", "uid")

    def __init__(self, uid, sak):
        self.uid = uid
        self.sak = sak
        self.twice = False
        self.foreign = is_random(uid) or bool(sak & SAK_ISO14443_4)

    def __repr__(self):
        return "Tag(%s, sak=%02x%s)" % (
            "".join("%02x" % b for b in self.uid),
            self.sak,
            ", foreign" if self.foreign else "",
        )
