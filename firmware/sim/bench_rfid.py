"""Count what the drivers cost on the chip models: bench_rfid.py prints one JSON object.

Bus transactions (*_transactions) and simulated time (*_us, SPI at 4 MHz or I2C at 400 kHz, with
60 us a transaction, sleeps of whole milliseconds) of each sequence, fields being on already; for
each kind of reader, and for the MFRC522 on I2C (`mfrc522-i2c`): `idle`, `uid7` (from a wake-up to
a selected tag), `uid4`, `known7`, `halt`.
`four_longest_step_us`: how long nothing else could run while four tags were told. `round8_us`:
eight idle zones, fields switched. `presence_1000` and `presence_1000_noisy` (2 % of the answers
lost): in how many of 1,000 polls the unmoved tag lay there (200 without the argument `all`).
`tags_read`: of four in one field. `told_us`: from the placing of a tag on a lone reader to the
telling, at the worst moment. `sweep_0`, `sweep_2`, `sweep_10`: of how many cards in 100, drawn
across a reader at 0.5 m/s and 15 mm in fifteens, is told, with 0, 2 and 10 % of the answers lost.
`phantoms`: UIDs that noise made up in `noisy_frames` frames.
"""

import json
import sys

FIRMWARE = __file__.rsplit("/", 2)[0]
sys.path.insert(0, FIRMWARE)
sys.path.insert(1, FIRMWARE + "/sim")

import machine  # noqa: E402
from boards.wiring import BAUD, I2C_BAUD  # noqa: E402
from lairboard.app import LONE_PERIOD_MS  # noqa: E402
from lairboard.rfid import drivers  # noqa: E402
from lairboard.rfid.poller import Poller  # noqa: E402
from lairboard.rfid.presence import Presence  # noqa: E402
from lairboard.rfid.reader import PENDING, SILENT, quiet  # noqa: E402
from lairboard.rfid.transport.i2c import I2cTransport  # noqa: E402
from lairboard.rfid.transport.spi import SpiTransport  # noqa: E402

from sim.board_model import BoardModel  # noqa: E402
from sim.step_clock import StepClock, advance, finish  # noqa: E402
from sim.tag_kinds import make  # noqa: E402

CS = (17, 20, 21, 22, 10, 26, 27, 28)
UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"
UID4 = b"\xaa\xbb\xcc\xdd"
NOISY_FRAMES = 100000
CARDS = 15
ON_I2C = "mfrc522-i2c"
TRANSACTION_US = 60


def like(last):
    """Return UID with another last byte."""
    return UID[:6] + bytes((last,))


def named(kind, i):
    """Return the i-th chip of a kind as the setting `readers` names it."""
    return "mfrc522@0x%02x" % (0x28 + i) if kind == ON_I2C else kind


class Board:
    """`n` readers of a kind on one bus; `tap` is the first."""

    def __init__(self, kind, n=1, seed=1):
        self.clock = StepClock()
        names = ["tap"] + ["seat-%d" % i for i in range(1, n)]
        wires = tuple([(names[i], 0, CS[i]) for i in range(n)])
        kinds = [named(kind, i) for i in range(n)]
        self.model = BoardModel(
            self.clock, wires, seed=seed, kinds=kinds, overhead_us=TRANSACTION_US
        )
        machine.attach(self.model)
        spi, i2c = machine.SPI(0, baudrate=BAUD), machine.I2C(0, freq=I2C_BAUD)
        pins = [machine.Pin(CS[i], machine.Pin.OUT, value=1) for i in range(n)]
        self.readers = drivers.readers(
            kinds,
            self.clock,
            lambda i: SpiTransport(spi, pins[i]),
            lambda address: I2cTransport(i2c, address),
        )
        self.chips = [self.model.chip(name) for name in names]

    def put(self, uid=UID):
        """Lay a tag on the first reader."""
        self.model.place("tap", make("ntag213" if len(uid) == 7 else "card4", uid))

    def light(self, start=True):
        """Return the first reader, started, its field just switched on and its tags awake."""
        reader = self.readers[0]
        if start:
            finish(reader.init())
        reader.field_off()
        finish(quiet(reader))
        reader.field_on()
        finish(quiet(reader))
        self.clock.sleep_ms(6)
        return reader


class Meter:
    """Transactions, bytes and time since it was made."""

    def __init__(self, board):
        self._board = board
        self._then = self._now()

    def _now(self):
        chip = self._board.chips[0]
        return chip.transactions, chip.bytes, self._board.clock.us

    def read(self, name):
        """Return the counts as {name_...: value}."""
        now = self._now()
        names = ("_transactions", "_bytes", "_us")
        return {name + names[i]: now[i] - self._then[i] for i in range(3)}


def poll(board, reader):
    """Do one poll of the idle path; return the longest that a step kept the processor, in us."""
    before = board.clock.us
    reader.start_wake()
    longest = board.clock.us - before
    outcome = PENDING
    while outcome == PENDING:
        board.clock.sleep_ms(1)
        before = board.clock.us
        outcome = reader.check()
        longest = max(longest, board.clock.us - before)
    assert outcome == SILENT
    return longest


def costs(kind):
    """Measure an idle poll, detecting a tag, verifying a known one, and sending it to sleep."""
    board = Board(kind)
    reader = board.light()
    selection = reader.targets()
    poll(board, reader)
    m = Meter(board)
    longest = poll(board, reader)
    result = m.read("idle")
    result["idle_longest_step_us"] = longest
    for name, uid, known in (("uid4", UID4, False), ("uid7", UID, False), ("known7", UID, True)):
        board = Board(kind)
        reader = board.light()
        selection = reader.targets()
        poll(board, reader)
        board.put(uid)
        board.light(start=False)
        m = Meter(board)
        assert finish(selection.wake())
        tag = finish(selection.select(uid) if known else selection.resolve())
        result.update(m.read(name))
        assert tag.uid == uid
        m = Meter(board)
        finish(selection.halt())
        result.update(m.read("halt"))
    return result


