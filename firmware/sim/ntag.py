"""NXP's NTAG213, 215 and 216 after their data sheet.

The model has memory, lock bits, password, and what a write leaves that is torn off. Not modelled:
the counter, the mirror, the signature.
"""

from sim.tag import CASCADE_TAG, Tag, frame_of, with_crc

ACK = 0xA
NAK = 0x0  # an argument that cannot be
NAK_LOCKED_OUT = 0x4  # too many wrong passwords
WRITE_US = 4100

# kind: pages, byte 2 of the capability container, storage size of GET_VERSION, pages a bit of the
# dynamic lock
LAYOUT = {
    "ntag213": (45, 0x12, 0x0F, 2),
    "ntag215": (135, 0x3E, 0x11, 16),
    "ntag216": (231, 0x6D, 0x13, 16),
}


class Ntag(Tag):
    """READ, FAST_READ, WRITE, GET_VERSION, PWD_AUTH over pages of four bytes."""

    def __init__(self, uid, kind="ntag213", settle_us=4900):
        if len(uid) != 7:
            raise ValueError("an NTAG has a UID of 7 bytes, not %d" % len(uid))
        super().__init__(uid, 0x0044, 0x00, settle_us)
        self.kind = kind
        self.pages, size, self._storage, self._lock_step = LAYOUT[kind]
        self.dynamic_lock = self.pages - 5
        self.memory = bytearray(4 * self.pages)
        u = self.uid
        self.memory[0:9] = u[:3] + bytes((CASCADE_TAG ^ u[0] ^ u[1] ^ u[2],)) + u[3:] + b"\x00"
        self.memory[8] = u[3] ^ u[4] ^ u[5] ^ u[6]
        self.memory[9] = 0x48
        self.memory[12:15] = bytes((0xE1, 0x10, size))
        self.memory[16:20] = b"\x03\x00\xfe\x00"
        cfg = 4 * (self.dynamic_lock + 1)
        self.memory[cfg : cfg + 4] = b"\x04\x00\x00\xff"
        self.memory[cfg + 8 : cfg + 12] = b"\xff\xff\xff\xff"
        self.authenticated = False
        self.failures = 0
        self._writing = None  # (offset, old bytes, since, until) of the page being programmed

    def power_up(self, now_us):
        """Let the field reach the tag: nobody is authenticated."""
        super().power_up(now_us)
        self.authenticated = False

    def power_down(self, now_us):
        """Take the field away.

        A write that was not over is half done: erased, or partly old.
        """
        super().power_down(now_us)
        if self._writing is not None and self._writing[2] <= now_us < self._writing[3]:
            at, old, since, until = self._writing
            if 2 * (now_us - since) < until - since:
                self.memory[at : at + 4] = b"\x00\x00\x00\x00"
            else:
                self.memory[at + 2 : at + 4] = old[2:]
        self._writing = None

    def command(self, frame):
        """Answer READ 30, FAST_READ 3A, WRITE A2, GET_VERSION 60, PWD_AUTH 1B; else a NAK."""
        op = frame[0]
        if op == 0x30 and len(frame) == 2 and frame[1] < self.pages:
            if self._may_read(frame[1], min(frame[1] + 3, self.pages - 1)):
                whole = self._seen() + self._seen()[:16]
                return self._answer(whole[4 * frame[1] : 4 * frame[1] + 16])
        elif op == 0x3A and len(frame) == 3 and frame[1] <= frame[2] < self.pages:
            if self._may_read(frame[1], frame[2]):
                return self._answer(self._seen()[4 * frame[1] : 4 * frame[2] + 4])
        elif op == 0x60 and len(frame) == 1:
            return self._answer((0, 4, 4, 2, 1, 0, self._storage, 3))
        elif op == 0xA2 and len(frame) == 6 and self._may_write(frame[1]):
            return self._write(frame[1], frame[2:6])
        elif op == 0x1B and len(frame) == 5:
            return self._authenticate(frame[1:5])
        return self._refuse(NAK)

    def _refuse(self, code):
        self.unexpected()
        return code, 4, 0

    def _answer(self, data):
        value, bits = frame_of(with_crc(data))
        return value, bits, 30

    # -- access ---------------------------------------------------------------------------------

    def _config(self, page, byte):
        return self.memory[4 * (self.dynamic_lock + 1 + page) + byte]

    def _open(self, page):
        return self.authenticated or page < self._config(0, 3)

    def _may_read(self, first, last):
        return self._open(last) or not self._config(1, 0) & 0x80

    def _may_write(self, page):
        if not 2 <= page < self.pages or not self._open(page):
            return False
        if page == 2:
            return True
        if page < 16:
            locks = self.memory[10] | self.memory[11] << 8
            return not locks >> page & 1
        if page < self.dynamic_lock:
            bit = (page - 16) // self._lock_step
            at = 4 * self.dynamic_lock + (bit >> 3)
            return not self.memory[at] >> (bit & 7) & 1
        return True

    def _seen(self):
        """Return the memory as it reads: password and its answer are never shown."""
        return bytes(self.memory[:-8]) + bytes(8)

    def _write(self, page, data):
        at = 4 * page
        old = bytes(self.memory[at : at + 4])
        if page == 2:
            data = old[:2] + bytes((old[2] | data[2], old[3] | data[3]))
        elif page in (3, self.dynamic_lock):
            data = bytes([old[i] | data[i] for i in range(4)])
        self.memory[at : at + 4] = data
        self._writing = (at, old, self.now_us, self.now_us + WRITE_US)
        return ACK, 4, WRITE_US

    def _authenticate(self, password):
        limit = self._config(1, 0) & 7
        if limit and self.failures >= limit:
            return self._refuse(NAK_LOCKED_OUT)
        if password != bytes(self.memory[-8:-4]):
            self.failures += 1
            return self._refuse(NAK)
        self.failures = 0
        self.authenticated = True
        return self._answer(self.memory[-4:-2])


class Plain(Ntag):
    """NXP's NTAG203 and MIFARE Ultralight after their data sheets.

    They know READ and WRITE alone, without passwords, configuration or GET_VERSION. The NTAG203's
    dynamic lock is not modelled.
    """

    def __init__(self, uid, kind, settle_us=4900):
        super().__init__(uid, "ntag213", settle_us)
        self.kind = kind
        self.pages, size = (42, 0x12) if kind == "ntag203" else (16, 0x06)
        self.memory = self.memory[: 4 * self.pages]
        self.memory[20:] = bytes(4 * self.pages - 20)
        self.memory[14] = size
        self.dynamic_lock = self.pages

    def command(self, frame):
        """Answer READ 30 and WRITE A2; a NAK otherwise."""
        if frame[0] in (0x30, 0xA2):
            return super().command(frame)
        return self._refuse(NAK)

    def _open(self, page):
        return True

    def _config(self, page, byte):
        return 0

    def _may_write(self, page):
        if 16 <= page < self.pages:
            return True
        return super()._may_write(page) and page < 16

    def _seen(self):
        return bytes(self.memory)
