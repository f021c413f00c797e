"""Recordings of a link: counted, written, read back, played back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lairkeeper.board import Link, LinkState, MemoryInbox, SimulatedBoard
from lairkeeper.board.frame import encode
from lairkeeper.board.trace import Chunk, Monitor, Playback, Recorder, TraceError, read_trace

EVENT = ["E", 1, 5, "+", "tap", "04319f5d240289"]


def test_counts_resends_drops_and_latency() -> None:
    monitor = Monitor()
    monitor(0, "<", encode(["h", 1, "n", "b", None, "lair-1", "boot", 1, 1, "0", "hw", [], [16, 256]]))
    monitor(10, "<", b">>> " + encode(EVENT)[:9])
    monitor(11, "<", encode(EVENT)[9:] + encode(EVENT))
    monitor(17, ">", encode(["A", 1]))
    monitor(20, ">", encode(["P", 20]))
    monitor(24, "<", encode(["p", 20, 3]) + b"\x1ebroken*00000000\n")
    assert monitor.frames == {"<h": 1, "<E": 2, ">A": 1, ">P": 1, "<p": 1}
    assert monitor.resends == 1
    assert monitor.latencies == [6]
    assert monitor.round_trips == [4]
    assert monitor.bad == 1
    assert monitor.dropped == 4 + 17
    assert monitor.console.startswith(">>> ")


def test_journal_records_count_too() -> None:
    monitor = Monitor()
    monitor(0, "<", encode(["J", "old", 3, 5, 9, "+", "tap", "04"]))
    monitor(4, ">", encode(["a", "old", 3]))
    assert monitor.latencies == [4]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.jsonl")
    recorder(1000.0, "<", bytes(range(256)))
    recorder(1012.34, ">", b"\x1e[]\n")
    recorder.close()
    assert read_trace(tmp_path / "a.jsonl") == [Chunk(0, "<", bytes(range(256))), Chunk(12.3, ">", b"\x1e[]\n")]


def test_a_recording_that_was_cut_short_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    recorder = Recorder(path)
    recorder(0, "<", b"x")
    recorder(1, "<", b"y")
    recorder.close()
    path.write_text(path.read_text()[:-5])
    assert [piece.data for piece in read_trace(path)] == [b"x"]


@pytest.mark.parametrize(
    "text", ["", "hello", "[]", '{"lairkeeper-link": 2}\n', '{"lairkeeper-link": 1}\n{"ms": 1}\n',
             '{"lairkeeper-link": 1}\n{"ms": 0, "way": "?", "data": ""}\n']
)  # fmt: skip
def test_what_is_no_recording_is_refused_in_words(tmp_path: Path, text: str) -> None:
    (tmp_path / "a").write_text(text)
    with pytest.raises(TraceError, match=r"recording|damaged"):
        read_trace(tmp_path / "a")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("dear")
    with pytest.raises(TraceError, match="is there already"):
        Recorder(tmp_path / "a")
    assert (tmp_path / "a").read_text() == "dear"


@pytest.mark.resume
async def test_a_real_link_is_played_back_with_its_cuts(tmp_path: Path) -> None:
    inbox = MemoryInbox()
    recorder = Recorder(tmp_path / "a.jsonl")
    with SimulatedBoard(["tap"]) as board:
        link = Link(board.port, inbox, tap=recorder)
        stop = asyncio.Event()
        running = asyncio.create_task(link.run(stop))

        async def until_up() -> None:
            while link.status.state is not LinkState.UP:
                await asyncio.sleep(0.01)

        for i in range(2):
            await until_up()
            board.place("tap", f"0431000000000{i}")
            while len(inbox.events) < 2 * i + 1:
                await asyncio.sleep(0.01)
            board.take("tap", f"0431000000000{i}")
            while len(inbox.events) < 2 * i + 2:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(board.restart)
            while link.status.state is LinkState.UP:
                await asyncio.sleep(0.01)
        stop.set()
        await running
    recorder.close()
    playback = Playback(read_trace(tmp_path / "a.jsonl"))
    times = [piece.ms for piece in playback.run()]
    assert times == sorted(times)
    assert [event.key for event in playback.inbox.events] == [event.key for event in inbox.events]
    assert playback.status.sessions == 2
