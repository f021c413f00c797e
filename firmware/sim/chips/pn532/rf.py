"""The PN532's own work on the air: ISO/IEC 14443-3 type A up to the selected tag.

All methods are generators that yield microseconds; `_due` of the chip is the time meanwhile.
"""

from sim.rf_channel import bits_us
from sim.tag import crc_a, frame_of, with_crc

_REQA = 0x26
_WUPA = 0x52
_SILENCE_US = 1000  # how long an answer to a short frame is waited for
_CASCADE = 0x04


class Target:
    """A tag that the chip has selected once."""

    def __init__(self, atqa, sak, uid, parts):
        self.atqa = atqa
        self.sak = sak
        self.uid = uid
        self.parts = parts


class Transceiver:
    """Part of the chip; works on its `rf`, `broken`, `_due`."""

    def frame(self, value, bits, timeout_us=_SILENCE_US):
        """Send a frame; return the Answer, or None after `timeout_us`."""
        self.frames += 1
        yield bits_us(1 + bits + bits // 8 + 1)
        answer = None
        if self.rf.powered and self.broken != "mute":
            answer = self.rf.transmit(self._due, value, bits)
        if answer is None or answer.delay_us > timeout_us:
            yield timeout_us
            return None
        yield answer.delay_us + bits_us(1 + answer.bits + answer.bits // 8 + 1)
        return answer

    def checked(self, data, timeout_us=_SILENCE_US):
        """Send bytes with their CRC; return (the manual's error code, data without CRC, bits)."""
        value, bits = frame_of(with_crc(data))
        answer = yield from self.frame(value, bits, timeout_us)
        if answer is None:
            return 0x01, b"", 0
        if answer.parity or answer.protocol or answer.collision >= 0:
            return 0x03, b"", 0
        if answer.bits & 7:
            return 0x02, bytes((answer.value & 0xFF,)), answer.bits
        got = answer.value.to_bytes(answer.bits >> 3, "little")
        if len(got) < 3 or crc_a(got):
            return 0x02, b"", answer.bits
        return 0x00, got[:-2], answer.bits

    def activate(self):
        """Send REQA and walk down to one tag; return a Target, or None."""
        answer = yield from self.frame(_REQA, 7)
        if answer is None:
            return None
        uid = b""
        parts = []
        for sel in (0x93, 0x95, 0x97):
            part = yield from self.level(sel)
            if part is None:
                return None
            parts.append(part)
            error, sak, _ = yield from self.checked(bytes((sel, 0x70)) + part)
            if error or len(sak) != 1:
                return None
            if not sak[0] & _CASCADE:
                return Target(answer.value & 0xFFFF, sak[0], uid + part[:4], parts)
            uid += part[1:4]
        return None

    def named(self, name):
        """Send REQA and select one tag by its UID; return a Target, or None.

        `name` has the cascade tags in it. The manual says that a known UID can be meant, and
        libnfc uses it; what the chip sends for it is assumed.
        """
        answer = yield from self.frame(_REQA, 7)
        if answer is None:
            return None
        parts = []
        for i in range(0, len(name), 4):
            part = name[i : i + 4]
            part += bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))
            select = bytes((0x93 + i // 2, 0x70)) + part
            error, sak, _ = yield from self.checked(select)
            if error or bool(sak[0] & _CASCADE) != (i + 4 < len(name)):
                return None
            parts.append(part)
        uid = b"".join([part[1:4] for part in parts[:-1]]) + parts[-1][:4]
        return Target(answer.value & 0xFFFF, sak[0], uid, parts)

    def level(self, sel):
        """Do the anticollision of one cascade level; return 5 bytes of a tag, or None."""
        known = 0
        value = 0
        while True:
            nvb = (2 + (known >> 3)) << 4 | known & 7
            sent = sel | nvb << 8 | value << 16
            answer = yield from self.frame(sent, 16 + known)
            if answer is None or answer.parity or answer.protocol:
                return None
            if answer.collision < 0:
                if known + answer.bits != 40:
                    return None
                part = (value | answer.value << known).to_bytes(5, "little")
                check = part[0] ^ part[1] ^ part[2] ^ part[3]
                return part if check == part[4] else None
            at = known + answer.collision
            if at >= 32:
                return None
            value = (value | answer.value << known) & ((1 << at) - 1) | 1 << at
            known = at + 1

    def awaken(self, target):
        """Send WUPA and the select of a known tag; return True when it answered."""
        if (yield from self.frame(_WUPA, 7)) is None:
            return False
        for i in range(len(target.parts)):
            sel = 0x93 + 2 * i
            error, sak, _ = yield from self.checked(bytes((sel, 0x70)) + target.parts[i])
            if error or bool(sak[0] & _CASCADE) != (i < len(target.parts) - 1):
                return False
        return True

    def halt(self):
        """Send HLTA, which nobody answers."""
        value, bits = frame_of(with_crc(b"\x50\x00"))
        yield from self.frame(value, bits, 100)
