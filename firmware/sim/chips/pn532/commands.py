"""The PN532's commands (UM0701-02, 7).

Each is a generator that yields microseconds. It returns the answer's bytes behind the code, or
None for a syntax error.
"""

_RF_CFG = 0x6316
_TX_CONTROL = 0x6304
_GUARD_US = 5100  # from a field that comes on by itself to the first frame
_TIME_OUT = 0x01
_BAD_TARGET = b"\x27"
_MIFARE = (0x30, 0xA0, 0xA2)


class Commands:
    """Part of the chip; works on its `rf` and the methods of Transceiver and Ciu."""

    def defaults(self):
        """Set what a reset leaves."""
        self._command = b""
        self._tired = False  # sleeps once the answer is fetched
        self._registers = {_RF_CFG: 0x59}
        self._retries = 0xFF
        self._timeout_us = 51200
        self._parameters = 0x14
        self._targets = []
        self._active = None
        self.quiet()

    def execute(self, code, data):
        """Do what the host asked for."""
        if code == 0x4A:
            return (yield from self._list(data))
        if code in (0x40, 0x42):
            return (yield from self._exchange(code, data))
        if code in (0x44, 0x52, 0x54):
            return (yield from self._choose(code, data))
        yield 0
        if code == 0x00:
            return self._diagnose(data)
        if code == 0x02:
            return b"\x32\x01\x06\x07"
        if code == 0x04:
            return bytes((0, 0, len(self._targets))) + b"\x00"
        if code == 0x06:
            return self._read_registers(data)
        if code == 0x08:
            for i in range(0, len(data) - 2, 3):
                self.write_register(data[i] << 8 | data[i + 1], data[i + 2])
            return b""
        if code == 0x12 and len(data) == 1:
            self._parameters = data[0]
            return b""
        if code == 0x14 and data:
            return b""
        if code == 0x16:
            self._tired = True
            self.rf.power(False, self._due)
            return b"\x00"
        if code == 0x32 and len(data) >= 2:
            return self._rf(data)
        return None

    def _diagnose(self, data):
        if data[:1] == b"\x00":
            echo = bytes(data)
            if self.broken == "fifo" and len(echo) > 1:
                echo = echo[:-1] + bytes((echo[-1] ^ 0x04,))
            return echo
        if data[:1] in (b"\x01", b"\x02"):
            return b"\xff" if self.broken == "ram" else b"\x00"
        return None

    def _read_registers(self, data):
        if not data or len(data) & 1:
            return None
        out = []
        for i in range(0, len(data), 2):
            address = data[i] << 8 | data[i + 1]
            value = self.read_register(address)
            if address == _TX_CONTROL:
                value = 0x83 if self.rf.powered else 0x80
            out.append(value)
        return bytes(out)

    def _rf(self, data):
        item = data[0]
        if item == 0x01:
            self.rf.power(bool(data[1] & 1), self._due)
        elif item == 0x02 and len(data) == 4:
            self._timeout_us = 100 << max(data[3] - 1, 0)
        elif item == 0x05 and len(data) == 4:
            self._retries = data[3]
        elif item == 0x0A and len(data) == 12:
            self._registers[_RF_CFG] = data[1]
        elif item != 0x04:
            return None
        return b""

    def _list(self, data):
        if len(data) < 2 or not 1 <= data[0] <= 2 or data[1]:
            yield 0
            return None
        self._targets = []
        self._active = None
        if not self.rf.powered:
            self.rf.power(True, self._due)
            yield _GUARD_US
        while len(self._targets) < data[0]:
            if self._targets:
                yield from self.halt()
                self._active = None
            target = yield from self._look(bytes(data[2:]), endless=not self._targets)
            if target is None:
                break
            self.with_checks()
            self._targets.append(target)
            self._active = target
        return self._told()

    def _look(self, name, endless):
        tries = self._retries + 1
        while tries:
            target = yield from (self.named(name) if name else self.activate())
            if target is not None:
                return target
            if self._retries != 0xFF or not endless:
                tries -= 1
        return None

    def _told(self):
        out = bytes((len(self._targets),))
        for i in range(len(self._targets)):
            t = self._targets[i]
            head = (i + 1, t.atqa >> 8, t.atqa & 0xFF, t.sak, len(t.uid))
            out += bytes(head) + t.uid
        return out

    def _choose(self, code, data):
        """Do InDeselect, InRelease or InSelect; 0 as a number means all."""
        number = data[0] if data else 0
        if number > len(self._targets) or (code == 0x54 and not number):
            yield 0
            return _BAD_TARGET
        if code == 0x54:
            return (yield from self._select(self._targets[number - 1]))
        if self._active is not None:
            yield from self.halt()
        self._active = None
        if code == 0x52:
            self._targets = []
        return b"\x00"

    def _select(self, target):
        if self._active is not None and self._active is not target:
            yield from self.halt()
        if self._active is target:
            yield 0
            return b"\x00"
        awake = yield from self.awaken(target)
        self._active = target if awake else None
        return b"\x00" if awake else bytes((_TIME_OUT,))

    def _exchange(self, code, data):
        """Do InDataExchange or InCommunicateThru.

        InDataExchange knows MIFARE's four-bit answers; InCommunicateThru checks CRCs alone.
        """
        acked = False
        if code == 0x40:
            if not data or not 1 <= data[0] <= len(self._targets):
                yield 0
                return _BAD_TARGET
            if (yield from self._select(self._targets[data[0] - 1])) != b"\x00":
                return bytes((_TIME_OUT,))
            data = data[1:]
            acked = data[:1] in (b"\xa0", b"\xa2")
            if data[:1] == b"\xa0":
                return b"\x01"  # in two steps; no tag here knows it
        error, got, bits = yield from self.checked(data, self._timeout_us)
        if acked and bits == 4:
            return b"\x00" if got[0] & 0x0F == 0x0A else b"\x13"
        if error:
            self._active = None
        return bytes((error,)) + (b"" if error else got)
