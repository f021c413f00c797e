"""Counts what the MFRC522 driver costs on the chip model: bench_rfid.py prints one JSON object.

idle_poll_transactions, uid7_transactions: chip-select cycles of a poll that nobody answers, and
from WUPA to a selected and halted tag with a 7-byte UID. *_bus_us: the bus busy, at 4 MHz with
20 us a transaction. *_us: from the first byte to the outcome, with sleeps of whole milliseconds.
"""

import json
import sys

FIRMWARE = __file__.rsplit("/", 2)[0]
sys.path.insert(0, FIRMWARE)
sys.path.insert(1, FIRMWARE + "/sim")

import machine  # noqa: E402
from lairboard.rfid.mfrc522 import MFRC522  # noqa: E402
from lairboard.rfid.reader import SILENT  # noqa: E402
from lairboard.rfid.selection import Selection  # noqa: E402

from sim.field import Field  # noqa: E402
from sim.steps import StepClock, finish  # noqa: E402
from sim.tag import make  # noqa: E402

CS = 17
UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"


class Meter:
    """Transactions, bytes and time since it was made."""

    def __init__(self, chip, clock):
        self._chip = chip
        self._clock = clock
        self._transactions = chip.transactions
        self._bytes = chip.bytes
        self._us = clock.us

    def read(self, name):
        """The counts as {name_...: value}."""
        transactions = self._chip.transactions - self._transactions
        size = self._chip.bytes - self._bytes
        return {
            name + "_transactions": transactions,
            name + "_bytes": size,
            name + "_bus_us": 20 * transactions + 2 * size,
            name + "_us": self._clock.us - self._us,
        }


def measure():
    """Idle poll, detection of a 7-byte UID, check of a known one, READ of 16 bytes."""
    clock = StepClock()
    field = Field(clock, (("tap", 0, CS),))
    machine.attach(field)
    bus = machine.SPI(0, baudrate=4000000)
    reader = MFRC522(bus, machine.Pin(CS, machine.Pin.OUT, value=1), clock)
    chip = field.chip("tap")
    selection = Selection(reader)
    result = {}

    def meter():
        return Meter(chip, clock)

    async def whole():
        await reader.init()
        reader.field_on()
        await clock.sleep_ms(6)
        reader.start_wake()
        await clock.sleep_ms(1)
        reader.check()

        m = meter()
        reader.start_wake()
        await clock.sleep_ms(1)
        assert reader.check() == SILENT
        result.update(m.read("idle_poll"))

        field.place("tap", make("ntag213", UID))
        await clock.sleep_ms(6)
        m = meter()
        assert await selection.wake()
        tag = await selection.resolve()
        await selection.halt()
        assert tag.uid == UID
        result.update(m.read("uid7"))

        m = meter()
        assert await selection.wake()
        assert await selection.select(UID)
        await selection.halt()
        result.update(m.read("known7"))

        await selection.wake()
        await selection.select(UID)
        m = meter()
        assert len(await selection.read(4)) == 16
        result.update(m.read("read16"))

    finish(whole())
    return result


if __name__ == "__main__":
    print(json.dumps(measure()))
