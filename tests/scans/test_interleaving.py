"""The same sightings in any interleaving explain to the same commands, and repeats change nothing."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from lairkeeper.scans import Sighting, StreamPlayer

from .taps import SEATS, match, sighting

PIECES = ["coin-1", "coin-5", "plus-1", "plus-5"]
READERS = ["tap", "seat-1", "seat-2", "seat-3"]
sentences = st.lists(
    st.one_of(
        st.sampled_from(PIECES).map(lambda piece: [piece]),
        st.tuples(st.sampled_from(["seat-1", "seat-2", "seat-3"]), st.sampled_from(PIECES)).map(list),
        st.tuples(st.just("verb-gain"), st.sampled_from(PIECES)).map(list),
        st.sampled_from([["?04FFFF"], ["!08112233"], ["verb-defend"], ["chess:king"]]),
    ),
    max_size=4,
)

simple = st.lists(
    st.sampled_from([["coin-1"], ["plus-5"], ["verb-gain", "coin-5"], ["?04FFFF"], ["verb-defend"]]), max_size=4
)


def taps_of(reader: str, words: list[list[str]], start: float) -> list[tuple[float, str, str, str]]:
    """(time, kind, piece, reader): down and up again, half a second for each tap."""
    flat = [word for sentence in words for word in sentence]
    return [
        (start + 0.5 * at + up, kind, word, reader)
        for at, word in enumerate(flat)
        for up, kind in ((0.0, "+"), (0.3, "-"))
    ]


def copy_at(what: str, zone: str) -> str:
    """Each reader gets copies of its own: one piece cannot lie on two readers."""
    if what[0] in "?!" or "#" in what or zone not in READERS:
        return what
    return f"{what}#{READERS.index(zone) + 1}"


def numbered(taps: list[tuple[float, str, str, str]]) -> list[Sighting]:
    return [sighting(row, at, copy_at(what, zone), zone, kind) for row, (at, kind, what, zone) in enumerate(taps, 1)]


def commands(player: StreamPlayer) -> Counter[object]:
    return Counter(record.command for record in player.history.live if record.command is not None)


def in_time(words: list[list[list[str]]]) -> list[tuple[float, str, str, str]]:
    queues = [
        taps_of(reader, each, 10.0 + 0.07 * n) for n, (reader, each) in enumerate(zip(READERS, words, strict=True))
    ]
    return sorted(tap for queue in queues for tap in queue)


@settings(max_examples=50, deadline=None)
@given(st.data(), sentences, st.lists(simple, min_size=3, max_size=3))
def test_readers_may_be_heard_in_any_interleaving(
    data: st.DataObject, common: list[list[str]], trays: list[list[list[str]]]
) -> None:
    """Each reader's own order kept, and judged at any moment in between: what does not depend on another, does not."""
    taps = in_time([common, *trays])
    straight = StreamPlayer(match())
    straight.play(numbered(taps))

    rows = {tap: row for row, tap in enumerate(taps, 1)}
    queues = [[tap for tap in taps if tap[3] == reader] for reader in READERS]
    mixed = StreamPlayer(match())
    while queues := [queue for queue in queues if queue]:
        at, kind, what, zone = tap = data.draw(st.sampled_from(queues)).pop(0)
        mixed.listener.hear(sighting(rows[tap], at, copy_at(what, zone), zone, kind))
        if data.draw(st.booleans()):
            mixed.until(max(mixed.now, at))
    mixed.until(float("inf"))
    assert commands(mixed) == commands(straight)
    assert sorted(q.id for q in mixed.questions) == sorted(q.id for q in straight.questions)


@settings(max_examples=50, deadline=None)
@given(st.data(), st.lists(sentences, min_size=4, max_size=4))
def test_what_arrived_late_is_judged_in_the_order_it_happened(
    data: st.DataObject, words: list[list[list[str]]]
) -> None:
    """Thefts too, which depend on what the victim held: after a crash or a lost link all of it comes at once."""
    taps = in_time(words)
    straight = StreamPlayer(match())
    straight.play(numbered(taps))

    late = StreamPlayer(match())
    queues = [[each for each in numbered(taps) if each.zone == reader] for reader in READERS]
    while queues := [queue for queue in queues if queue]:
        late.listener.hear(data.draw(st.sampled_from(queues)).pop(0))
    late.now = 1000.0
    late.until(float("inf"))
    assert [r.command for r in late.history.live] == [r.command for r in straight.history.live]


@settings(max_examples=40, deadline=None)
@given(st.lists(sentences, min_size=4, max_size=4), st.data())
def test_repeats_of_what_lies_there_change_nothing(words: list[list[list[str]]], data: st.DataObject) -> None:
    taps = in_time(words)
    once = StreamPlayer(match())
    once.play(numbered(taps))
    doubled: list[tuple[float, str, str, str]] = []
    for at, kind, what, zone in taps:
        doubled.append((at, kind, what, zone))
        again = data.draw(st.integers(0, 2))
        doubled += [(at + 0.01 * n, kind, what, zone) for n in range(1, again + 1)]
    twice = StreamPlayer(match())
    twice.play(numbered(sorted(doubled)))
    assert commands(twice) == commands(once)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(sentences, min_size=4, max_size=4),
    st.lists(
        st.tuples(
            st.floats(10, 20),
            st.sampled_from(["?04FF01", "?04FF02", "!08112233", "chess:king"]),
            st.sampled_from([*READERS, "seat-5", "off"]),
            st.sampled_from(["+", "-", "t", "f", "g", "?"]),
        ),
        max_size=30,
    ),
)
def test_noise_adds_no_command(words: list[list[list[str]]], noise: list[tuple[float, str, str, str]]) -> None:
    """Strangers, ghosts, faults and letters of a newer firmware, at any moment, at every reader."""
    taps = in_time(words)
    quiet = StreamPlayer(match())
    quiet.play(numbered(taps))
    noisy = StreamPlayer(match())
    noisy.play(numbered(sorted([*taps, *((at, kind, what, zone) for at, what, zone, kind in noise)])))
    assert commands(noisy) == commands(quiet)


@settings(max_examples=40, deadline=None)
@given(sentences, st.lists(st.integers(0, 9), max_size=6))
def test_hearing_a_row_twice_is_hearing_it_once(words: list[list[str]], again: list[int]) -> None:
    stream = numbered(taps_of("tap", words, 10.0))
    once = StreamPlayer(match())
    once.play(stream)
    twice = StreamPlayer(match())
    for at, each in enumerate(stream):
        twice.until(each.at)
        twice.listener.hear(each)
        if at in again:
            twice.listener.hear(each)
    twice.until(float("inf"))
    assert commands(twice) == commands(once)


def test_the_players_of_these_tests_can_tell_readers_apart() -> None:
    player = StreamPlayer(match())
    player.play(numbered(taps_of("seat-2", [["coin-5"]], 1.0) + taps_of("tap", [["seat-3", "coin-1"]], 1.2)))
    assert {c.by for c in commands(player)} == set(SEATS[1:])  # type: ignore[attr-defined]
