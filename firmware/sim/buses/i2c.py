"""One I2C bus: who acknowledges an address, and how long the bits of a frame take.

A chip on it has `holds_bus` (it pulls SDA low for ever), `answers_to(address, hz)`, `write(data)`
and, when it can be read, `readinto(into)`. Not modelled: clock stretching, several masters.
"""

EIO = 5
ETIMEDOUT = 110
_BYTE_BITS = 9  # with its acknowledge bit
_START_BITS = 1
_STOP_BITS = 1


class I2cBus:
    """The chips that hang on SDA and SCL.

    A transaction spends its bits at the bus's speed and `overhead_us`, as on SPI.
    """

    def __init__(self, clock, overhead_us):
        self.chips = []
        self._clock = clock
        self._overhead_us = overhead_us

    def transfer(self, address, hz, timeout_us, out, into=None):
        """Send `out`, then fill `into` behind a repeated START; None leaves out either.

        Raise OSError when nobody acknowledges, or when SDA stays low.
        """
        clock = self._clock
        clock.spend_us(self._overhead_us)
        for chip in self.chips:
            if chip.holds_bus:
                clock.spend_us(timeout_us)
                raise OSError(ETIMEDOUT)
        chip = self._addressed(address, hz)
        bits = _STOP_BITS
        if chip is None:
            clock.spend_us(_us(_START_BITS + _BYTE_BITS + bits, hz))
            raise OSError(EIO)
        if out is not None:
            clock.spend_us(_us(_START_BITS + _BYTE_BITS * (1 + len(out)) + bits, hz))
            bits = 0
            chip.write(out)
        if into is not None:
            clock.spend_us(_us(_START_BITS + _BYTE_BITS * (1 + len(into)) + bits, hz))
            chip.readinto(into)

    def scan(self, hz):
        """Return the addresses that are acknowledged."""
        return [address for address in range(0x08, 0x78) if self._addressed(address, hz)]

    def _addressed(self, address, hz):
        for chip in self.chips:
            if chip.answers_to(address, hz):
                return chip
        return None


def _us(bits, hz):
    return (bits * 1000000 + hz - 1) // hz
