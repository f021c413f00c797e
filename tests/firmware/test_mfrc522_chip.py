"""The chip model against the MFRC522 data sheet, through bare SPI bytes: no driver of ours."""

from rig import Rig, uid
from sim.rf_channel import bits_us
from sim.tag import crc_a, with_crc

RUNS_ON = "both"
SEVEN = "04a1b2c3d4e5f6"
RESET_VALUES = {
    0x01: 0x20,
    0x02: 0x80,
    0x06: 0x00,
    0x0A: 0x00,
    0x0B: 0x08,
    0x11: 0x3F,
    0x14: 0x80,
    0x15: 0x00,
    0x26: 0x48,
    0x2A: 0x00,
    0x37: 0x92,
}


class Chip(Rig):
    """One chip, its registers by address."""

    def __init__(self, *texts):
        super().__init__()
        self.cs = self.pins[0]
        self.chip = self.chips[0]
        self.clock.us += 2000
        for text in texts:
            self.put(text)

    def write(self, address, *values):
        self.cs(0)
        self.bus.write(bytes((address << 1,)) + bytes(values))
        self.cs(1)

    def read(self, *addresses):
        out = bytes([0x80 | a << 1 for a in addresses]) + b"\x00"
        into = bytearray(len(out))
        self.cs(0)
        self.bus.write_readinto(out, into)
        self.cs(1)
        return into[1] if len(addresses) == 1 else list(into[1:])

    def fifo(self):
        n = self.read(0x0A)
        return bytes([self.read(0x09) for _ in range(n)])

    def set_up(self):
        """100 % ASK, CRC preset, timer of 1 ms at the end of each frame, antenna on."""
        self.write(0x15, 0x40)
        self.write(0x11, 0x3D)
        self.write(0x2A, 0x80)
        self.write(0x2B, 67)
        self.write(0x2D, 100)
        self.write(0x14, 0x83)
        self.clock.us += 5000

    def send(self, data, bits=0, align=0, wait_us=2500):
        self.write(0x01, 0)
        self.write(0x04, 0x7F)
        self.write(0x0A, 0x80)
        self.write(0x09, *data)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | align << 4 | bits)
        self.clock.us += wait_us

    def select(self, text):
        data = uid(text)
        part = bytes((0x88,)) + data[:3]
        for sel, p in ((0x93, part), (0x95, data[3:])):
            check = bytes((p[0] ^ p[1] ^ p[2] ^ p[3],))
            self.send(with_crc(bytes((sel, 0x70)) + p + check))


def test_reset_values():
    chip = Chip()
    for address, value in RESET_VALUES.items():
        assert chip.read(address) == value, hex(address)


def test_a_read_fetches_one_register_a_byte():
    chip = Chip()
    assert chip.read(0x37, 0x14, 0x26, 0x37) == [0x92, 0x80, 0x48, 0x92]
    assert chip.chip.transactions == 1


def test_a_write_goes_to_one_register_however_long():
    chip = Chip()
    chip.write(0x09, 1, 2, 3, 4, 5)
    assert chip.read(0x0A) == 5
    assert chip.fifo() == b"\x01\x02\x03\x04\x05"
    assert chip.read(0x0A) == 0


def test_bytes_for_another_chip_are_not_heard():
    rig = Rig(2)
    rig.clock.us += 2000
    rig.pins[0](0)
    rig.bus.write(b"\x12\x01\x02")
    rig.pins[0](1)
    assert len(rig.chips[0].fifo) == 2
    assert rig.chips[1].fifo == [] and rig.chips[1].transactions == 0


def test_fifo_overflows_at_64_and_says_so():
    chip = Chip()
    chip.write(0x09, *range(64))
    assert chip.read(0x06) & 0x10 == 0
    chip.write(0x09, 1)
    assert chip.read(0x06) & 0x10
    assert chip.read(0x0A) == 64
    chip.write(0x0A, 0x80)
    assert chip.read(0x0A, 0x06) == [0, 0]


