"""Check values and UIDs against the examples of ISO/IEC 14443-3."""

from lairboard.rfid import iso14443a
from rig import raises, uid

RUNS_ON = "both"


def test_crc_a_of_the_standards_examples():
    # ISO/IEC 14443-3, annex B: 00 00 -> A0 1E, 12 34 -> 26 CF (low byte first).
    assert iso14443a.crc_a(b"\x00\x00", 2) == 0x1EA0
    assert iso14443a.crc_a(b"\x12\x34", 2) == 0xCF26


def test_hlta_carries_its_crc():
    assert iso14443a.crc_ok(iso14443a.HLTA, 4)


def test_put_crc_makes_a_frame_that_checks():
    buf = bytearray(b"\x30\x04\xff\xff")
    assert iso14443a.put_crc(buf, 2) == 4
    assert iso14443a.crc_ok(buf, 4)
    buf[1] ^= 0x10
    assert not iso14443a.crc_ok(buf, 4)


def test_a_frame_too_short_for_a_crc_does_not_check():
    assert not iso14443a.crc_ok(b"\x63\x63", 2)


def test_nvb_counts_bytes_and_bits():
    assert iso14443a.nvb(0) == 0x20
    assert iso14443a.nvb(8) == 0x30
    assert iso14443a.nvb(13) == 0x35
    assert iso14443a.nvb(31) == 0x57


def test_levels_of_each_size():
    assert iso14443a.levels(uid("11223344")) == [uid("1122334444")]
    seven = iso14443a.levels(uid("04a1b2c3d4e5f6"))
    assert seven == [uid("8804a1b29f"), uid("c3d4e5f604")]
    ten = iso14443a.levels(uid("01020304050607080910"))
    assert [part[0] for part in ten] == [0x88, 0x88, 0x07]
    assert all(iso14443a.bcc(part) == part[4] for part in ten)


def test_levels_refuse_another_size():
    assert "4, 7 or 10" in str(raises(ValueError, iso14443a.levels, b"\x01\x02\x03"))


def test_only_sak_bit_3_means_more():
    assert iso14443a.more_levels(0x04)
    assert iso14443a.more_levels(0x24)
    assert not iso14443a.more_levels(0x08)
    assert not iso14443a.more_levels(0x00)


def test_foreign_tags():
    assert iso14443a.Tag(uid("08aabbcc"), 0x08).foreign
    assert iso14443a.Tag(uid("04a1b2c3d4e5f6"), 0x20).foreign
    assert not iso14443a.Tag(uid("04a1b2c3d4e5f6"), 0x00).foreign
    # 08 says random in a UID of four bytes only.
    assert not iso14443a.Tag(uid("08a1b2c3d4e5f6"), 0x00).foreign
