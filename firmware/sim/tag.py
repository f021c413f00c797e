"""Tags as ISO/IEC 14443-3 type A describes them: state machines that hear frames and answer.

A frame is an integer with the first bit on air as bit 0, and a number of bits. Check
bits (parity) are not part of it: the RF channel adds and checks them.
"""

from sim.rng import Rng

OFF = 0
IDLE = 1
READY = 2
ACTIVE = 3
HALT = 4

CASCADE_TAG = 0x88
_FDT_ANTICOLLISION = 0  # the earliest grid slot, which REQA, WUPA, anticollision, select must hit


def crc_a(data):
    """Return the CRC_A, bit by bit, straight from annex B.

    It is the model's own, so that it can prove others.
    """
    crc = 0x6363
    for byte in data:
        for i in range(8):
            bit = (byte >> i ^ crc) & 1
            crc >>= 1
            if bit:
                crc ^= 0x8408
    return crc


def with_crc(data):
    """Return `data` and its CRC_A, low byte first."""
    crc = crc_a(data)
    return bytes(data) + bytes((crc & 0xFF, crc >> 8))


def frame_of(data):
    """Return (value, bits) of whole bytes."""
    return int.from_bytes(bytes(data), "little"), 8 * len(data)


class Tag:
    """Any type A tag: anticollision, select, halt. `uid` has 4, 7 or 10 bytes.

    `settle_us` is how long it takes from field to first answer; the standard allows 5 ms.
    `broken` is None, "check" (its chip sends wrong check bytes) or "weak" (at the edge of the
    field: it understands the short frames and answers them, a whole SELECT never).
    """

    kind = "tag"
    broken = None

    def __init__(self, uid, atqa=0x0004, sak=0x08, settle_us=4900):
        if len(uid) not in (4, 7, 10):
            raise ValueError("a UID has 4, 7 or 10 bytes, not %d" % len(uid))
        self.label = bytes(uid)
        self.atqa = atqa
        self.sak = sak
        self.settle_us = settle_us
        self.state = OFF
        self.from_halt = False
        self.level = 0
        self.awake_at = 0
        self.now_us = 0
        self._set_uid(bytes(uid))

    def _set_uid(self, uid):
        self.uid = uid
        parts = []
        at = 0
        while len(uid) - at > 4:
            parts.append(bytes((CASCADE_TAG,)) + uid[at : at + 3])
            at += 3
        parts.append(uid[at:])
        self.parts = [p + bytes((p[0] ^ p[1] ^ p[2] ^ p[3],)) for p in parts]
        self.codes = [int.from_bytes(p, "little") for p in self.parts]

    # -- field ----------------------------------------------------------------------------------

    def power_up(self, now_us):
        """Let the field reach the tag."""
        self.state = IDLE
        self.from_halt = False
        self.level = 0
        self.awake_at = now_us + self.settle_us

    def power_down(self, now_us):
        """Take the field away: the tag forgets its state, as it has no battery."""
        self.state = OFF

    # -- frames ---------------------------------------------------------------------------------

    def hear(self, now_us, value, bits):
        """Return the answer to a frame, or None: (value, bits, us behind the grid slot)."""
        if self.state == OFF or now_us < self.awake_at:
            return None
        self.now_us = now_us
        if bits == 7:
            return self._short(value)
        if bits < 16:
            return self.unexpected()
        command = value & 0xFF
        if self.state == READY and command in (0x93, 0x95, 0x97):
            return self._anticollision(command, value, bits)
        if self.state == ACTIVE and not bits & 7:
            return self._active(value.to_bytes(bits >> 3, "little"))
        return self.unexpected()

    def _short(self, value):
        if self.state == IDLE and value in (0x26, 0x52):
            self.from_halt = False
        elif self.state == HALT and value == 0x52:
            self.from_halt = True
        else:
            return self.unexpected()
        self.state = READY
        self.level = 0
        return self.atqa, 16, _FDT_ANTICOLLISION

    def unexpected(self):
        """Send the tag back to where it came from, without a word, after anything unexpected."""
        if self.state in (READY, ACTIVE):
            self.state = HALT if self.from_halt else IDLE
        return

    def garbled(self, now_us):
        """Take a frame that the tag could not check."""
        if now_us >= self.awake_at:
            self.unexpected()

    def _anticollision(self, command, value, bits):
        if command != 0x93 + 2 * self.level:
            return self.unexpected()
        nvb = value >> 8 & 0xFF
        code = self.codes[self.level]
        if self.broken == "check":
            code ^= 0xFF << 32
        if nvb == 0x70:
            if bits != 72 or self.broken:
                return self.unexpected()
            frame = value.to_bytes(9, "little")
            if frame[2:7] != self.parts[self.level] or with_crc(frame[:7]) != frame:
                return self.unexpected()
            return self._selected()
        known = ((nvb >> 4) - 2) * 8 + (nvb & 7)
        if not 0 <= known < 40 or bits != 16 + known:
            return self.unexpected()
        mask = (1 << known) - 1
        if value >> 16 & mask != code & mask:
            return None  # not addressed: it stays ready
        return code >> known, 40 - known, _FDT_ANTICOLLISION

    def _selected(self):
        last = self.level == len(self.parts) - 1
        if last:
            self.state = ACTIVE
            sak = self.sak
        else:
            self.level += 1
            sak = 0x04
        value, bits = frame_of(with_crc((sak,)))
        return value, bits, _FDT_ANTICOLLISION

    def _active(self, frame):
        if len(frame) < 3 or with_crc(frame[:-2]) != frame:
            return self.unexpected()
        if frame[0] == 0x50 and frame[1] == 0x00:
            self.state = HALT
            return None
        return self.command(frame[:-2])

    def command(self, frame):
        """Take a checked frame for the selected tag; this one knows no command."""
        return self.unexpected()


class Phone(Tag):
    """A phone: an ISO/IEC 14443-4 device whose 4-byte UID is drawn anew at each power-up."""

    kind = "phone"

    def __init__(self, seed=1, settle_us=4900):
        self._rng = Rng(seed)
        super().__init__(self._draw(), 0x0004, 0x20, settle_us)

    def _draw(self):
        r = self._rng
        return bytes((0x08, r.below(256), r.below(256), r.below(256)))

    def power_up(self, now_us):
        """Let the field reach the phone: it gets a new UID."""
        self._set_uid(self._draw())
        super().power_up(now_us)