def round_of(kind, n=8):
    """Return the simulated us of a round over n idle zones, without the pause behind it."""
    board = Board(kind, n)
    for reader in board.readers:
        finish(reader.init())
    poller = Poller(board.readers, Presence(n, None), board.clock, period_ms=1)
    task = poller.run()
    advance(task, board.clock, 200)
    cycles, start = poller.cycles, board.clock.us
    advance(task, board.clock, 1000)
    return (board.clock.us - start) // (poller.cycles - cycles)


def presence(kind, lost, polls):
    """Return in how many polls an unmoved tag lay there."""
    board = Board(kind)
    board.model.noise("tap", miss=lost)
    board.put()
    told = Presence(1, lambda *edge: None)
    poller = Poller(board.readers, told, board.clock)
    task = poller.run()
    advance(task, board.clock, 500)
    ones = 0
    for _ in range(polls):
        cycle = poller.cycles
        while poller.cycles == cycle:
            task.send(None)
        ones += len(told.tags(0, board.clock.ticks_ms())) == 1
    return ones


def pile(kind):
    """Return how many of four tags in one field are read."""
    board = Board(kind)
    for i in range(4):
        board.put(like(0xF0 + i))
    reader = board.light()
    selection = reader.targets()
    assert finish(selection.wake())
    return len(finish(selection.inventory()))


def longest_step(kind):
    """Return for how many us at most nothing else could run.

    This is from the placing to the telling of four tags.
    """
    board = Board(kind)
    told = Presence(1, lambda *edge: None)
    poller = Poller(board.readers, told, board.clock)
    task = poller.run()
    advance(task, board.clock, 500)
    board.clock.longest = 0
    for i in range(4):
        board.put(like(0xF0 + i))
    advance(task, board.clock, 500)
    assert len(told.tags(0, board.clock.ticks_ms())) == 4
    return board.clock.longest


def told(kind):
    """Return the us from placing a tag on a lone reader to the telling, at the worst moment."""
    worst = 0
    for offset in range(0, LONE_PERIOD_MS + 2):
        board = Board(kind)
        at = []
        presence = Presence(1, lambda *edge: at.append(board.clock.us))
        task = Poller(board.readers, presence, board.clock, LONE_PERIOD_MS).run()
        advance(task, board.clock, 500 + offset)
        before = board.clock.us
        board.put()
        advance(task, board.clock, 200)
        worst = max(worst, at[0] - before)
    return worst


def sweep(kind, lost, times):
    """Return of how many cards in 100 is told, drawn across a lone reader.

    They move at 0.5 m/s, 15 mm apart, through 45 mm of field.
    """
    count = 0
    for n in range(times):
        board = Board(kind, seed=n + 1)
        board.model.noise("tap", miss=lost)
        placed = []
        presence = Presence(1, lambda edge, *rest: placed.append(edge == "+"))
        task = Poller(board.readers, presence, board.clock).run()
        advance(task, board.clock, 500 + 7 * n)
        for at in range(0, 30 * CARDS + 90, 30):
            if at < 30 * CARDS:
                board.put(like(at // 30))
            if at >= 90:
                board.model.take("tap", like(at // 30 - 3))
            advance(task, board.clock, 30)
        advance(task, board.clock, 500)
        count += sum(placed)
    return 100 * count / (times * CARDS)


def phantoms(kind):
    """Count the UIDs out of noise that answers every other frame, and garbles two tags."""
    board = Board(kind)
    board.model.noise("tap", ghost=0.5, flip=0.5, capture=0.2, deaf=0.1)
    board.put(like(0xF0))
    board.put(like(0xF1))
    wrong = []

    def emit(kind, zone, uid, *rest):
        if kind == "+" and bytes(uid) not in (UID[:6] + b"\xf0", UID[:6] + b"\xf1"):
            wrong.append(bytes(uid))

    poller = Poller(board.readers, Presence(1, emit), board.clock, period_ms=1)
    task = poller.run()
    while board.chips[0].frames < NOISY_FRAMES:
        task.send(None)
    return len(wrong)


def measure():
    """Measure everything; return {kind.figure: value}."""
    result = {}
    polls = 1000 if sys.argv[1:] == ["all"] else 200
    for kind in drivers.KINDS + (ON_I2C,):
        figures = costs(kind)
        figures["round8_us"] = round_of(kind)
        figures["presence_1000"] = presence(kind, 0, polls)
        figures["presence_1000_noisy"] = presence(kind, 0.02, polls)
        figures["tags_read"] = pile(kind)
        figures["four_longest_step_us"] = longest_step(kind)
        figures["told_us"] = told(kind)
        figures["sweep_0"] = sweep(kind, 0, polls // 50)
        figures["sweep_2"] = sweep(kind, 0.02, polls // 50)
        figures["sweep_10"] = sweep(kind, 0.1, polls // 50)
        result.update({kind + "." + name: figures[name] for name in figures})
    if sys.argv[1:] == ["all"]:
        for kind in drivers.KINDS:
            result[kind + ".phantoms"] = phantoms(kind)
        result["noisy_frames"] = NOISY_FRAMES
    return result


if __name__ == "__main__":
    print(json.dumps(measure()))
