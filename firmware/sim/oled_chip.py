"""The SSD1306 and the SH1106 on I2C after their data sheets: commands, and the memory that shows.

Not modelled: scrolling, graphics commands of either, vertical offsets other than the usual ones.
"""

ADDRESS = 0x3C
WIDTH = 128
PAGES = 8
# Commands that are followed by arguments, and by how many.
_ARGUMENTS = {0x21: 2, 0x22: 2}
_ARGUMENTS.update(dict.fromkeys(b" \x81\x8d\xa8\xad\xd3\xd5\xd9\xda\xdb", 1))
_PUMPS = {"ssd1306": (0x8D, 0x04), "sh1106": (0xAD, 0x01)}


def _upside_down(b):
    return sum([(b >> i & 1) << (7 - i) for i in range(8)])


class OledChip:
    """One screen.

    It has `columns` of memory: 128 (ssd1306) or 132 (sh1106, of which 2 to 129 show). `fitted`
    False: nobody answers.
    """

    ADDRESS = ADDRESS
    holds_bus = False

    def __init__(self, kind="ssd1306"):
        self.kind = kind
        self.fitted = True
        self.columns = 132 if kind == "sh1106" else 128
        self.power_up()

    def power_up(self):
        """Start dark, the memory full of chance."""
        self.memory = bytearray([(7 * i + 3) & 0xFF for i in range(self.columns * PAGES)])
        self.on = False
        self.pump = self.kind == "sh1106"  # its converter comes up with the display by itself
        self.contrast = 0x7F
        self.inverse = False
        self.flipped = [False, False]  # columns, rows: a module is mounted with both turned
        self.mode = 2  # page addressing, also the SH1106's only one
        self.page = 0
        self.column = 0
        self.window = [0, 127, 0, 7]
        self._command = []
        self.version = 0  # grows when what shows may have changed

    def answers_to(self, address, hz):
        """Return True when the screen acknowledges the address of a frame."""
        return self.fitted and address == self.ADDRESS

    def write(self, data):
        """Take what follows the address byte: control bytes, then commands or memory."""
        if not data:
            return
        if data[0] == 0x40:
            for b in data[1:]:
                self._store(b)
        elif data[0] == 0x00:
            for b in data[1:]:
                self._take(b)
        elif data[0] == 0x80 and len(data) >= 2:
            self._take(data[1])
            self.write(data[2:])
        self.version += 1

    def _take(self, b):
        self._command.append(b)
        head = self._command[0]
        if len(self._command) <= _ARGUMENTS.get(head, 0):
            return
        arguments = self._command[1:]
        self._command = []
        self._do(head, arguments)

    def _do(self, head, arguments):
        if head <= 0x0F:
            self.column = self.column & 0xF0 | head
        elif head <= 0x1F:
            self.column = self.column & 0x0F | (head & 0x0F) << 4
        elif head == 0x20 and self.kind == "ssd1306":
            self.mode = arguments[0] & 3
        elif head == 0x21 and self.kind == "ssd1306":
            self.window[0:2] = [arguments[0] & 0x7F, arguments[1] & 0x7F]
            self.column = self.window[0]
        elif head == 0x22 and self.kind == "ssd1306":
            self.window[2:4] = [arguments[0] & 7, arguments[1] & 7]
            self.page = self.window[2]
        elif head == 0x81:
            self.contrast = arguments[0]
        elif (head == 0x8D and self.kind == "ssd1306") or (
            head == 0xAD and self.kind == "sh1106"
        ):
            self.pump = bool(arguments[0] & (0x04 if head == 0x8D else 0x01))
        elif head in (0xA0, 0xA1):
            self.flipped[0] = head == 0xA1
        elif head in (0xC0, 0xC8):
            self.flipped[1] = head == 0xC8
        elif head in (0xA6, 0xA7):
            self.inverse = head == 0xA7
        elif head in (0xAE, 0xAF):
            self.on = head == 0xAF
        elif 0xB0 <= head <= 0xB7:
            self.page = head & 7

    def _store(self, b):
        if self.column < self.columns:
            self.memory[self.columns * self.page + self.column] = b
        if self.mode == 2:
            self.column = min(self.column + 1, self.columns - 1)
        elif self.column < self.window[1]:
            self.column += 1
        else:
            self.column = self.window[0]
            self.page = self.window[2] if self.page >= self.window[3] else self.page + 1

    def visible(self):
        """Return what an eye sees: 1,024 bytes, a page after the other, the top row in bit 0.

        A module that is not set up for its mounting, or has no power for its points, shows
        nothing right.
        """
        return b"".join([self.row(page) for page in range(PAGES)])

    def row(self, page):
        """Return one page of `visible`: 128 bytes."""
        if not (self.on and self.pump):
            return bytes(WIDTH)
        first = 2 if self.kind == "sh1106" else 0
        at = self.columns * (page if self.flipped[1] else PAGES - 1 - page) + first
        out = self.memory[at : at + WIDTH]
        if not self.flipped[0]:
            out = bytes(reversed(out))
        if not self.flipped[1]:
            out = bytes([_upside_down(b) for b in out])
        return bytes([b ^ 0xFF for b in out]) if self.inverse else bytes(out)
