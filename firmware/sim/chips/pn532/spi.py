"""The PN532 on SPI (UM0701-02, 6.2.5): a transaction's first byte says what the others are."""

from sim.buses.loose import has_contact

_WAKE_US = 1000  # the oscillator's start, while bytes are lost
_WRITE, _STATUS, _READ = 1, 2, 3


def turned(b):
    """Return a byte with its bits turned around: the chip talks least significant bit first."""
    r = 0
    for i in range(8):
        if b >> i & 1:
            r |= 0x80 >> i
    return r


_TURNED = bytes([turned(b) for b in range(256)])


class SpiInterface:
    """Part of the chip; works on its `_take`, `_fetched`, `_is_ready` and `_outgoing`."""

    _op = 0

    def select(self, on):
        """Select the chip: the first byte of a transaction says what it is."""
        if on:
            self.transactions += 1
            self._op = 0
            self._at = 0
            if self._awake_at < 0:
                self._awake_at = self.clock.now_us() + _WAKE_US
        elif self._op == _WRITE:
            self._take(bytes(self._incoming))
        elif self._op == _READ and self._at:
            self._fetched()

    def shift(self, out, into=None):
        """Move bytes both ways within a transaction."""
        self.bytes += len(out)
        now = self.clock.now_us()
        self.sync(now)
        loose = not has_contact(self)
        cut = loose or self.broken in ("dead", "open")
        deaf = self.in_reset or cut or now < self._awake_at
        for i in range(len(out)):
            back = 0xFF if loose or self.broken == "open" else 0
            if not deaf:
                back = _TURNED[self._byte(_TURNED[out[i]])]
            if into is not None:
                into[i] = back

    def _byte(self, b):
        if not self._op:
            self._op = b if b in (_WRITE, _STATUS, _READ) else 0xFF
            if b == _WRITE:
                self._incoming = bytearray()
            return 0
        if self._op == _WRITE:
            if len(self._incoming) < 300:
                self._incoming.append(b)
            return 0
        if self._op == _STATUS:
            return 1 if self._is_ready() else 0
        if self._op == _READ and self._is_ready():
            self._at += 1
            return self._outgoing[self._at - 1] if self._at <= len(self._outgoing) else 0
        return 0
