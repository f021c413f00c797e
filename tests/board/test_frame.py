"""Frames on the host's side."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lairkeeper.board.frame import CONSOLE_BYTES, MAX_BODY, MAX_INNER, FrameReader, decode, encode

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "frames.json").read_text("utf-8"))
EVENT = ["E", 1042, 8812345, "+", "A", "04319f5d240289"]
BYTES = b'\x1e["E",1042,8812345,"+","A","04319f5d240289"]*aa838fb2\n'


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_vectors(case: dict) -> None:
    reader = FrameReader()
    found = [frame for chunk in case["chunks"] for frame in reader.feed(chunk.encode("latin-1"))]
    assert found == case["frames"]
    assert reader.bad == case["bad"]


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_vectors_byte_by_byte(case: dict) -> None:
    reader = FrameReader()
    data = "".join(case["chunks"]).encode("latin-1")
    assert [frame for i in range(len(data)) for frame in reader.feed(data[i : i + 1])] == case["frames"]


def test_an_event_is_54_bytes() -> None:
    assert encode(EVENT) == BYTES
    assert len(BYTES) == 54


@pytest.mark.parametrize("extra", [0, 1])
def test_the_longest_body(extra: int) -> None:
    items = ["L", "x" * (MAX_BODY - len('["L",""]') + extra)]
    if extra:
        with pytest.raises(ValueError, match="481 bytes; at most 480"):
            encode(items)
    else:
        assert FrameReader().feed(encode(items)) == [items]


@given(st.lists(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=20), st.lists, max_leaves=6)))
def test_what_is_encoded_is_decoded(items: list) -> None:
    items = ["T", *items]
    try:
        data = encode(items)
    except (ValueError, UnicodeEncodeError):
        return
    assert all(byte >= 0x20 for byte in data[1:-1])
    assert FrameReader().feed(data) == [items]


@given(st.lists(st.binary(max_size=60) | st.just(BYTES) | st.just(BYTES[:30]) | st.just(b">>> \x1e")), st.data())
def test_chunks_do_not_matter(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    whole = FrameReader()
    expected = whole.feed(stream)
    reader = FrameReader()
    found = []
    while stream:
        n = data.draw(st.integers(1, len(stream)))
        found += reader.feed(stream[:n])
        stream = stream[n:]
    assert found == expected
    assert reader.bad == whole.bad


def test_every_byte_is_a_frames_or_counted() -> None:
    reader = FrameReader()
    rnd = random.Random(5)
    total = framed = 0
    for _ in range(300):
        data = rnd.choice([BYTES, BYTES[: rnd.randrange(54)], rnd.randbytes(rnd.randrange(80)), b"\x1e" * 9])
        total += len(data)
        framed += len(BYTES) * len(reader.feed(data))
    reader.forget()
    assert framed + reader.dropped == total


def test_the_reader_stays_small() -> None:
    reader = FrameReader()
    for _ in range(200):
        reader.feed(b"\x1e" + b"x" * 4000)
        reader.feed(b"no frame at all " * 100)
    assert len(reader._open) <= MAX_INNER + 1
    assert len(reader.console) <= CONSOLE_BYTES


def test_the_console_keeps_what_is_no_frame() -> None:
    reader = FrameReader()
    reader.feed(b"Traceback (most recent call last):\r\n" + BYTES + b">>> ")
    assert reader.console == b"Traceback (most recent call last):\r\n>>> "


@pytest.mark.parametrize("storm", [b"\x1e", b"\x1e" + b"[" * 480, b"\x1e\n", b"\x1exx*", bytes(range(256))])
def test_after_a_storm_the_next_frame_is_read(storm: bytes) -> None:
    reader = FrameReader()
    data = storm * (500_000 // len(storm))
    for i in range(0, len(data), 4096):
        reader.feed(data[i : i + 4096])
    assert reader.feed(b"\n" + BYTES) == [EVENT]


def test_deep_nesting_is_no_error() -> None:
    body = b'["x",' + b"[" * 230 + b"]" * 230 + b"]"
    from binascii import crc32

    decode(b"%b*%08x" % (body, crc32(body)))
