"""The link over Bluetooth Low Energy: a peripheral with the Nordic UART Service.

`Peripheral` is a port for Line, `Warden` restarts a radio that has stopped to carry anything.
The module `bluetooth` is passed in.
"""

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
RX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"  # the host writes
TX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"  # the board notifies
WINDOW = 4
RESEND_MS = 600
STALL_MS = 5000
ADVERTISE_US = 100000

_CONNECT = 1
_DISCONNECT = 2
_WRITE = 3
_MTU = 21
_FLAG_WRITE = 0x08
_FLAG_NOTIFY = 0x10
_SMALLEST_MTU = 23
_AT_ONCE = 4  # pieces handed to the radio in one go: its queue is short
_PAUSE_MS = 15
_BUFFER = 1024
_NAME = 8
_ID = 13


class Peripheral:
    """A port over the air. `flag` is what Line waits for: an asyncio.ThreadSafeFlag."""

    def __init__(self, bluetooth, device, clock, flag):
        self._bluetooth = bluetooth
        self._clock = clock
        self._flag = flag
        self._device = device
        self._ble = bluetooth.BLE()
        self._conn = None
        self._closed = False  # the connection has just ended
        self._mtu = _SMALLEST_MTU
        self._in = bytearray()
        self._given = 0  # pieces since the last pause
        self._given_at = 0
        self.start()

    def start(self):
        """Switch the radio on and advertise."""
        ble, uuid = self._ble, self._bluetooth.UUID
        ble.active(True)
        ble.irq(self._irq)
        ble.config(mtu=247)
        tx = (uuid(TX), _FLAG_NOTIFY)
        rx = (uuid(RX), _FLAG_WRITE)
        ((self._tx, self._rx),) = ble.gatts_register_services(((uuid(SERVICE), (tx, rx)),))
        ble.gatts_set_buffer(self._rx, 512, True)
        self._advertise()

    @property
    def connected(self):
        """Whether a central is there."""
        return self._conn is not None

    async def wait(self):
        """Until there is something to read, or the connection has ended."""
        await self._flag.wait()

    def read(self):
        """What has arrived; None: nothing, b"": the connection has ended."""
        if self._closed:
            self._closed = False
            return b""
        if not self._in:
            return None
        data = bytes(self._in)
        self._in = bytearray()
        return data

    def write(self, view):
        """How many bytes the radio took: a piece that fits a packet, and only so many at once."""
        if self._conn is None:
            return len(view)  # nobody is there; the session will hear of it
        now = self._clock.ms()
        if now - self._given_at >= _PAUSE_MS:
            self._given = 0
        if self._given >= _AT_ONCE:
            return 0
        piece = bytes(view[: self._mtu - 3])
        try:
            self._ble.gatts_notify(self._conn, self._tx, piece)
        except OSError:
            return 0  # its queue is full
        self._given += 1
        self._given_at = now
        return len(piece)

    def disconnect(self):
        """Send the central away."""
        if self._conn is not None:
            self._ble.gap_disconnect(self._conn)

    def restart(self):
        """Switch the radio off and on again."""
        self._ble.active(False)
        self._end()
        self.start()

    def _irq(self, event, data):
        if event == _CONNECT:
            self._conn = data[0]
            self._mtu = _SMALLEST_MTU
            self._in = bytearray()
        elif event == _DISCONNECT:
            self._end()
            self._advertise()
        elif event == _MTU and data[0] == self._conn:
            self._mtu = min(max(data[1], _SMALLEST_MTU), 512)
        elif event == _WRITE and data[1] == self._rx and data[0] == self._conn:
            new = self._ble.gatts_read(self._rx)
            if len(self._in) + len(new) <= _BUFFER:  # else it is lost, and comes again
                self._in += new
            self._flag.set()

    def _end(self):
        self._conn = None
        self._closed = True
        self._in = bytearray()
        self._flag.set()

    def _advertise(self):
        self._ble.gap_advertise(
            ADVERTISE_US, adv_data=advertisement(self._device), resp_data=response(self._device)
        )


class Warden:
    """Looks for a connection over which nothing comes any more, and does a little more each time:
    disconnect, restart the radio, reset the board.
    """

    def __init__(self, peripheral, reset):
        self._peripheral = peripheral
        self._reset = reset
        self._tries = 0
        self._acted_at = 0

    def tick(self, now, waiting, heard_at):
        """`waiting`: events are on the way; `heard_at`: when the host was last heard."""
        if heard_at > self._acted_at:
            self._tries = 0
        since = max(heard_at, self._acted_at)
        if not (self._peripheral.connected and waiting and now - since >= STALL_MS):
            return
        self._acted_at = now
        self._tries += 1
        if self._tries == 1:
            self._peripheral.disconnect()
        elif self._tries == 2:
            self._peripheral.restart()
        else:
            self._reset()


def advertisement(device):
    """Flags, the service, and a name of at most eight characters: 31 bytes."""
    name = device.encode()[-_NAME:]
    return b"\x02\x01\x06" + _field(0x07, _uuid(SERVICE)) + _field(0x09, name)


def response(device):
    """Service data with the device id's first thirteen characters: 31 bytes."""
    return _field(0x21, _uuid(SERVICE) + device.encode()[:_ID])


def _field(kind, data):
    return bytes((len(data) + 1, kind)) + data


def _uuid(text):
    digits = text.replace("-", "")
    return bytes([int(digits[i : i + 2], 16) for i in range(30, -1, -2)])
