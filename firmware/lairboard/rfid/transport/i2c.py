"""One chip on a shared I2C bus, chosen by its address."""

# Faults whose next step is another one than on SPI.
_CODES = {"no-bus": "no-bus-i2c", "fifo": "fifo-i2c", "silent": "silent-i2c"}


class I2cTransport:
    """The wires of one chip.

    `bus` has writeto(address, buf) and readfrom_mem_into(address, register, buf), as machine.I2C:
    both raise OSError when nobody acknowledges.
    """

    def __init__(self, bus, address):
        self.bus = bus
        self.address = address
        self.name = "I2C 0x%02x" % address

    def write(self, out):
        """Send one transaction."""
        self.bus.writeto(self.address, out)

    def read(self, register, into):
        """Name a register, then fill `into` from it, in one transaction with a repeated START."""
        self.bus.readfrom_mem_into(self.address, register, into)

    def code(self, code):
        """Return the code of the same fault, where the wires to look at are SDA and SCL."""
        return _CODES.get(code, code)
