"""One chip on a shared SPI bus, chosen by a select line of its own."""


class SpiTransport:
    """The wires of one chip.

    `bus` has write(buf) and write_readinto(out, into), as machine.SPI; `cs(level)` is the chip's
    pin.
    """

    name = "SPI"
    address = None

    def __init__(self, bus, cs):
        cs(1)
        self.bus = bus
        self.cs = cs

    def write(self, out):
        """Send one transaction: one cycle of the select line."""
        cs = self.cs
        cs(0)
        try:
            self.bus.write(out)
        finally:
            cs(1)

    def exchange(self, out, into):
        """Send `out` while `into`, of the same size, takes what comes back."""
        cs = self.cs
        cs(0)
        try:
            self.bus.write_readinto(out, into)
        finally:
            cs(1)

    def code(self, code):
        """Return the code as it is: the sentences of `reader.HELP` name the wires of SPI."""
        return code
