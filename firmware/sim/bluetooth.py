"""MicroPython's `bluetooth` for a simulated board.

What its radio does happens in the process that holds the other end of `stream`, in JSON lines.

Out go ["on", services], ["off"], ["advertise", adv, response], ["quiet"], ["notify", conn,
handle, data], ["disconnect", conn]. In come ["connect", conn, address], ["gone", conn], ["mtu",
conn, n] and ["write", conn, handle, data]. Data are hex. ["broken", n] makes the radio fail the
next n times it is switched on.
"""

import json
import select

FLAG_READ = 0x02
FLAG_WRITE_NO_RESPONSE = 0x04
FLAG_WRITE = 0x08
FLAG_NOTIFY = 0x10

_AT_ONCE = 256  # bytes: a heap that the firmware has broken up has no large piece

stream = None  # a raw, non-blocking binary file
_one = None
_buf = b""
_readable = None
_broken = 0


def attach(radio):
    """Connect the antenna."""
    global stream, _readable
    stream = radio
    _readable = select.poll()
    _readable.register(radio, select.POLLIN)


def pump():
    """Take what has arrived; call the interrupt handler."""
    global _buf
    while stream is not None and _readable.poll(0):
        data = stream.read(_AT_ONCE)
        if not data:
            return
        _buf += data
        while b"\n" in _buf:
            line, _buf = _buf.split(b"\n", 1)
            if _one is not None:
                _one.hear(json.loads(line.decode()))


class UUID:
    """A 128-bit UUID."""

    def __init__(self, text):
        self.text = text


class BLE:
    """The radio; there is one."""

    def __new__(cls):
        """Return the one radio; make it when it is first asked for."""
        global _one
        if _one is None:
            _one = object.__new__(cls)
            _one._on = False
            _one._handler = None
            _one._values = {}
            _one._append = {}
            _one.mtu = 23
        return _one

    def active(self, on=None):
        """Switch it on or off."""
        global _broken
        if on is not None and on != self._on:
            pump()
            if on and _broken:
                _broken -= 1
                raise OSError(110)
            self._on = on
            if not on:
                self._values = {}
                self._say("off")
        return self._on

    def config(self, *names, **values):
        """Keep `mtu`; nothing else matters."""
        self.mtu = values.get("mtu", self.mtu)

    def irq(self, handler):
        """Set the handler that is called at each event."""
        self._handler = handler

    def gatts_register_services(self, services):
        """Register services; return the value handles of each characteristic of each service."""
        handle = 8
        told = []
        found = []
        for uuid, characteristics in services:
            handles = []
            for characteristic in characteristics:
                handle += 3
                handles.append(handle)
                self._values[handle] = b""
                told.append([uuid.text, characteristic[0].text, characteristic[1], handle])
            found.append(tuple(handles))
        self._say("on", told, self.mtu)
        return tuple(found)

    def gatts_set_buffer(self, handle, size, append=False):
        """Set how much a characteristic holds."""
        self._append[handle] = size if append else 0

    def gatts_read(self, handle):
        """Return what was written."""
        value = self._values[handle]
        if self._append.get(handle):
            self._values[handle] = b""
        return value

    def gatts_notify(self, conn, handle, data=b""):
        """Tell a central, whether it has subscribed or not."""
        if not self._on:
            raise OSError(19)
        self._say("notify", conn, handle, data.hex())

    def gap_advertise(self, interval_us, adv_data=None, resp_data=None, connectable=True):
        """Be seen."""
        if interval_us is None:
            self._say("quiet")
        else:
            self._say("advertise", adv_data.hex(), resp_data.hex())

    def gap_disconnect(self, conn):
        """Send a central away."""
        self._say("disconnect", conn)
        return True

    def hear(self, message):
        """Take something from the air."""
        global _broken
        kind = message[0]
        if kind == "broken":
            _broken = message[1]
        elif kind == "connect":
            self._tell(1, (message[1], 0, bytes.fromhex(message[2])))
        elif kind == "gone":
            self._tell(2, (message[1], 0, b"\0" * 6))
        elif kind == "mtu":
            self._tell(21, (message[1], message[2]))
        elif kind == "write" and message[2] in self._values:
            data = bytes.fromhex(message[3])
            size = self._append.get(message[2])
            before = self._values[message[2]] if size else b""
            self._values[message[2]] = (before + data)[: size or 20]
            self._tell(3, (message[1], message[2]))

    def _tell(self, event, data):
        if self._on and self._handler:
            self._handler(event, data)

    def _say(self, *message):
        stream.write(json.dumps(message).encode() + b"\n")