def test_water_level_alerts():
    chip = Chip()
    assert chip.read(0x07) & 0x03 == 0x01
    chip.write(0x09, *range(60))
    assert chip.read(0x07) & 0x03 == 0x02
    assert chip.read(0x04) & 0x08


def test_irq_bits_are_set_and_cleared_by_set1():
    chip = Chip()
    chip.write(0x04, 0x7F)
    chip.write(0x04, 0x80 | 0x21)
    assert chip.read(0x04) & 0x21 == 0x21
    chip.write(0x04, 0x20)
    assert chip.read(0x04) & 0x21 == 0x01


def test_the_crc_unit():
    chip = Chip()
    chip.write(0x11, 0x3D)
    chip.write(0x05, 0x04)
    chip.write(0x09, 0x12, 0x34)
    chip.write(0x01, 0x03)
    assert chip.read(0x05) & 0x04
    assert chip.read(0x22, 0x21) == [0x26, 0xCF]


def test_start_send_reads_as_zero():
    chip = Chip()
    chip.write(0x0D, 0xB7)
    assert chip.read(0x0D) == 0x37


def test_wupa_brings_atqa():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.send(b"\x52", bits=7)
    irq, error, level, control = chip.read(0x04, 0x06, 0x0A, 0x0C)
    assert irq & 0x61 == 0x60  # sent, received; the timer was stopped by the answer
    assert (error, level, control & 7) == (0, 2, 0)
    assert chip.fifo() == b"\x44\x00"


def test_an_empty_field_ends_with_the_timer():
    chip = Chip()
    chip.set_up()
    chip.send(b"\x52", bits=7)
    assert chip.read(0x04) & 0x61 == 0x41


def test_the_timer_takes_its_time():
    chip = Chip()
    chip.set_up()
    start = chip.clock.us
    chip.send(b"\x52", bits=7, wait_us=0)
    while not chip.read(0x04) & 0x01:
        assert chip.read(0x07) & 0x08 or not chip.read(0x04) & 0x40
    # 10 bits of frame, then 101 ticks of 135 / 13.56 MHz.
    assert 1090 <= chip.clock.us - start <= 1400


def test_without_tauto_no_timer_runs_until_it_is_started():
    chip = Chip()
    chip.set_up()
    chip.write(0x2A, 0x00)
    chip.send(b"\x52", bits=7, wait_us=20000)
    assert chip.read(0x04) & 0x01 == 0
    chip.write(0x0C, 0x40)
    assert chip.read(0x07) & 0x08
    chip.clock.us += 1200
    assert chip.read(0x04) & 0x01


def test_nothing_is_heard_without_what_type_a_needs():
    for address, value in ((0x14, 0x80), (0x15, 0x00), (0x12, 0x10), (0x13, 0x10)):
        chip = Chip(SEVEN)
        chip.set_up()
        chip.write(address, value)
        chip.send(b"\x52", bits=7)
        assert chip.read(0x04) & 0x20 == 0, hex(address)


def test_idle_ends_what_is_on_the_air():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.send(b"\x52", bits=7, wait_us=0)
    chip.write(0x01, 0x00)
    chip.clock.us += 5000
    assert chip.read(0x04) & 0x60 == 0
    assert chip.read(0x0A) == 0


def test_bytes_arrive_one_by_one():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.send(b"\x52", bits=7)
    chip.send(b"\x93\x20", wait_us=0)
    levels = []
    while not chip.read(0x04) & 0x20:
        levels.append(chip.read(0x0A))
    assert {1, 2, 3, 4} <= set(levels)
    assert chip.read(0x0A) == 5


def test_a_collision_stops_the_values_and_gives_its_place():
    chip = Chip("04000000000001", "04000100000001")
    chip.set_up()
    chip.write(0x0E, 0x00)
    chip.send(b"\x52", bits=7)
    chip.send(b"\x93\x20")
    error, coll, level = chip.read(0x06, 0x0E, 0x0A)
    assert error & 0x08
    assert coll & 0x20 == 0
    # 88 04 00 against 88 04 00 ^ 01 in the third UID byte: the 25th bit.
    assert coll & 0x1F == 25
    assert level == 5
    assert chip.fifo() == b"\x88\x04\x00\x00\x00"


