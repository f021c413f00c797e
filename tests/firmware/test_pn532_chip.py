"""The PN532 model against NXP's user manual, through bare SPI bytes: no driver of ours."""

from rig import Rig, uid
from sim.chips.pn532.chip import answer_frame
from sim.chips.pn532.spi import turned

RUNS_ON = "both"
SEVEN = "04a1b2c3d4e5f6"
FOUR = "aabbccdd"
ACK = b"\x00\x00\xff\x00\xff\x00"


class Chip(Rig):
    """One chip, spoken to in frames."""

    def __init__(self, *texts):
        super().__init__(kinds=("pn532",))
        self.cs = self.pins[0]
        self.chip = self.chips[0]
        self.transfer(b"\x02\x00")
        self.clock.us += 5000
        for text in texts:
            self.put(text)

    def transfer(self, data):
        out = bytes([turned(b) for b in data])
        into = bytearray(len(out))
        self.cs(0)
        self.bus.write_readinto(out, into)
        self.cs(1)
        return bytes([turned(b) for b in into])

    def ready(self):
        return self.transfer(b"\x02\x00")[1] == 1

    def wait(self, ms):
        for _ in range(ms * 10):
            if self.ready():
                return True
            self.clock.us += 100
        return False

    def fetch(self, n):
        return self.transfer(b"\x03" + bytes(n))[1:]

    def send(self, *body):
        data = b"\xd4" + bytes(body)
        frame = bytes((len(data), -len(data) & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))
        self.transfer(b"\x01\x00\x00\xff" + frame)

    def ask(self, *body, ms=60):
        """Send a command; return the answer's bytes behind D5."""
        self.send(*body)
        assert self.wait(5)
        assert self.fetch(6) == ACK
        assert self.wait(ms)
        frame = self.fetch(64)
        assert frame[:3] == b"\x00\x00\xff" and (frame[3] + frame[4]) & 0xFF == 0
        assert sum(frame[5 : 6 + frame[3]]) & 0xFF == 0
        return frame[6 : 5 + frame[3]]


def test_firmware_version():
    assert Chip().ask(0x02) == b"\x03\x32\x01\x06\x07"


def test_a_sleeping_chip_is_woken_by_its_select_and_misses_what_was_said():
    rig = Chip()
    rig.chip.brown_out()
    rig.send(0x02)
    assert not rig.wait(5)
    assert rig.ask(0x02)[1] == 0x32


def test_a_wrong_checksum_gets_no_acknowledgement():
    rig = Chip()
    rig.transfer(b"\x01\x00\x00\xff\x02\xfe\xd4\x02\x2b\x00")
    assert not rig.wait(5)


def test_an_unknown_command_gets_the_error_frame():
    rig = Chip()
    rig.send(0xEE)
    assert rig.wait(5) and rig.fetch(6) == ACK
    assert rig.wait(5)
    assert rig.fetch(8) == b"\x00\x00\xff\x01\xff\x7f\x81\x00"


def test_a_nack_brings_the_answer_again():
    rig = Chip()
    first = rig.ask(0x02)
    rig.transfer(b"\x01\x00\x00\xff\xff\x00\x00")
    assert rig.wait(1)
    assert rig.fetch(13)[6:11] == first == b"\x03\x32\x01\x06\x07"


def test_diagnose_echoes_the_line():
    assert Chip().ask(0x00, 0x00, 1, 2, 3) == b"\x01\x00\x01\x02\x03"


def test_by_default_it_looks_for_ever_until_the_host_acknowledges():
    rig = Chip()
    rig.send(0x4A, 1, 0)
    assert rig.wait(5)
    rig.fetch(6)
    assert not rig.wait(500)
    rig.transfer(b"\x01" + ACK)
    assert not rig.wait(5)
    assert rig.ask(0x02)[1] == 0x32


def test_bounded_retries_end_with_no_target():
    rig = Chip()
    rig.ask(0x32, 0x05, 0xFF, 0x01, 0x01)
    assert rig.ask(0x4A, 2, 0) == b"\x4b\x00"


def test_lists_one_target_with_number_atqa_sak_and_uid():
    rig = Chip(SEVEN)
    assert rig.ask(0x4A, 1, 0) == b"\x4b\x01\x01\x00\x44\x00\x07" + uid(SEVEN)


def test_lists_two_targets_and_not_more():
    rig = Chip(SEVEN, FOUR, "04a1b2c3d4e5f7")
    rig.ask(0x32, 0x05, 0xFF, 0x01, 0x01)
    told = rig.ask(0x4A, 2, 0)
    assert told[1] == 2
    # Released, they sleep: the next look finds the third.
    assert rig.ask(0x52, 0) == b"\x53\x00"
    assert rig.ask(0x4A, 2, 0)[1] == 1


