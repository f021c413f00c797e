"""The interface of every reader driver, and the outcomes of a poll.

A driver has, plain and without allocation: `field_on()`, `start_wake()`, `check()` (an outcome),
`field_off()`, `pump()` (True while the chip still does what it was told), `check_health()`; then
`init()` (awaited; raises ReaderFault), `quit()` (field off whatever happens), `why(outcome)` (the
code of a failure), `targets()` (what selects tags through it), `version_name()`, the numbers
`version`, `faults`, `reinits`, and `timeout_ms`: how many ms a poll may take. `hides` says that a
look that finds nobody may miss a tag. It is made of (transport, clock, irq=None), and keeps
`transport` and `clock`.
"""

SILENT = 0
ANSWERED = 1
PENDING = 2
COLLIDED = 3
GARBLED = 4
FAULT = 5

MAX_TAGS = 20  # of one reader that are told apart: a sweep of 15 cards, and what lies there
MAX_PAGES = 15  # that one FAST_READ asks for: 60 bytes and a CRC fit every reader's buffer

HELP = {
    "no-bus": "no answer on the bus: check 3V3, GND, SCK, MOSI, MISO, this reader's CS and RST",
    "no-bus-i2c": "no answer on I2C: check SDA, SCL, pull-ups, 3V3, GND, RST and the address",
    "startup": "the chip does not leave its reset: check RST, 3V3 and the crystal of the module",
    "fifo": "bytes come back changed: shorten the wires, lower the bus speed, buffer MISO",
    "fifo-i2c": "bytes come back changed: shorten SDA and SCL, fit 2.2 k to 4.7 k to 3V3 on each",
    "chip": "another chip answers: check the readers in the settings and a PN532's switches",
    "settings": "a setting did not hold: check 3V3 under load (100 mA a reader)",
    "health": "the chip lost its settings: check 3V3 under load and add 100 uF at the connector",
    "silent": "the chip stopped answering: check its plugs",
    "silent-i2c": "the chip stopped answering: check its plugs, SDA and SCL first",
}


class ReaderFault(Exception):
    """A reader not to be trusted now. `code` is a key of HELP, `text` names the next step."""

    def __init__(self, code, detail=""):
        self.code = code
        self.text = HELP[code]
        super().__init__("%s%s: %s" % (code, detail and " (" + detail + ")", self.text))


async def quiet(reader):
    """Wait until the chip has done what it was told; ReaderFault when it never does."""
    for _ in range(reader.timeout_ms):
        if not reader.pump():
            return
        await reader.clock.sleep_ms(1)
    raise ReaderFault(reader.why(PENDING))
