"""The link over Bluetooth Low Energy: a peripheral with the Nordic UART Service.

`Peripheral` is a port for Line, `BleSupervisor` sends away who proves nothing and mends a radio
that fails or carries nothing any more. Neither lets an error of the radio out: readers and cable
go on. The module `bluetooth` is passed in.
"""

from lairboard.link.accept_list import AcceptList

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
RX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"  # the host writes
TX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"  # the board notifies
WINDOW = 4
RESEND_MS = 600
STALL_MS = 5000
UNPROVEN_MS = 8000  # from a connection to the proof of the secret
MEND_MS = (1000, 2000, 4000, 8000, 16000, 32000, 60000)  # between two tries to start a radio
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
    """A port over the air.

    `flag` is what Line waits for: an asyncio.ThreadSafeFlag. `several` says that the radio can
    hold more than one connection, so that it is seen while a stranger has one. `trouble` is what
    the radio failed with, "" while it works.
    """

    def __init__(self, bluetooth, device, clock, flag, several=False):
        self._bluetooth = bluetooth
        self._clock = clock
        self._flag = flag
        self._device = device
        self._several = several
        self._tx = self._rx = None
        self._conn = None
        self._address = b""
        self.came_at = 0  # ms
        self.accept_list = AcceptList()
        self._unwanted = []  # connections to end
        self._accepted = False  # the central has proved itself
        self._closed = False  # the connection has just ended
        self._mtu = _SMALLEST_MTU
        self._in = bytearray()
        self._given = 0  # pieces since the last pause
        self._given_at = 0
        self.trouble = ""
        self.start()

    def start(self):
        """Switch the radio on and advertise; return whether it did. Raises nothing."""
        try:
            self._switch_on()
            self.trouble = ""
        except Exception as error:  # each port has errors of its own
            self.trouble = _said(error)
        return not self.trouble

    def _switch_on(self):
        ble = self._ble = self._bluetooth.BLE()  # there is one, however often it is asked for
        uuid = self._bluetooth.UUID
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
        """Return True while a central is there."""
        return self._conn is not None

    async def wait(self):
        """Wait until there is something to read, or the connection has ended."""
        await self._flag.wait()

    def read(self):
        """Return what has arrived; None for nothing, b"" when the connection has ended."""
        if self._closed:
            self._closed = False
            if self._in:
                self._flag.set()  # the next central has written already
            return b""
        if not self._in:
            return None
        data = bytes(self._in)
        self._in = bytearray()
        return data

    def write(self, view):
        """Hand data to the radio; return how many bytes it took.

        It takes a piece that fits a packet, and only so many at once.
        """
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

    def accept(self):
        """Keep the address of a central that proved itself, and be seen by nobody else."""
        if self._accepted or self._conn is None:
            return
        self._accepted = True
        self.accept_list.proven(self._address)
        if self._several:
            self._try(lambda: self._ble.gap_advertise(None))

    def send_away(self):
        """End the connection of a central that proves nothing."""
        self.accept_list.sent_away(self._address, self._clock.ms())
        self.disconnect()

    def disconnect(self):
        """Send the central away."""
        if self._conn is not None:
            self._try(lambda: self._ble.gap_disconnect(self._conn))

    def tidy(self):
        """End the connections that were not let in."""
        while self._unwanted:
            conn = self._unwanted.pop()
            try:
                self._ble.gap_disconnect(conn)
            except OSError:
                pass  # it has gone already

    def restart(self):
        """Switch the radio off and on again; return whether it works. Raises nothing."""
        try:
            self._ble.active(False)
        except Exception:  # or there never was one: it is started anew, and that tells
            pass
        self._end()
        return self.start()

    def _try(self, do):
        try:
            do()
        except Exception as error:  # the supervisor starts the radio anew
            self.trouble = _said(error)

    def fail(self, error):
        """Count the connection as lost; the supervisor starts the radio anew."""
        self.trouble = _said(error)
        self._end()

    def _irq(self, event, data):
        try:
            self._heard(event, data)
        except Exception as error:  # nobody catches what an interrupt raises
            self.trouble = _said(error)

    def _heard(self, event, data):
        if event == _CONNECT:
            self._come(data[0], bytes(data[2]))
        elif event == _DISCONNECT:
            if data[0] == self._conn:
                self._end()
            if self._conn is None:
                self._advertise()
        elif event == _MTU and data[0] == self._conn:
            self._mtu = min(max(data[1], _SMALLEST_MTU), 512)
        elif event == _WRITE and data[1] == self._rx and data[0] == self._conn:
            new = self._ble.gatts_read(self._rx)
            if len(self._in) + len(new) <= _BUFFER:  # else it is lost, and comes again
                self._in += new
            self._flag.set()

    def _come(self, conn, address):
        now = self._clock.ms()
        if self._conn is not None and (conn == self._conn or not self._several):
            self._end()  # nobody told that it has gone
        if self._accepted or not self.accept_list.may_connect(address, now):
            self._unwanted.append(conn)
            return
        if self._conn is not None:
            self._unwanted.append(self._conn)  # it had its time
            self._end()
        self._conn = conn
        self._address = address
        self.came_at = now
        self._mtu = _SMALLEST_MTU
        self._in = bytearray()
        if self._several:
            try:
                self._advertise()
            except OSError:
                pass  # no room for one more

    def _end(self):
        self._conn = None
        self._accepted = False
        self._closed = True
        self._in = bytearray()
        self._flag.set()

    def _advertise(self):
        self._ble.gap_advertise(
            ADVERTISE_US, adv_data=advertisement(self._device), resp_data=response(self._device)
        )


