"""The simulation's control channel: JSON lines over a socket.

The host's process holds the other end of it.

Requests: {"id", "op", ...} with op start, place, take, advance, noise, break, hold. Each is
answered {"id", "ok", ...}; `advance` when the time is spent or the board has sent something.
Unasked come {"lights": {reader: [pattern, r, g, b]}, "tones": [[hz, duty], ...], "screen": hex
digits of what the screen shows}, each when it has changed. When the other end closes, the process
ends.
"""

import binascii
import json
import os
import select
import sys

import machine
from boards.pico_w import Wiring as Pins
from lairboard.ui.leds import PATTERNS

from sim import tag_kinds
from sim.oled_chip import PAGES

_NAMES = {rgb[:3]: name for name, rgb in PATTERNS.items()}


def interpreter():
    """Return the name and version of what runs this."""
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    if sys.implementation.name == "micropython":
        return "MicroPython " + version
    return "CPython %s (fallback)" % version


def remove(folder):
    """Tidy up after a host that was killed; one that is alive does so itself."""
    os.chdir("/")
    try:
        for name in os.listdir(folder):
            os.remove(folder + "/" + name)
        os.rmdir(folder)
    except OSError:
        return


class Control:
    """The board's end of the control channel.

    `stream` is a raw, non-blocking binary file; the board's settings are in `folder`; `clock`,
    `port` and `model` are set once they exist.
    """

    def __init__(self, stream, readers, folder):
        self.stream = stream
        self.folder = folder
        self.readers = readers
        self.clock = self.port = self.model = None
        self.started = False
        self.limit = 0  # ms that are granted
        self.expected = 0  # bytes the host has written to the line
        self.reported = 0  # bytes of ours that the host knows of
        self._granting = None  # id of the advance that is not answered yet
        self._buf = b""
        self._dark = {}
        self._shown = {}
        self._tones = []
        self._told_screen = 0
        self._readable = select.poll()
        self._readable.register(stream, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(stream, select.POLLOUT)

    def wait_for_start(self):
        """Serve until the host says start."""
        while not self.started:
            self._serve_one()

    def wait_for_grant(self):
        """Report spent time or something to read, and serve until there is time again."""
        self._show()
        if self._granting is not None:
            self.reported = self.port.sent
            self._answer(self._granting, {"now": self.clock.ms(), "sent": self.port.sent})
            self._granting = None
        while self._granting is None:
            self._serve_one()

    def serve(self):
        """Serve what has arrived, without waiting."""
        self._show()
        while b"\n" in self._buf or self._readable.poll(0):
            self._serve_one()

    def lights(self, pixels):
        """Report what the strip shows now."""
        for reader, rgb in zip(self.readers, pixels):
            seen = [_NAMES.get(tuple(rgb), "other")] + list(rgb)
            if self._shown.get(reader) != seen:
                self._shown[reader] = self._dark[reader] = seen
        self._show()

    def heard(self, pin, level):
        """Note that an output has changed; the buzzer's tells (frequency, duty)."""
        if pin == Pins.BUZZER and isinstance(level, tuple):
            self._tones.append([level[0], level[1]])

    def _show(self):
        news = {}
        if self._dark:
            news["lights"] = self._dark
        if self._tones:
            news["tones"] = self._tones
        if news and self._writable.poll(0):
            self._write(news)
            self._dark = {}
            self._tones = []
        screen = self.model.screen if self.model else None
        if screen and screen.version != self._told_screen and self._writable.poll(0):
            self._told_screen = screen.version
            # In pieces: the firmware shares this heap, and fragments it as on a board.
            self._send(b'{"screen": "')
            for page in range(PAGES):
                self._send(binascii.hexlify(screen.row(page)))
            self._send(b'"}\n')

    def _serve_one(self):
        while b"\n" not in self._buf:
            self._readable.poll(-1)
            try:
                data = self.stream.read(512)
            except OSError:
                data = b""
            if data == b"":
                self._end()
            if data:
                self._buf += data
        line, self._buf = self._buf.split(b"\n", 1)
        request = json.loads(line.decode())
        try:
            self._take(request)
        except (ValueError, KeyError, TypeError) as error:
            self._write({"id": request["id"], "ok": False, "error": str(error)})

    def _take(self, request):
        op, number = request["op"], request["id"]
        if op == "advance":
            self.limit = self.clock.ms() + request["ms"]
            self.expected = max(self.expected, request["wrote"])
            self._granting = number
            return
        answer = {}
        if op == "start":
            self.started = True
            answer["interpreter"] = interpreter()
        elif op == "place":
            self.model.place(
                request["reader"], tag_kinds.make(request["kind"], bytes.fromhex(request["uid"]))
            )
        elif op == "take":
            self.model.take(request["reader"], bytes.fromhex(request["uid"]))
        elif op == "noise":
            self.model.noise(request["reader"], **request["args"])
        elif op == "break":
            self.model.trouble(request["reader"], request["how"])
        elif op == "hold":
            machine.drive(
                Pins.BUTTONS[int(request["button"][1:]) - 1], 0 if request["down"] else 1
            )
        else:
            raise ValueError("there is no op " + op)
        self._answer(number, answer)

    def _answer(self, number, answer):
        answer["id"] = number
        answer["ok"] = True
        self._write(answer)

    def _write(self, message):
        self._send(json.dumps(message).encode() + b"\n")

    def _send(self, data):
        # What is writable takes all that `_show` sends: a host that never looks stops nothing.
        data = memoryview(data)
        while data:
            try:
                sent = self.stream.write(data)
            except OSError:
                self._end()
            if sent:
                data = data[sent:]
            else:
                self._writable.poll(-1)

    def _end(self):
        remove(self.folder)
        sys.exit(0)
