"""The driver on the chip model: starting, the cost of a poll, faults, memory reads."""

from lairboard.rfid.reader import ANSWERED, FAULT, HELP, PENDING, SILENT, ReaderFault
from rig import Bench, Rig, Watch, hexes, raises
from sim.step_clock import finish

RUNS_ON = "both"
SEVEN = "04a1b2c3d4e5f6"


def poll(bench):
    """One idle poll; (outcome, transactions)."""
    before = bench.chip.transactions
    bench.reader.start_wake()
    bench.clock.sleep_ms(1)
    return bench.reader.check(), bench.chip.transactions - before


def fault_of(chip_state, version=0x92):
    rig = Rig()
    chip = rig.chips[0]
    chip.version = chip.reg[0x37] = version
    chip.broken = chip_state
    return raises(ReaderFault, finish, rig.readers[0].init())


def test_all_chip_selects_are_high_before_anything_else():
    rig = Rig(4)
    assert all(chip.transactions == 0 for chip in rig.chips)
    assert not rig.model.buses[0].chosen
    finish(rig.readers[2].init())
    assert [chip.transactions > 0 for chip in rig.chips] == [False, False, True, False]
    assert rig.model.buses[0].contentions == 0


def test_init_names_the_chip_and_leaves_the_field_off():
    rig = Rig()
    finish(rig.readers[0].init())
    assert rig.readers[0].version_name() == "MFRC522 2.0"
    assert not rig.chips[0].rf.powered


def test_clones_are_tried():
    for version in (0x88, 0x90, 0xB2, 0x12, 0x15, 0x82, 0x33):
        rig = Rig()
        rig.chips[0].version = rig.chips[0].reg[0x37] = version
        finish(rig.readers[0].init())
        assert rig.readers[0].version == version
        assert rig.readers[0].version_name()


def named(version, copy):
    rig = Rig()
    rig.chips[0].version = rig.chips[0].reg[0x37] = version
    rig.chips[0].copy = copy
    finish(rig.readers[0].init())
    return rig.readers[0].version_name(), rig.readers[0].verdict


def test_the_self_test_tells_a_copy_from_the_real_silicon():
    assert named(0x91, False) == ("MFRC522 1.0", "genuine")
    assert named(0x92, False) == ("MFRC522 2.0", "genuine")
    assert named(0x92, True) == ("MFRC522 2.0 (copy)", "copy")
    assert named(0x88, True) == ("FM17522 clone", "unknown")


def test_with_the_pin_wired_an_early_look_costs_nothing():
    bench = Bench(SEVEN, irq=True)
    bench.reader.start_wake()
    before = bench.chip.transactions
    assert bench.reader.check() == PENDING
    assert bench.chip.transactions == before
    bench.clock.sleep_ms(1)
    assert bench.reader.check() == ANSWERED


def test_four_readers_share_the_interrupt_line():
    watch = Watch(4, irq=True)
    watch.run(200)
    watch.put(SEVEN, reader="c")
    watch.run(300)
    assert watch.told() == [("+", 2, SEVEN, None)]


def test_a_dead_bus_says_how_to_wire_it():
    for state in ("dead", "open"):
        error = fault_of(state)
        assert error.code == "no-bus"
        assert "MISO" in error.text


def test_version_00_is_no_bus():
    assert fault_of(None, 0x00).code == "no-bus"


def test_a_bad_wire_fails_the_fifo_test():
    error = fault_of("fifo")
    assert error.code == "fifo"
    assert "shorten" in error.text


def test_a_chip_held_in_reset_says_so():
    rig = Rig()
    rig.model.reset_line(0)
    assert raises(ReaderFault, finish, rig.readers[0].init()).code in ("no-bus", "startup")


def test_gain_is_the_default_and_read_back():
    bench = Bench()
    assert bench.chip.reg[0x26] == 0x48
    bench.chip.reg[0x26] = 0x78
    error = raises(ReaderFault, bench.reader.check_health)
    assert error.code == "health" and "gain" in str(error)


def test_idle_poll_takes_five_transactions():
    bench = Bench()
    poll(bench)
    for _ in range(10):
        assert poll(bench) == (SILENT, 5)


def test_a_tag_of_seven_bytes_takes_at_most_40_transactions_and_8_ms():
    bench = Bench(SEVEN)
    poll(bench)
    bench.power()
    transactions, us = bench.chip.transactions, bench.clock.us
    assert finish(bench.selection.wake())
    tag = finish(bench.selection.resolve())
    finish(bench.selection.halt())
    assert hexes([tag]) == [SEVEN]
    assert bench.chip.transactions - transactions <= 40
    assert bench.clock.us - us <= 8000


def test_an_unmoved_tag_answers_every_one_of_100_polls():
    bench = Bench(SEVEN)
    assert all(hexes(bench.look()) == [SEVEN] for _ in range(100))


def test_a_poll_asked_too_early_is_pending():
    bench = Bench()
    bench.reader.start_wake()
    assert bench.reader.check() == PENDING
    bench.clock.sleep_ms(1)
    assert bench.reader.check() == SILENT


def test_a_bus_that_reads_high_is_a_fault():
    bench = Bench()
    bench.chip.broken = "open"
    assert poll(bench)[0] == FAULT


def test_a_mute_chip_is_not_silence_for_ever():
    bench = Bench()
    bench.chip.brown_out()
    error = raises(ReaderFault, finish, bench.selection.wake())
    assert error.code == "silent"


def test_health_sees_a_chip_that_lost_its_settings():
    bench = Bench()
    bench.reader.check_health()
    before = bench.chip.transactions
    bench.reader.check_health()
    assert bench.chip.transactions - before == 1
    bench.chip.brown_out()
    bench.clock.sleep_ms(2)
    assert raises(ReaderFault, bench.reader.check_health).code == "health"


def test_health_sees_antenna_crypto_and_version():
    for address, value, word in ((0x14, 0x80, "antenna"), (0x08, 0x08, "crypto1"), (0x37, 0x91, "version")):
        bench = Bench()
        bench.chip.reg[address] = value
        assert word in str(raises(ReaderFault, bench.reader.check_health))


def test_chip_select_rises_even_when_the_bus_fails():
    bench = Bench()

    class Failing:
        def write(self, frame):
            raise OSError(5)

        write_readinto = None

    bench.reader.transport.bus = Failing()
    raises(OSError, bench.reader.start_wake)
    assert not bench.model.buses[0].chosen


def test_reads_an_ntags_memory():
    bench = Bench(SEVEN)
    assert finish(bench.selection.wake())
    assert finish(bench.selection.select(bytes.fromhex(SEVEN)))
    page = finish(bench.selection.read(0))
    assert page[:3] == bytes.fromhex(SEVEN)[:3] and page[12] == 0xE1
    assert finish(bench.selection.read(200)) is None
    bench.reader.check_health()


def test_every_code_has_a_next_step():
    for code in HELP:
        assert ReaderFault(code).text in str(ReaderFault(code))


def test_wake_in_the_standards_time():
    # WUPA and ATQA take 0.353 ms at 106 kbit/s; the chip knows no sooner, and not much later.
    bench = Bench(SEVEN)
    bench.reader.start_wake()
    start = bench.clock.us
    while bench.reader.check() == PENDING:
        pass
    assert 330 <= bench.clock.us - start <= 450
    assert bench.reader.check() == ANSWERED
