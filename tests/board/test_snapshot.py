"""Snapshots are used whole or not at all."""

from __future__ import annotations

from lairkeeper.board import ZoneSnapshot
from lairkeeper.board.fields import MAX_ZONES
from lairkeeper.board.snapshot import WAIT_MS, SnapshotBuilder


def zone(name: str, seq: int) -> ZoneSnapshot:
    return ZoneSnapshot("lair-1", "boot-1", seq, 0.0, name, "ok", (("04aa", 5),))


def test_whole() -> None:
    builder = SnapshotBuilder()
    builder.begin(100)
    assert builder.due == 100 + WAIT_MS
    builder.add(zone("tap", 3))
    builder.add(zone("seat-1", 3))
    assert builder.as_of() is None
    assert builder.end(3, 2)
    assert builder.as_of() == 3
    assert [one.zone for one in builder.take()] == ["tap", "seat-1"]
    assert builder.due is None
    assert builder.as_of() is None


def test_a_missing_reader() -> None:
    builder = SnapshotBuilder()
    builder.add(zone("tap", 3))
    assert not builder.end(3, 2)
    assert builder.as_of() is None


def test_readers_of_another_moment_do_not_count() -> None:
    builder = SnapshotBuilder()
    builder.add(zone("tap", 2))
    builder.add(zone("seat-1", 3))
    assert not builder.end(3, 2)
    builder.add(zone("tap", 3))
    assert builder.end(3, 2)


def test_readers_without_end_take_no_memory_without_end() -> None:
    builder = SnapshotBuilder()
    for n in range(10_000):
        builder.add(zone(f"r-{n}", 3))
    builder.add(zone("r-9990", 3))
    assert builder.end(3, MAX_ZONES)
    assert len(builder.take()) == MAX_ZONES


def test_asked_anew_is_begun_anew() -> None:
    builder = SnapshotBuilder()
    builder.add(zone("tap", 3))
    builder.begin(0)
    assert not builder.end(3, 1)
    builder.forget()
    assert builder.due is None
