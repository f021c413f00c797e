"""The ring of events: order, room, collapse, and no allocation."""

import sys

from lairboard.ring import BUTTON, GAP, NO_ZONE, PLACED, RECORD, REMOVED, TOMBSTONE, Ring

RUNS_ON = "both"

UID = bytes((0x04, 0x31, 0x9F, 0x5D, 0x24, 0x02, 0x89))
TRAY, LOOSE, OTHER = 0, 1, 2


def ring(size=8):
    made = Ring(size)
    made.scoring = 1
    return made


def put(r, zone, kind=PLACED, ms=0):
    return r.put(kind, zone, ms, UID, len(UID))


def seqs(r):
    return [r.read(i)[0] for i in range(r.count)]


def test_what_is_put_is_read():
    r = ring()
    assert r.put(PLACED, TRAY, 8812345, UID, 7, 3) == 1
    assert r.put(BUTTON, NO_ZONE, 70000, b"b1", 2) == 2
    assert r.read(0) == (1, 8812345, PLACED, TRAY, 3, UID)
    assert r.read(1) == (2, 70000, BUTTON, NO_ZONE, 0, b"b1")


def test_256_records_of_24_bytes():
    assert RECORD == 24
    assert len(Ring()._buf) == 256 * 24


def test_dropping_up_to_a_seq():
    r = ring()
    for _ in range(5):
        put(r, TRAY)
    r.flying = 4
    assert r.drop(3) == 3
    assert seqs(r) == [4, 5]
    assert r.flying == 1
    assert r.drop(3) == 0
    assert r.oldest_seq() == 4
    r.drop(5)
    assert r.oldest_seq() == r.next_seq == 6


def test_it_goes_round():
    r = ring(4)
    for i in range(40):
        assert put(r, TRAY, ms=i) == i + 1
        if r.count == 3:
            r.drop(i - 1)
    assert seqs(r)[-1] == 40
    assert r.read(r.count - 1)[1] == 39


def test_scoring_events_are_never_dropped():
    r = ring(4)
    for _ in range(4):
        put(r, TRAY)
    assert put(r, TRAY) == 0
    assert put(r, TRAY) == 0
    assert r.refused == 2
    assert seqs(r) == [1, 2, 3, 4]
    r.drop(2)
    assert put(r, TRAY, ms=77) == 6
    assert r.read(2) == (5, 77, GAP, NO_ZONE, 0, bytes((2, 0, 0, 0)))
    assert r.refused == 0


def test_the_gap_is_told_as_soon_as_there_is_room():
    r = ring(4)
    for _ in range(5):
        put(r, TRAY)
    assert not r.settle(5)
    r.drop(1)
    assert not r.settle(5)  # one place is not enough: the event after the gap needs one too
    r.drop(2)
    assert r.settle(5)
    assert seqs(r) == [3, 4, 5]
    assert r.settle(6)
    assert seqs(r) == [3, 4, 5]


def test_runs_outside_scoring_zones_become_tombstones():
    r = ring(8)
    put(r, TRAY)
    for kind in (PLACED, REMOVED, PLACED):
        put(r, LOOSE, kind)
    put(r, TRAY)
    put(r, LOOSE)
    put(r, OTHER)
    put(r, TRAY)
    assert put(r, TRAY) == 9
    assert seqs(r) == [1, 4, 5, 7, 8, 9]
    assert r.read(1) == (4, 0, TOMBSTONE, LOOSE, 0, bytes((3, 0, 0, 0)))
    assert r.read(3) == (7, 0, TOMBSTONE, NO_ZONE, 0, bytes((2, 0, 0, 0)))


def test_tombstones_grow():
    r = ring(4)
    for _ in range(20):
        assert put(r, LOOSE)
    covered = 0
    for i in range(r.count):
        data = r.read(i)[5]
        covered += data[0] if r.read(i)[2] == TOMBSTONE else 1
    assert covered == 20
    assert r.oldest_seq() == 1


def test_records_in_flight_stay():
    r = ring(4)
    for _ in range(4):
        put(r, LOOSE)
    r.flying = 3
    assert put(r, LOOSE) == 0
    assert seqs(r) == [1, 2, 3, 4]
    r.flying = 1
    assert put(r, LOOSE)
    assert r.read(0)[2] == PLACED
    assert r.read(1)[2] == TOMBSTONE


def test_other_kinds_do_not_collapse():
    r = ring(4)
    for _ in range(4):
        r.put(BUTTON, NO_ZONE, 0, b"b1", 2)
    assert put(r, LOOSE) == 0


def test_nothing_is_allocated():
    if sys.implementation.name != "micropython":
        return
    import micropython

    r = ring(16)
    data = bytearray(UID)
    micropython.heap_lock()
    try:
        for i in range(200):
            r.put(PLACED if i & 1 else REMOVED, i % 3, i, data, 7, 1)
            if i % 7 == 0:
                r.drop(r.next_seq - 9)
            r.settle(i)
    finally:
        micropython.heap_unlock()
    assert r.next_seq > 100
