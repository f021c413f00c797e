"""The MFRC522 on I2C (data sheet, 8.1.4). Not modelled: the high-speed mode (8.1.4.8)."""

from sim.buses.loose import has_contact

MAX_HZ = 400000  # fast mode: what is faster would need the high-speed mode's own START


class I2cInterface:
    """Part of the chip; works on its `_get`, `_set`, `broken` and `in_reset`.

    `i2c_address` is what its pins say (8.1.4.5), None on SPI (8.1.1).
    """

    i2c_address = None  # type: int | None
    _register = 0

    @property
    def holds_bus(self):
        """Return True while a fault keeps SDA low, for everybody on the bus."""
        return self.broken == "dead"

    def answers_to(self, address, hz):
        """Return True when the chip acknowledges the address of a frame."""
        if address != self.i2c_address or hz > MAX_HZ:
            return False
        self.transactions += 1
        awake = not self.in_reset and self.clock.now_us() >= self._started_at
        return awake and self.broken != "open" and has_contact(self)

    def write(self, data):
        """Take a register's number, then what goes there, all to this one (8.1.4.6)."""
        self.bytes += len(data)
        self.sync(self.clock.now_us())
        if len(data):
            self._register = data[0] & 0x3F
            for i in range(1, len(data)):
                self._set(self._register, data[i])

    def readinto(self, into):
        """Tell the register that was named last, anew for each byte (8.1.4.7)."""
        self.bytes += len(into)
        self.sync(self.clock.now_us())
        for i in range(len(into)):
            into[i] = self._get(self._register)
