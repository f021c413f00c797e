"""The MFRC522 on SPI (data sheet, 8.1.2)."""

from sim.buses.loose import has_contact
from sim.chips.mfrc522.registers import COMMAND


class SpiInterface:
    """Part of the chip; works on its `_get`, `_set`, `broken` and `in_reset`."""

    _address = -1

    def select(self, on):
        """Select the chip: the first byte of a transaction is an address."""
        self._address = -1
        if on:
            self.transactions += 1

    def shift(self, out, into=None):
        """Move bytes both ways within a transaction."""
        n = len(out)
        self.bytes += n
        if self.broken is not None and self._deaf(into, n):
            return
        now = self._now_us()
        if self.in_reset or now < self._started_at:
            # Without its oscillator the chip only shows that it is not ready.
            self._not_ready(out, into, n)
            return
        if self._phase or self._timer_runs:
            self.sync(now)
        address = self._address
        i = 0
        if address < 0 and n:
            address = out[0]
            if into is None and n == 2 and address < 0x80:
                # One byte for one register: what the firmware sends most.
                self._address = address
                self._set(address >> 1, out[1])
                return
            self._address = address
            i = 1
            if into is not None:
                into[0] = 0
        if address & 0x80:
            while i < n:
                b = self._get(address >> 1 & 0x3F) if address & 0x80 else 0
                if into is not None:
                    into[i] = b
                address = out[i]
                i += 1
            self._address = address
        else:
            address = address >> 1 & 0x3F
            while i < n:
                self._set(address, out[i])
                if into is not None:
                    into[i] = 0
                i += 1

    def _deaf(self, into, n):
        if self.broken not in ("dead", "open") and has_contact(self):
            return False
        if into is not None:
            for i in range(n):
                into[i] = 0 if self.broken == "dead" else 0xFF
        return True

    def _not_ready(self, out, into, n):
        for i in range(n):
            if self._address < 0:
                self._address = out[i]
                b = 0
            else:
                waiting = self._address == (0x80 | COMMAND << 1) and not self.in_reset
                b = 0x30 if waiting else 0
                self._address = out[i]
            if into is not None:
                into[i] = b