def test_a_field_that_comes_on_by_itself_takes_its_guard_time():
    rig = Chip(SEVEN)
    before = rig.clock.us
    rig.ask(0x4A, 1, 0)
    assert rig.clock.us - before > 9000


def test_reads_and_writes_a_tags_memory():
    rig = Chip(SEVEN)
    rig.ask(0x4A, 1, 0)
    assert rig.ask(0x40, 1, 0x30, 3)[:5] == b"\x41\x00\xe1\x10\x12"
    assert rig.ask(0x40, 1, 0xA2, 5, 1, 2, 3, 4) == b"\x41\x00"
    assert rig.ask(0x42, 0x3A, 5, 5) == b"\x43\x00\x01\x02\x03\x04"
    # A four-bit answer has no CRC: through InCommunicateThru it is an error.
    assert rig.ask(0x42, 0xA2, 5, 1, 2, 3, 4) == b"\x43\x02"


def test_a_tag_that_went_away_times_out():
    rig = Chip(SEVEN)
    rig.ask(0x4A, 1, 0)
    rig.take(SEVEN)
    assert rig.ask(0x40, 1, 0x30, 3, ms=100) == b"\x41\x01"


def test_select_by_number():
    rig = Chip(SEVEN, FOUR)
    rig.ask(0x32, 0x05, 0xFF, 0x01, 0x01)
    assert rig.ask(0x4A, 2, 0)[1] == 2
    assert rig.ask(0x54, 1) == b"\x55\x00"
    assert rig.ask(0x54, 2) == b"\x55\x00"
    assert rig.ask(0x54, 3) == b"\x55\x27"


def test_registers_tell_the_antenna_and_the_gain():
    rig = Chip()
    assert rig.ask(0x06, 0x63, 0x04, 0x63, 0x16) == b"\x07\x80\x59"
    assert rig.ask(0x32, 0x01, 0x01) == b"\x33"
    assert rig.ask(0x06, 0x63, 0x04) == b"\x07\x83"


def on_air(chip, data, framing):
    """Let the chip send a frame by its registers; return Error, Coll, FIFOLevel, Control and five bytes."""
    body = [0x63, 0x31, 0x00, 0x63, 0x02, 0x00, 0x63, 0x03, 0x00, 0x63, 0x3A, 0x80]
    for b in data:
        body += [0x63, 0x39, b]
    assert chip.ask(0x08, *body, 0x63, 0x31, 0x0C, 0x63, 0x3D, 0x80 | framing) == b"\x09"
    chip.clock.us += 2000
    registers = (0x36, 0x3E, 0x3A, 0x3C) + (0x39,) * 5
    return chip.ask(0x06, *[b for register in registers for b in (0x63, register)])[1:]


def test_the_host_makes_frames_by_the_registers():
    chip = Chip(SEVEN)
    assert on_air(chip, b"\x26", 7)[2] == 0, "without a field"
    chip.ask(0x32, 0x01, 0x01)
    chip.clock.us += 6000
    assert on_air(chip, b"\x26", 7) == b"\x00\x20\x02\x10" + b"\x44\x00" + bytes(3)
    part = b"\x88\x04\xa1\xb2\x9f"
    assert on_air(chip, b"\x93\x20", 0) == b"\x00\x20\x05\x10" + part
    assert on_air(chip, b"\x93\x24\x08", 0x44) == b"\x00\x20\x05\x10\x80" + part[1:], "aligned to the same bit"
    chip.ask(0x4A, 0x01, 0x00)
    assert on_air(chip, b"\x52", 7)[2] == 0, "a tag that was selected is ended by it"
    assert on_air(chip, b"\x52", 7)[2] == 2


def test_the_registers_tell_where_tags_differ():
    chip = Chip(SEVEN, "04a0b2c3d4e5f6")
    chip.ask(0x32, 0x01, 0x01)
    chip.clock.us += 6000
    on_air(chip, b"\x26", 7)
    assert on_air(chip, b"\x93\x20", 0)[:3] == b"\x08\x11\x05", "the first bit of the third byte"


def test_a_new_command_ends_the_one_before():
    rig = Chip()
    rig.send(0x4A, 1, 0)
    assert rig.wait(5)
    rig.fetch(6)
    assert rig.ask(0x02)[0] == 0x03


def test_the_interrupt_pin_is_low_while_there_is_something_to_fetch():
    rig = Chip()
    assert rig.model.irq_level() == 1
    rig.send(0x02)
    rig.clock.us += 300
    assert rig.model.irq_level() == 0
    rig.fetch(6)
    assert rig.model.irq_level() == 1


def test_answers_are_framed():
    assert answer_frame(b"\x03\x32") == b"\x00\x00\xff\x03\xfd\xd5\x03\x32\xf6\x00"