class BleSupervisor:
    """Look after a radio; `say(level, text)` takes its lines for the log.

    Who proves nothing for some seconds is sent away, unless the board's host is there over
    another line. Over a connection that carries nothing any more it does a little more each time:
    disconnect, restart the radio, reset the board. A radio that fails is started anew, less and
    less often.
    """

    def __init__(self, peripheral, reset, say=None):
        self._peripheral = peripheral
        self._reset = reset
        self._say = say
        self._tries = 0
        self._acted_at = 0
        self._fine_at = 0  # when a host was last there, over whatever line
        self._told = ""
        self._mends = 0
        self._mend_at = 0

    def tick(self, now, waiting, heard_at, live=True, elsewhere=False):
        """Do what is due for the radio and its central.

        `waiting` says that events are on the way, `heard_at` when the host was last heard. `live`
        says that it has proved itself, `elsewhere` that the board's host is there over another
        line.
        """
        self._peripheral.tidy()
        if self._peripheral.trouble or self._mends:
            self._mend(now)
            return
        if live:
            self._peripheral.accept()
        if live or elsewhere:
            self._fine_at = now
        elif self._peripheral.connected:
            if now - max(self._fine_at, self._peripheral.came_at) >= UNPROVEN_MS:
                self._fine_at = now
                self._peripheral.send_away()
                self._tell("info", "radio: a central that proved nothing was sent away")
        self._unstick(now, waiting, heard_at)

    def _unstick(self, now, waiting, heard_at):
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

    def _mend(self, now):
        trouble = self._peripheral.trouble
        if trouble and trouble != self._told:
            self._told = trouble
            self._tell("warn", "radio: %s" % trouble)
        if not self._mends:
            self._mends = 1
            self._mend_at = now + MEND_MS[0]
        elif not trouble:
            self._mends = 0
            self._told = ""
            self._tell("info", "radio: works again")
        elif now >= self._mend_at:
            self._peripheral.restart()
            self._mend_at = now + MEND_MS[min(self._mends, len(MEND_MS) - 1)]
            self._mends += 1

    def _tell(self, level, text):
        if self._say:
            self._say(level, text)


def _said(error):
    """Return what a radio failed with, in at most 48 characters."""
    return ("%s %s" % (type(error).__name__, error)).strip()[:48]


def advertisement(device):
    """Return flags, the service, and a name of at most eight characters: 31 bytes."""
    name = device.encode()[-_NAME:]
    return b"\x02\x01\x06" + _field(0x07, _uuid(SERVICE)) + _field(0x09, name)


def response(device):
    """Return service data with the device id's first thirteen characters: 31 bytes."""
    return _field(0x21, _uuid(SERVICE) + device.encode()[:_ID])


def _field(kind, data):
    return bytes((len(data) + 1, kind)) + data


def _uuid(text):
    digits = text.replace("-", "")
    return bytes([int(digits[i : i + 2], 16) for i in range(30, -1, -2)])