def test_values_after_collision_stay_when_asked_for():
    chip = Chip("04000000000001", "040001f0000001")
    chip.set_up()
    chip.write(0x0E, 0x80)
    chip.send(b"\x52", bits=7)
    chip.send(b"\x93\x20")
    assert chip.read(0x06) & 0x08
    assert chip.fifo()[3] == 0x01


def test_a_collision_in_bit_32_reads_as_zero():
    chip = Chip("04000000000001", "04008000000001")
    chip.set_up()
    chip.send(b"\x52", bits=7)
    chip.send(b"\x93\x20")
    assert chip.read(0x0E) & 0x3F == 0


def test_rx_align_shifts_the_answer():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.send(b"\x52", bits=7)
    chip.send(b"\x93\x24\x08", bits=4, align=4)
    assert chip.read(0x0A, 0x0C)[0] == 5
    assert chip.fifo()[0] == 0x80  # the known bits are left to the host


def test_a_nak_of_four_bits_shows_in_rx_last_bits():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.send(b"\x52", bits=7)
    chip.select(SEVEN)
    chip.send(with_crc(b"\x30\xf0"))
    assert chip.read(0x0A, 0x0C)[0] == 1
    assert chip.read(0x0C) & 7 == 4


def test_chip_made_crc_both_ways():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.send(b"\x52", bits=7)
    chip.select(SEVEN)
    chip.write(0x12, 0x80)
    chip.write(0x13, 0x80)
    chip.send(b"\x30\x00", wait_us=4000)
    assert chip.read(0x06) == 0
    assert chip.read(0x07) & 0x40
    assert chip.read(0x0A) == 16
    assert chip.fifo()[:3] == uid(SEVEN)[:3]


def test_a_flipped_bit_is_a_parity_error():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.model.noise("a", flip=1.0)
    errors = 0
    for _ in range(20):
        chip.write(0x14, 0x80)
        chip.write(0x14, 0x83)
        chip.clock.us += 5000
        chip.send(b"\x52", bits=7)
        assert chip.fifo() != b"\x44\x00"
        errors += bool(chip.read(0x06) & 0x02)
    assert 10 <= errors < 20


def test_soft_reset_forgets_everything_and_the_field():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.write(0x01, 0x0F)
    chip.clock.us += 100
    assert chip.read(0x14, 0x15, 0x01) == [0x80, 0x00, 0x20]
    assert not chip.chip.rf.powered


def test_a_chip_held_in_reset_is_deaf():
    chip = Chip()
    chip.model.reset_line(0)
    assert chip.read(0x37) == 0
    chip.model.reset_line(1)
    assert chip.read(0x01) & 0x10  # starting: PowerDown reads 1
    chip.clock.us += 1000
    assert chip.read(0x37) == 0x92


def test_crypto_bit_is_cleared_but_not_set_from_outside():
    chip = Chip()
    chip.write(0x08, 0x08)
    assert chip.read(0x08) & 0x08 == 0
    chip.chip.reg[0x08] = 0x08
    chip.write(0x08, 0x00)
    assert chip.read(0x08) & 0x08 == 0


def test_authent_ends_without_success():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.write(0x09, *range(12))
    chip.write(0x01, 0x0E)
    assert chip.read(0x04) & 0x10
    assert chip.read(0x08) & 0x08 == 0


def test_times_on_the_air():
    # 128 / 13.56 MHz a bit.
    assert bits_us(1) == 10
    assert bits_us(100) == 944
    assert crc_a(b"") == 0x6363


def test_losing_the_field_resets_the_tag():
    chip = Chip(SEVEN)
    chip.set_up()
    chip.send(b"\x52", bits=7)
    chip.select(SEVEN)
    chip.send(with_crc(b"\x50\x00"))
    chip.send(b"\x26", bits=7)
    assert chip.read(0x04) & 0x20 == 0  # halted
    chip.write(0x14, 0x80)
    chip.write(0x14, 0x83)
    chip.clock.us += 5000
    chip.send(b"\x26", bits=7)
    assert chip.read(0x04) & 0x20
