"""The fake `machine`: pins share their line, a bus talks to the chip that is selected."""

import machine
from machine import PWM, SPI, WDT, Pin
from rig import CS, Rig, raises

RUNS_ON = "both"
VERSION = b"\xee\x00"


def version_of(rig):
    into = bytearray(2)
    rig.bus.write_readinto(VERSION, into)
    return into[1]


def test_pins_of_one_number_are_one_line():
    Rig()
    Pin(2, Pin.OUT, value=1)
    assert Pin(2)() == 1
    Pin(2).off()
    assert Pin(2).value() == 0
    Pin(2).toggle()
    assert Pin(2).value() == 1


def test_chip_selects_are_pulled_up():
    rig = Rig(3)
    assert [Pin(cs)() for cs in CS[:3]] == [1, 1, 1]
    assert version_of(rig) == 0xFF  # nobody drives the line


def test_the_selected_chip_answers():
    rig = Rig(2)
    rig.clock.us += 2000
    rig.chips[1].reg[0x37] = 0x91
    rig.pins[1](0)
    assert version_of(rig) == 0x91
    rig.pins[1](1)
    assert rig.chips[0].transactions == 0


def test_two_selected_chips_fight():
    rig = Rig(2)
    rig.clock.us += 2000
    rig.pins[0](0)
    rig.pins[1](0)
    assert version_of(rig) == 0
    assert rig.model.buses[0].contentions == 1


def test_the_wrong_mode_reads_rubbish():
    rig = Rig()
    rig.clock.us += 2000
    rig.bus = SPI(0, baudrate=4000000, polarity=1, phase=0)
    rig.pins[0](0)
    assert version_of(rig) == 0


def test_a_transfer_takes_its_time():
    rig = Rig()
    before = rig.clock.us
    SPI(0, baudrate=1000000).write(bytes(10))
    assert rig.clock.us - before == 20 + 80


def test_a_bus_that_is_not_wired_is_refused():
    Rig()
    assert "SPI(1)" in str(raises(ValueError, SPI, 1))


def test_buffers_must_fit():
    rig = Rig()
    raises(ValueError, rig.bus.write_readinto, b"\x00", bytearray(2))


def test_outputs_can_be_watched():
    Rig()
    seen = []
    stop = machine.watch(lambda pin, level: seen.append((pin, level)))
    led = Pin(25, Pin.OUT)
    led(1)
    led(1)
    led(0)
    buzzer = PWM(Pin(12), freq=440, duty_u16=0)
    buzzer.duty_u16(100)
    stop()
    led(1)
    assert seen == [(25, 1), (25, 0), (12, (440, 0)), (12, (440, 100))]


def test_a_button_fires_its_interrupt():
    Rig()
    presses = []
    button = Pin(6, Pin.IN, Pin.PULL_UP)
    button.irq(lambda pin: presses.append(pin()), Pin.IRQ_FALLING)
    assert button() == 1
    machine.drive(6, 0)
    machine.drive(6, 0)
    machine.drive(6, 1)
    assert presses == [0]


def test_the_watchdog_starves_in_simulated_time():
    rig = Rig()
    watchdog = WDT(timeout=1000)
    rig.clock.us += 900000
    assert not watchdog.starved()
    watchdog.feed()
    rig.clock.us += 900000
    assert not watchdog.starved()
    rig.clock.us += 200000
    assert watchdog.starved()


def test_the_reset_line_reaches_every_chip():
    rig = Rig(2)
    Pin(15, Pin.OUT, value=0)
    assert all(chip.in_reset for chip in rig.chips)
    Pin(15, Pin.OUT, value=1)
    assert not any(chip.in_reset for chip in rig.chips)
