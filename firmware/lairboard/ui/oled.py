"""A small screen, SSD1306 or SH1106 with 128 x 64 points on I2C: a title and up to seven lines.

Both chips are written a page of eight rows at a time, two pages a tick, so that nothing waits for
it. A screen that is not there, or goes away, is looked for again every few seconds.
"""

KINDS = ("ssd1306", "sh1106")
WIDTH = 128
PAGES = 8
COLUMNS = 16
LINES = 7
RETRY_MS = 5000
_ADDRESS = 0x3C
_AT_ONCE = 2
_START = (
    b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\xa1\xc8\xda\x12\x81\x7f\xd9\xf1\xdb\x30\xa4\xa6",
    b"\x00\xaf",
)
_PUMP = {"ssd1306": b"\x00\x8d\x14\x20\x02", "sh1106": b"\x00\xad\x8b"}
_SHIFT = {"ssd1306": 0, "sh1106": 2}  # the SH1106 has 132 columns, of which the middle ones show


def wrap(text, columns=COLUMNS, lines=LINES):
    """Return the lines of a text: those that fit as they are, longer ones broken between words.

    What is too much ends in two dots.
    """
    out = []
    for line in text.split("\n") if text else ():
        if len(line) <= columns:
            out.append(line)
        else:
            _break(line, columns, out)
    if len(out) > lines:
        out = out[:lines]
        out[-1] = out[-1][: columns - 2] + ".."
    return out


def _break(text, columns, out):
    """Break words into lines; cut a word that is too long."""
    line = ""
    for word in text.split():
        while len(word) > columns:
            if line:
                out.append(line)
                line = ""
            out.append(word[:columns])
            word = word[columns:]
        if line and len(line) + 1 + len(word) > columns:
            out.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    if line:
        out.append(line)


class Oled:
    """A screen on its bus.

    `bus` has writeto(address, bytes), which raises OSError when nobody answers; `framebuf` is
    MicroPython's module. `works` tells whether the screen was there at the last try.
    """

    def __init__(self, bus, framebuf, kind):
        self._bus = bus
        self._kind = kind
        self._page = bytearray(WIDTH + 1)
        self._page[0] = 0x40
        self._points = bytearray(WIDTH * PAGES)
        self._frame = framebuf.FrameBuffer(self._points, WIDTH, 8 * PAGES, framebuf.MONO_VLSB)
        self._next = PAGES  # the page to be sent next
        self._not_before = 0
        self._stays = ("", "")
        self._until = 0
        self.works = False

    def show(self, title, text, now, ms=0):
        """Show a title and a text; with `ms` for that long, then again what stays."""
        if not ms:
            self._stays = (title, text)
        self._until = now + ms if ms else 0
        self._draw(title, text)

    def tick(self, now):
        """Send what has changed, a little at a time."""
        if self._until and now >= self._until:
            self._until = 0
            self._draw(self._stays[0], self._stays[1])
        if now < self._not_before:
            return
        try:
            if not self.works:
                self._start()
            for _ in range(_AT_ONCE):
                if self._next < PAGES:
                    self._send(self._next)
                    self._next += 1
        except OSError:
            self.works = False
            self._not_before = now + RETRY_MS

    def _draw(self, title, text):
        frame = self._frame
        frame.fill(0)
        frame.fill_rect(0, 0, WIDTH, 8, 1)
        frame.text(title[:COLUMNS], 0, 0, 0)
        y = 8
        for line in wrap(text):
            frame.text(line, 0, y, 1)
            y += 8
        self._next = 0

    def _start(self):
        self._bus.writeto(_ADDRESS, _START[0])
        self._bus.writeto(_ADDRESS, _PUMP[self._kind])
        self._bus.writeto(_ADDRESS, _START[1])
        self.works = True
        self._next = 0

    def _send(self, i):
        column = _SHIFT[self._kind]
        self._bus.writeto(_ADDRESS, bytes((0x00, 0xB0 | i, column & 0x0F, 0x10 | column >> 4)))
        at = WIDTH * i
        self._page[1:] = self._points[at : at + WIDTH]
        self._bus.writeto(_ADDRESS, self._page)
