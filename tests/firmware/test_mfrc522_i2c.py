"""The MFRC522 on I2C: the bus, the chip by bare frames (data sheet, 8.1.4), and the driver on both."""

import machine
from lairboard.rfid.reader import ANSWERED, SILENT, ReaderFault
from rig import Bench, Rig, Watch, hexes, raises, uid
from sim.step_clock import finish

RUNS_ON = "both"
A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"
C = "04a1b2c3d4e5f8"
AT = 0x28
ON_I2C = "mfrc522@0x28"
VERSION = 0x37
FIFO = 0x09
LEVEL = 0x0A
EIO, ETIMEDOUT = 5, 110


def wired(*kinds):
    """Return a rig of these chips, their crystals running."""
    rig = Rig(len(kinds), kinds=kinds)
    rig.clock.us += 2000
    return rig


def read(rig, register, n=1, address=AT):
    into = bytearray(n)
    rig.i2c.readfrom_mem_into(address, register, into)
    return bytes(into)


def us(rig, call, *args):
    before = rig.clock.us
    call(*args)
    return rig.clock.us - before


def test_a_register_is_read_by_its_bare_number():
    assert read(wired(ON_I2C), VERSION) == b"\x92"


def test_all_bytes_of_a_frame_go_to_one_register_and_come_from_one():
    rig = wired(ON_I2C)
    rig.i2c.writeto(AT, b"\x09\x01\x02\x03")
    assert read(rig, LEVEL) == b"\x03"
    assert read(rig, FIFO, 3) == b"\x01\x02\x03"
    assert read(rig, LEVEL, 2) == b"\x00\x00"


def test_the_register_that_was_named_last_is_read_without_naming_it():
    rig = wired(ON_I2C)
    rig.i2c.writeto(AT, bytes((VERSION,)))
    into = bytearray(2)
    rig.i2c.readfrom_into(AT, into)
    assert into == b"\x92\x92"


def test_nobody_acknowledges_another_address():
    rig = wired(ON_I2C)
    assert rig.i2c.scan() == [AT]
    assert raises(OSError, rig.i2c.writeto, AT + 1, b"\x37").args[0] == EIO
    assert raises(OSError, read, rig, VERSION, 1, AT + 1).args[0] == EIO
    assert Rig().i2c.scan() == [], "a chip on SPI has no address"


def test_two_chips_are_told_apart_by_their_addresses():
    rig = wired(ON_I2C, "mfrc522@0x2f")
    rig.chips[1].reg[VERSION] = 0x91
    assert (read(rig, VERSION), read(rig, VERSION, 1, 0x2F)) == (b"\x92", b"\x91")


def test_a_clock_beyond_fast_mode_is_not_heard():
    rig = wired(ON_I2C)
    assert machine.I2C(0, freq=100000).scan() == [AT]
    rig.i2c = machine.I2C(0, freq=1000000)
    assert raises(OSError, read, rig, VERSION).args[0] == EIO


def test_a_frame_takes_its_bits():
    rig = wired(ON_I2C)
    # START, address, register, value, STOP: 29 bits of 2.5 us, and 20 us around them.
    assert us(rig, rig.i2c.writeto, AT, b"\x04\x7f") == 20 + 73
    # START, address, register, START, address, value, STOP: 39 bits.
    assert us(rig, read, rig, VERSION) == 20 + 48 + 50
    slow = machine.I2C(0, freq=100000)
    assert us(rig, slow.writeto, AT, b"\x04\x7f") == 20 + 290
    assert us(rig, raises, OSError, rig.i2c.writeto, 0x50, b"\x04\x7f") == 20 + 28


def test_a_chip_in_reset_or_starting_acknowledges_nothing():
    rig = wired(ON_I2C)
    rig.model.reset_line(0)
    assert rig.i2c.scan() == []
    rig.model.reset_line(1)
    assert rig.i2c.scan() == []
    rig.clock.us += 1000
    assert rig.i2c.scan() == [AT]


def test_a_line_that_is_held_low_stops_everybody_for_the_time_out():
    rig = wired(ON_I2C, "mfrc522@0x29")
    rig.model.trouble("a", "dead")
    rig.i2c = machine.I2C(0, freq=400000, timeout=10000)
    assert us(rig, raises, OSError, read, rig, VERSION, 1, 0x29) == 20 + 10000
    assert raises(OSError, read, rig, VERSION, 1, 0x29).args[0] == ETIMEDOUT


