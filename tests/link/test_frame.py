"""The board's frames; what reads them is also checked against the vectors."""

import binascii

from lairboard.link.frame import MAX_BODY, Reader, decode, encode

RUNS_ON = "both"

EVENT = ["E", 1042, 8812345, "+", "A", "04319f5d240289"]
BYTES = b'\x1e["E",1042,8812345,"+","A","04319f5d240289"]*aa838fb2\n'


def test_an_event_is_54_bytes():
    assert encode(EVENT) == BYTES
    assert len(BYTES) == 54


def test_no_control_byte_travels():
    data = encode(["L", "info", 1, "a\x03b\nc\x1e"])
    assert all(byte >= 0x20 for byte in data[1:-1])
    assert Reader().feed(data) == [["L", "info", 1, "a\x03b\nc\x1e"]]


def test_a_long_body_is_refused():
    room = MAX_BODY - len('["L",""]')
    assert len(encode(["L", "x" * room])) == MAX_BODY + 11
    try:
        encode(["L", "x" * (room + 1)])
    except ValueError:
        return
    raise AssertionError("a body that is too long was encoded")


def test_one_flipped_bit_is_found():
    for i in range(1, len(BYTES) - 1):
        for bit in (1, 0x10):
            inner = bytearray(BYTES[1:-1])
            inner[i - 1] ^= bit
            assert decode(bytes(inner)) is None


def test_the_reader_keeps_one_frame_at_most():
    reader = Reader()
    for _ in range(50):
        assert reader.feed(b"\x1e" + b"x" * 400) == []
    assert reader.dropped == 49 * 401
    reader.feed(b"x" * 1000)
    assert reader.feed(BYTES) == [EVENT]


def test_any_noise_is_survived():
    reader = Reader()
    state = 12345
    for _ in range(20):
        noise = bytearray(500)
        for i in range(500):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            noise[i] = b'\x1e\n*["E",1]0f\x03\xff'[(state >> 16) % 14]
        reader.feed(noise)
    assert reader.feed(b"\n" + BYTES) == [EVENT]


def test_a_checksum_that_fits_does_not_make_an_event():
    for body in (b"[1]", b"{}", b"[[]]", b"[", b'["A"'):
        assert decode(b"%s*%08x" % (body, binascii.crc32(body))) is None
