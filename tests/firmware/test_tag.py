"""The tag models against ISO/IEC 14443-3 and the NTAG21x data sheet."""

from rig import raises, uid
from sim import tag as tags
from sim.tag import ACTIVE, HALT, IDLE, OFF, READY, crc_a, frame_of, with_crc
from sim.tag_kinds import make

RUNS_ON = "both"
SEVEN = uid("04a1b2c3d4e5f6")
WUPA = (0x52, 7)
REQA = (0x26, 7)


def awake(kind="ntag213", data=SEVEN):
    tag = make(kind, data)
    tag.power_up(0)
    return tag


def say(tag, frame):
    """Send (value, bits), or bytes with their CRC; the answer's bytes, its bits when not whole, or None."""
    if isinstance(frame, bytes):
        frame = frame_of(with_crc(frame))
    answer = tag.hear(10000, *frame)
    if answer is None:
        return None
    value, bits, _ = answer
    return value.to_bytes(bits // 8, "little") if not bits % 8 else (value, bits)


def plain(data):
    """Return a frame without CRC."""
    return frame_of(data)


def select(tag):
    assert say(tag, WUPA)
    for level in range(len(tag.parts)):
        sak = say(tag, bytes((0x93 + 2 * level, 0x70)) + tag.parts[level])
        assert crc_a(sak) == 0
    return sak[0]


def test_crc_a_of_the_standards_examples():
    assert crc_a(b"\x00\x00") == 0x1EA0
    assert crc_a(b"\x12\x34") == 0xCF26


def test_without_field_there_is_no_answer():
    tag = make("ntag213", SEVEN)
    assert tag.state == OFF
    assert say(tag, WUPA) is None


def test_a_tag_needs_its_time_after_the_field():
    tag = make("ntag213", SEVEN)
    tag.power_up(0)
    assert tag.hear(4000, *WUPA) is None
    assert tag.hear(5000, *WUPA)


def test_atqa_and_sak_of_each_kind():
    for kind, data, atqa, sak in (
        ("ntag213", SEVEN, b"\x44\x00", 0x00),
        ("ntag215", SEVEN, b"\x44\x00", 0x00),
        ("card4", SEVEN[:4], b"\x04\x00", 0x08),
        ("card10", SEVEN + b"\x01\x02\x03", b"\x84\x00", 0x00),
        ("bank", SEVEN, b"\x44\x00", 0x20),
        ("phone", b"\x01", b"\x04\x00", 0x20),
    ):
        tag = awake(kind, data)
        assert say(tag, WUPA) == atqa
        tag.power_up(0)
        assert select(tag) == sak
        assert tag.state == ACTIVE


def test_every_level_but_the_last_says_cascade():
    tag = awake()
    say(tag, WUPA)
    assert say(tag, b"\x93\x70" + tag.parts[0])[0] == 0x04
    assert say(tag, b"\x95\x70" + tag.parts[1])[0] == 0x00


def test_a_halted_tag_hears_wupa_only():
    tag = awake()
    select(tag)
    assert say(tag, b"\x50\x00") is None
    assert tag.state == HALT
    assert say(tag, REQA) is None
    assert say(tag, WUPA)
    assert tag.state == READY


def test_a_woken_tag_that_is_not_chosen_goes_back_to_halt():
    tag = awake()
    select(tag)
    say(tag, b"\x50\x00")
    say(tag, WUPA)
    assert say(tag, b"\x93\x70\x11\x22\x33\x44\x44") is None
    assert tag.state == HALT
    fresh = awake()
    say(fresh, REQA)
    assert say(fresh, b"\x93\x70\x11\x22\x33\x44\x44") is None
    assert fresh.state == IDLE


def test_a_selected_tag_does_not_answer_reqa_or_wupa():
    tag = awake()
    select(tag)
    assert say(tag, WUPA) is None
    assert tag.state == IDLE


def test_anticollision_answers_the_rest_of_the_level():
    tag = awake()
    say(tag, WUPA)
    assert say(tag, plain(b"\x93\x20")) == tag.parts[0]
    assert say(tag, plain(b"\x93\x30\x88")) == tag.parts[0][1:]
    assert say(tag, (0x93 | 0x23 << 8 | (0x88 & 7) << 16, 19)) == (tag.codes[0] >> 3, 37)


def test_anticollision_for_others_leaves_it_ready():
    tag = awake()
    say(tag, WUPA)
    assert say(tag, plain(b"\x93\x30\x89")) is None
    assert tag.state == READY
    assert say(tag, plain(b"\x93\x20"))


def test_select_with_a_wrong_check_value_is_refused():
    tag = awake()
    say(tag, WUPA)
    frame = bytearray(with_crc(b"\x93\x70" + tag.parts[0]))
    frame[-1] ^= 1
    assert say(tag, plain(bytes(frame))) is None
    assert tag.state == IDLE


def test_the_second_level_out_of_turn_is_refused():
    tag = awake()
    say(tag, WUPA)
    assert say(tag, plain(b"\x95\x20")) is None
    assert tag.state == IDLE


def test_ntag_reads_its_uid_and_container():
    tag = awake()
    select(tag)
    page = say(tag, b"\x30\x00")
    assert crc_a(page) == 0
    assert page[0:3] + page[4:8] == SEVEN
    assert page[3] == 0x88 ^ page[0] ^ page[1] ^ page[2]
    assert page[8] == page[4] ^ page[5] ^ page[6] ^ page[7]
    assert page[12:16] == b"\xe1\x10\x12\x00"


def test_ntag_read_rolls_over():
    tag = awake()
    select(tag)
    assert say(tag, b"\x30\x2c")[4:8] == tag.memory[0:4]


def test_ntag_refuses_a_page_it_has_not():
    tag = awake()
    select(tag)
    assert say(tag, b"\x30\x2d") == (0, 4)
    assert tag.state == IDLE
    big = awake("ntag215")
    select(big)
    assert len(say(big, b"\x30\x2d")) == 18


def test_ntag_writes_and_reads_back():
    tag = awake()
    select(tag)
    assert say(tag, b"\xa2\x04\x01\x02\x03\x04") == (0xA, 4)
    assert say(tag, b"\x30\x04")[:4] == b"\x01\x02\x03\x04"
    assert say(tag, b"\x3a\x04\x05")[:4] == b"\x01\x02\x03\x04"


def test_ntag_keeps_its_uid_pages():
    tag = awake()
    select(tag)
    assert say(tag, b"\xa2\x00\x01\x02\x03\x04") == (0, 4)


def test_ntag_version_tells_its_size():
    for kind, storage in (("ntag213", 0x0F), ("ntag215", 0x11)):
        tag = awake(kind)
        select(tag)
        assert say(tag, b"\x60")[:8] == bytes((0, 4, 4, 2, 1, 0, storage, 3))


def test_a_phone_draws_its_uid_anew():
    tag = awake("phone", b"\x01")
    first = tag.uid
    tag.power_down(0)
    tag.power_up(0)
    assert tag.uid != first
    assert tag.uid[0] == first[0] == 0x08


def test_unfit_uids_and_kinds_are_refused():
    assert "4, 7 or 10" in str(raises(ValueError, tags.Tag, b"\x01"))
    assert "7 bytes" in str(raises(ValueError, make, "ntag213", b"\x01\x02\x03\x04"))
    assert "10 bytes" in str(raises(ValueError, make, "card10", SEVEN))
    assert "ntag215" in str(raises(ValueError, make, "ntag999", SEVEN))
