"""A tag that answers and cannot be selected, on a PN532: told at its reader, and it hides nobody."""

from lairboard.rfid.reader import ANSWERED, PENDING, SILENT, quiet
from rig import Bench, Watch, finish, hexes, uid

RUNS_ON = "both"
A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"
C = "04a1b2c3d4e5f8"
PN = ("pn532",)
UNREAD = ("u", 0, "", "unread")
READ = ("u", 0, "", "ok")
FIRST_MIDDLE_LAST = (0, 3, 7)  # bits of a byte: each look with an unread tag takes long


def unlike(n):
    """Return a UID that differs from A in bit `n` of the second byte: the walk meets it there."""
    return "04%02xb2c3d4e5f6" % (0xA1 ^ 1 << n)


def spoiled(watch, how, n=1):
    """Lay down a tag that cannot be selected; with the usual `n` the chip takes its branch, not the one of A."""
    tag = watch.put(unlike(n))
    tag.broken = how
    return tag


def check(bench):
    """Field off, the check of each second, field on, and time for the tags."""
    bench.reader.field_off()
    bench.reader.check_health()
    bench.reader.field_on()
    finish(quiet(bench.reader))
    bench.clock.sleep_ms(6)


def poll(bench):
    """Do one poll in a field that has just come on; return its outcome."""
    bench.reader.start_wake()
    outcome = PENDING
    while outcome == PENDING:
        bench.clock.sleep_ms(1)
        outcome = bench.reader.check()
    return outcome


def test_one_that_comes_after_it_is_told_and_goes():
    for how in ("check", "weak"):
        for n in FIRST_MIDDLE_LAST:
            watch = Watch(kinds=PN)
            spoiled(watch, how, n)
            watch.run(2500)
            assert watch.told() == [UNREAD], (how, n)
            watch.put(A)
            watch.run(500)
            assert watch.told() == [("+", 0, A, None)], (how, n)
            watch.take(A)
            watch.run(1500)
            assert watch.told() == [("-", 0, A, None)], (how, n)
            watch.take(unlike(n))
            watch.run(1500)
            assert watch.told() == [READ], (how, n)


def test_three_are_told_beside_two_that_cannot_be_read():
    watch = Watch(kinds=PN)
    spoiled(watch, "check", 0)
    spoiled(watch, "weak", 5)
    for text in (A, B, C):
        watch.put(text)
    watch.run(4000)
    assert sorted(watch.told()) == sorted([("+", 0, text, None) for text in (A, B, C)] + [UNREAD])


def test_one_that_lay_there_first_stays_and_the_other_is_told():
    watch = Watch(kinds=PN)
    watch.put(A)
    watch.run(800)
    watch.told()
    spoiled(watch, "check")
    watch.run(3000)
    assert watch.told() == [UNREAD]


def test_a_collision_is_found_wherever_the_chip_counts_from():
    for positions in ("frame", "aligned", "absolute"):
        for n in range(8):
            bench = Bench(kind="pn532")
            bench.chip.positions = positions
            spoiled(bench, "check", n)
            bench.put(A)
            check(bench)
            assert hexes(bench.look()) == [A], (positions, n)
            check(bench)  # where it was listed at once it is told first
            assert hexes(bench.look((bytes.fromhex(A),))) == [A], (positions, n)
            assert bench.selection.unread, (positions, n)


def test_cards_that_pass_over_it_are_told():
    watch = Watch(kinds=PN)
    spoiled(watch, "check")
    watch.run(2000)
    for text in (A, B, C):
        watch.put(text)
        watch.run(1000)
        watch.take(text)
        watch.run(1500)
    told = [edge for edge in watch.told() if edge[0] in "+-"]
    assert told == [(kind, 0, text, None) for text in (A, B, C) for kind in "+-"]


def test_two_that_come_one_after_the_other_into_its_field_are_told_in_the_sweep():
    bench = Bench(kind="pn532")
    spoiled(bench, "check")
    check(bench)
    assert bench.look() == []
    bench.put(A)
    assert hexes(finish(bench.selection.arrivals())) == [A]
    bench.put(B)
    assert hexes(finish(bench.selection.arrivals())) == [B]


def test_the_memory_of_a_hidden_one_is_read_and_written():
    bench = Bench(kind="pn532")
    spoiled(bench, "check")
    bench.put(A)
    check(bench)
    selection = bench.selection
    assert hexes(bench.look()) == [A]
    bench.power()
    assert finish(selection.wake())
    assert finish(selection.select(uid(A))).uid == uid(A)
    assert finish(selection.read(0))[:3] == uid(A)[:3]
    assert finish(selection.command(b"\xa2\x05abcd")) == b""
    assert finish(selection.read(5))[:4] == b"abcd"
    assert finish(selection.select(uid(B))) is None


def test_noise_beside_it_makes_no_phantom_and_takes_nobody_away():
    watch = Watch(kinds=PN)
    watch.model.noise("a", deaf=0.02, miss=0.02, flip=0.02, ghost=0.02)
    spoiled(watch, "check")
    watch.put(A)
    watch.run(3000)
    assert sorted(watch.told()) == sorted([("+", 0, A, None), UNREAD])
    watch.run(15000)
    assert watch.told() == []


def test_an_empty_field_is_asked_for_it_once_a_second_and_no_more():
    bench = Bench(kind="pn532", irq=True)
    counts = []
    for prepare in (check, Bench.power, Bench.power):
        prepare(bench)
        before = bench.chip.transactions
        assert poll(bench) == SILENT
        counts.append(bench.chip.transactions - before)
    assert counts == [15, 3, 3], "who was listed in vain is silent once, so there are two questions"


def test_cards_that_arrive_leave_no_time_for_the_question_of_each_second():
    bench = Bench(A, kind="pn532")

    def frames(asks, known):
        bench.reader.asks = asks
        before = bench.chip.frames
        assert hexes(bench.look(known)) == [A]
        return bench.chip.frames - before

    bench.look()
    assert frames(1, ()) == frames(0, ())
    assert bench.reader.asks == 0
    lies = (uid(A),)
    assert frames(1, lies) > frames(0, lies), "who lies there has the time"


def test_in_a_sweep_only_somebody_unread_costs_more_frames():
    counts = []
    for asks in (0, 1, 2):
        bench = Bench(kind="pn532")
        finish(bench.selection.wake())
        bench.put(A)
        bench.clock.sleep_ms(10)
        bench.reader.asks = asks
        before = bench.chip.frames
        assert hexes(finish(bench.selection.arrivals())) == [A]
        counts.append(bench.chip.frames - before)
    assert counts[0] == counts[1] < counts[2]


def test_where_a_tag_is_listed_nobody_is_asked_beforehand():
    bench = Bench(A, kind="pn532")
    check(bench)
    assert hexes(bench.look()) == [A]
    assert not bench.selection.unread
    bench.power()
    before = bench.chip.frames
    assert poll(bench) == ANSWERED
    alone = bench.chip.frames - before
    check(bench)
    before = bench.chip.frames
    assert poll(bench) == ANSWERED
    assert bench.chip.frames - before == alone
