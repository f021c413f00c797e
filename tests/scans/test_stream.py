"""A recorded stream can be read back and played again; a broken one names its line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lairkeeper.scans import PlayScanner, StreamError, StreamPlayer, read_stream, write_stream

from .taps import Taps, match, sighting


def test_out_and_in_again() -> None:
    stream = (
        sighting(1, 10.0, "seat-2"),
        sighting(2, 10.6, "coin-5", "seat-1"),
        sighting(3, 11.0, "?04FF"),
        sighting(4, 12.0, "!08112233", kind="t"),
        replace(sighting(5, 13.0, "coin-5", "seat-1", kind="-"), looks=(2, 8)),
    )
    assert read_stream(write_stream(stream)) == stream


def test_a_stream_plays_to_the_same_match() -> None:
    heard = [sighting(1, 10.0, "seat-2"), sighting(2, 10.5, "seat-2", kind="-"), sighting(3, 11.0, "coin-5")]
    first, second = StreamPlayer(match()), StreamPlayer(match())
    first.play(heard)
    second.play(read_stream(write_stream(heard)))
    assert first.history.state == second.history.state
    assert first.verdicts == second.verdicts
    assert len(first.history.live) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1"),
        ("hello", "line 1"),
        ('{"stream": 99}', "line 1"),
        ('{"stream": 1}\n{"row": 1', "line 2"),
        ('{"stream": 1}\n[1]', "line 2: not an object"),
        (
            '{"stream": 1}\n{"row": 1, "at": 1.0, "zone": "tap", "looks": "x"}',
            "looks must be two whole numbers",
        ),
        (
            '{"stream": 1}\n{"row": 1, "at": 1.0, "zone": "tap", "looks": [1]}',
            "looks must be two whole numbers",
        ),
        ('{"stream": 1}\n\n{"row": 1, "zone": "tap"}', "line 3"),
        ('{"stream": 1}\n{"row": "x", "at": 1, "zone": "tap"}', "row must be a whole number"),
        ('{"stream": 1}\n{"row": 1, "at": 1, "zone": "tap", "colour": "red"}', "colour"),
        ('{"stream": 1}\n{"row": 1, "at": 1, "zone": 5}', "zone must be text"),
    ],
)
def test_a_broken_stream_names_its_line(text: str, message: str) -> None:
    with pytest.raises(StreamError, match=message):
        read_stream(text)


def test_a_play_scans_by_name() -> None:
    scanner = PlayScanner(match())
    scanner.scan("seat-2", "coin-5#1")
    scanner.scan("tap", "seat-3#1")
    scanner.scan("tap", "coin-1#2")
    scanner.scan("tap", "verb-undo#1")
    assert [record.command.by for record in scanner.player.history.live if record.command] == ["Bo"]


@pytest.mark.parametrize("reader", ["seat-9", "Tap", "a" * 13, ""])
def test_a_play_cannot_scan_at_a_reader_that_is_not_there(reader: str) -> None:
    with pytest.raises(LookupError, match="no reader"):
        PlayScanner(match()).scan(reader, "coin-5#1")


def test_scanning_and_tapping_agree() -> None:
    scanner = PlayScanner(match())
    words = ["coin-5#1", "seat-2#1", "coin-1#1", "seat-3#1", "seat-2#1", "plus-1#1", "verb-end-turn#1"]
    for word in words:
        scanner.scan("tap", word)
    taps = Taps().tap(*words)
    assert scanner.player.history.state == taps.player.history.state
