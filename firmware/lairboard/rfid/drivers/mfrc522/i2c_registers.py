"""The MFRC522's registers over I2C (data sheet, 8.1.4), for a driver that speaks as on SPI.

A frame names one register, by its bare number, where SPI shifts it (8.1.2.3). What is written
behind it all goes to that register (8.1.4.6). What is read all comes from it (8.1.4.7), so that a
status takes a transaction for each of its registers: they are read only when they tell something.
"""

_ERROR, _LEVEL, _CONTROL, _COLL = 0x06, 0x0A, 0x0C, 0x0E
_ERR_COLLISION = 0x08
_SHORT = 3  # bytes of the longest frame of an idle poll, which must not allocate


class I2cRegisters:
    """The registers behind one I2cTransport."""

    def __init__(self, transport):
        self._transport = transport
        self._one = bytearray(1)
        self._frames = [bytearray(size) for size in range(_SHORT + 1)]

    def write(self, frame):
        """Send a frame that is coded as for SPI."""
        size = len(frame)
        out = self._frames[size] if size <= _SHORT else bytearray(size)
        out[0] = frame[0] >> 1
        for i in range(1, size):
            out[i] = frame[i]
        self._transport.write(out)

    def exchange(self, addresses, into):
        """Read registers into `into[1:]`; their addresses are coded as for SPI, and a 0 follows.

        Several of one address are one transaction.
        """
        count = len(addresses) - 1
        if count > 1 and addresses[0] == addresses[1]:
            self._transport.read(_number(addresses[0]), memoryview(into)[1:])
            return
        for i in range(count):
            into[i + 1] = self._register(_number(addresses[i]))

    def complete(self, status):
        """Read the rest of a status whose interrupt bits tell of an answer."""
        status[2] = self._register(_ERROR)
        status[3] = self._register(_LEVEL)
        # Part of a byte alone is an answer only where it is all there is: a yes or no of a tag.
        status[4] = self._register(_CONTROL) if status[3] == 1 else 0
        if status[2] & _ERR_COLLISION:
            status[5] = self._register(_COLL)

    def _register(self, number):
        self._transport.read(number, self._one)
        return self._one[0]


def _number(address):
    return address >> 1 & 0x3F