def test_the_driver_names_chip_and_wires():
    rig = Rig(kinds=(ON_I2C,))
    finish(rig.readers[0].init())
    assert rig.readers[0].version_name() == "MFRC522 2.0"
    assert rig.readers[0].transport.name == "I2C 0x28"


def test_an_idle_poll_takes_six_transactions():
    bench = Bench(kind=ON_I2C)
    bench.look()
    before = bench.chip.transactions
    bench.reader.start_wake()
    bench.clock.sleep_ms(1)
    assert bench.reader.check() == SILENT
    assert bench.chip.transactions - before == 6


def test_an_answer_is_read_by_its_three_registers_and_the_fifo_in_one_go():
    bench = Bench(A, kind=ON_I2C)
    bench.reader.start_wake()
    bench.clock.sleep_ms(1)
    before = bench.chip.transactions
    assert bench.reader.check() == ANSWERED
    assert bench.chip.transactions - before == 3
    bench.reader._fetch()
    assert bench.chip.transactions - before == 4
    assert bytes(bench.reader.rx[: bench.reader.rx_size]) == b"\x44\x00"


def test_four_tags_are_found_and_one_is_read():
    texts = [A[:-2] + f"{i:02x}" for i in (0xF0, 0xF1, 0xF3, 0xF7)]
    bench = Bench(*texts, kind=ON_I2C)
    assert hexes(bench.look()) == texts
    bench.power()
    assert finish(bench.selection.wake())
    assert finish(bench.selection.select(uid(texts[2])))
    assert finish(bench.selection.read(0))[:3] == uid(texts[2])[:3]


def test_readers_on_both_buses_of_a_board_tell_their_tags():
    watch = Watch(3, kinds=("mfrc522", ON_I2C, "mfrc522@0x29"))
    watch.run(300)
    for reader, text in (("a", A), ("b", B), ("c", C)):
        watch.put(text, reader=reader)
    watch.run(500)
    assert sorted(watch.told()) == [("+", 0, A, None), ("+", 1, B, None), ("+", 2, C, None)]
    watch.take(A)
    watch.run(500)
    assert watch.told() == [("-", 0, A, None)]


def fault_of(broken):
    rig = Rig(kinds=(ON_I2C,))
    rig.chips[0].broken = broken
    return raises(ReaderFault, finish, rig.readers[0].init())


def test_a_bad_wire_names_those_of_i2c():
    error = fault_of("fifo")
    assert error.code == "fifo-i2c"
    assert "SDA" in error.text and "MISO" not in error.text


def test_a_wire_that_breaks_at_play_is_told_with_what_the_bus_said_and_mended():
    for broken, errno in (("open", EIO), ("dead", ETIMEDOUT)):
        watch = Watch(kinds=(ON_I2C,))
        watch.put(A)
        watch.run(400)
        watch.model.trouble("a", broken)
        watch.run(1200)
        trouble = watch.poller.trouble[0]
        assert trouble.startswith("no-bus-i2c ("), trouble
        assert str(errno) in trouble and "SDA" in trouble and "MISO" not in trouble
        watch.model.trouble("a", None)
        watch.run(9000)
        assert watch.told() == [("+", 0, A, None), ("f", 0, "", "no-bus-i2c"), ("f", 0, "", "ok")]


def test_a_chip_that_stays_silent_names_the_wires_of_i2c_too():
    bench = Bench(kind=ON_I2C)
    bench.chip.brown_out()
    bench.clock.sleep_ms(2)
    assert raises(ReaderFault, finish, bench.selection.wake()).code == "silent-i2c"


class Done:
    """An event without a loop."""

    def set(self):
        self.is_set = True


def test_a_job_that_finds_a_wire_broken_says_which_wires_and_so_does_the_next():
    watch = Watch(kinds=(ON_I2C,))
    watch.run(100)

    async def job(selection):
        watch.model.trouble("a", "open")
        await selection.wake()

    for _ in range(2):
        entry = [0, job, Done(), None, None]
        watch.poller._jobs.append(entry)
        watch.run(100)
        assert entry[2].is_set and entry[4].code == "no-bus-i2c"
