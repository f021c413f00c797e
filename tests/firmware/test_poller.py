"""Readers, presence and time together: what the board would tell."""

import asyncio

from lairboard.rfid.drivers import KINDS
from lairboard.rfid.poller import Poller
from lairboard.rfid.presence import Presence
from lairboard.rfid.reader import MAX_TAGS, ReaderFault
from rig import Rig, Watch, uid
from sim.step_clock import StepClock

RUNS_ON = "both"
A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"


def test_a_tag_placed_and_taken_is_two_edges():
    watch = Watch()
    watch.run(200)
    watch.put(A)
    watch.run(2000)
    watch.take(A)
    watch.run(1000)
    assert watch.told() == [("+", 0, A, None), ("-", 0, A, None)]


def test_a_placing_is_told_within_80_ms():
    watch = Watch(4)
    for offset in range(0, 40, 7):
        watch.run(500 + offset)
        at = watch.clock.ticks_ms()
        watch.put(A, reader="d")
        watch.run(200)
        assert watch.edges[-1][1:4] == ("+", 3, A)
        assert watch.edges[-1][0] - at <= 80
        watch.take(A, reader="d")
        watch.run(600)


def test_only_one_group_of_fields_is_on():
    watch = Watch(4)
    on = set()
    for _ in range(2000):
        watch.run(1)
        on.add(tuple(chip.rf.powered for chip in watch.chips))
    assert on == {
        (False, False, False, False),
        (True, False, True, False),
        (False, True, False, True),
    }


def test_four_readers_tell_their_own_tags():
    watch = Watch(4)
    watch.run(100)
    texts = [f"04a1b2c3d4e5{i:02x}" for i in range(8)]
    for i in range(8):
        watch.put(texts[i], reader="abcd"[i // 2])
    watch.run(300)
    assert sorted(watch.told()) == sorted(("+", i // 2, texts[i], None) for i in range(8))


def test_no_false_removal_in_1000_noisy_polls():
    watch = Watch(2)
    watch.model.noise("a", deaf=0.05, miss=0.05, flip=0.05, ghost=0.05)
    watch.model.noise("b", ghost=0.5)
    watch.put(A)
    watch.put(B)
    watch.run(500)
    assert sorted(watch.told()) == [("+", 0, A, None), ("+", 0, B, None)]
    first = watch.poller.cycles
    while watch.poller.cycles - first < 1000:
        watch.run(1000)
    assert watch.told() == []


def test_a_dead_reader_makes_its_zone_unknown_and_nothing_leaves():
    watch = Watch(2)
    watch.put(A)
    watch.put(B, reader="b")
    watch.run(300)
    watch.told()
    watch.chips[0].broken = "open"
    watch.run(5000)
    assert watch.told() == [("f", 0, "", "no-bus")]
    assert watch.presence.status(0) == "unknown"
    assert watch.presence.status(1) == "ok"
    watch.chips[0].broken = None
    watch.run(9000)
    assert watch.told() == [("f", 0, "", "ok")]
    assert watch.readers[0].faults >= 2
    assert watch.readers[0].reinits == 1


def test_a_reader_dead_at_boot_is_named_and_comes_back_later():
    watch = Watch(3)
    watch.chips[1].broken = "dead"
    watch.run(3000)
    assert watch.told() == [("f", 1, "", "no-bus")]
    watch.chips[1].broken = None
    watch.put(A, reader="b")
    watch.run(9000)
    assert watch.told() == [("f", 1, "", "ok"), ("+", 1, A, None)]


def test_a_brown_out_is_found_and_mended_without_a_removal():
    watch = Watch()
    watch.put(A)
    watch.run(300)
    watch.told()
    watch.chips[0].brown_out()
    watch.run(3000)
    told = watch.told()
    assert [edge[0] for edge in told] == ["f", "f"]
    assert told[1][3] == "ok"
    assert watch.readers[0].reinits == 1


def test_a_loose_plug_is_a_fault_that_comes_and_goes_and_nothing_is_counted_twice():
    for kind in KINDS:
        watch = Watch(kinds=(kind,))
        watch.put(A)
        watch.run(400)
        assert watch.told() == [("+", 0, A, None)]
        watch.model.trouble("a", "loose")
        watch.run(20000)
        watch.model.trouble("a", None)
        watch.run(10000)
        told = watch.told()
        assert told and {edge[0] for edge in told} == {"f"}, kind
        assert told[-1] == ("f", 0, "", "ok")
        assert watch.readers[0].reinits >= 1


def test_clones_and_copies_work_and_are_called_so():
    for trouble, name in (
        ("copy", "MFRC522 2.0 (copy)"),
        ("version 88", "FM17522 clone"),
        ("version b2", "FM17522 clone"),
    ):
        watch = Watch()
        watch.model.trouble("a", trouble)
        watch.model.trouble("a", "positions aligned")
        watch.put(A)
        watch.put(B)
        watch.run(600)
        assert sorted(watch.told()) == [("+", 0, A, None), ("+", 0, B, None)]
        assert watch.readers[0].version_name() == name


def test_lost_gain_is_found_by_the_health_check_within_a_second():
    watch = Watch()
    watch.run(300)
    watch.chips[0].reg[0x26] = 0x08
    watch.run(1200)
    assert watch.told()[0] == ("f", 0, "", "health")
    watch.run(2000)
    assert watch.chips[0].reg[0x26] == 0x48


def test_a_failing_bus_is_a_fault_not_a_crash():
    watch = Watch()
    watch.put(A)
    watch.run(300)
    watch.told()

    class Failing:
        def write(self, frame):
            raise OSError(5)

        def write_readinto(self, out, into):
            raise OSError(5)

    transport = watch.readers[0].transport
    bus, transport.bus = transport.bus, Failing()
    watch.run(3000)
    transport.bus = bus
    watch.run(9000)
    assert [edge[0] for edge in watch.told()] == ["f", "f"]


def test_one_tag_too_many_is_said_once():
    watch = Watch()
    for i in range(MAX_TAGS + 1):
        watch.put(f"04a1b2c3d4e5{i:02x}")
    watch.run(1500)
    told = watch.told()
    assert [edge[0] for edge in told].count("+") == MAX_TAGS
    assert [edge[3] for edge in told].count("crowded") == 1


def test_a_phone_on_a_reader_is_one_foreign_placing():
    watch = Watch()
    watch.run(100)
    watch.put("01", "phone")
    watch.run(2000)
    told = watch.told()
    assert len(told) == 1
    assert told[0][0] == "+" and told[0][3] == "foreign"


def test_no_readers_is_a_quiet_life():
    poller = Poller([], Presence(0, None), StepClock())
    assert poller.step() == 40


def ask_while_polling(job, before=lambda rig: None, after=lambda poller: None):
    """Poll on a real event loop, and ask for `job` on zone 0."""
    rig = Rig()
    rig.clock.sleep_ms = _loop_sleep(rig.clock)
    poller = Poller(rig.readers, Presence(1, lambda *edge: None), rig.clock)
    before(rig)

    async def whole():
        task = asyncio.create_task(poller.run())
        while poller.cycles < 3:
            await asyncio.sleep(0)
        try:
            return await poller.ask(0, job)
        finally:
            after(poller)
            task.cancel()

    return asyncio.run(whole())


def _loop_sleep(clock):
    def sleep_ms(ms):
        clock.us = (clock.us // 1000 + ms) * 1000 if ms else clock.us
        return asyncio.sleep(0)

    return sleep_ms


def test_a_job_runs_between_polls_and_its_value_comes_back():
    async def read(selection):
        assert await selection.wake()
        assert await selection.select(uid(A))
        return await selection.read(3)

    value = ask_while_polling(read, lambda rig: rig.put(A))
    assert value[:2] == b"\xe1\x10"


def test_a_job_that_fails_fails_for_the_one_who_asked():
    async def fail(selection):
        raise ReaderFault("fifo")

    try:
        ask_while_polling(fail)
    except ReaderFault as error:
        assert error.code == "fifo"
    else:
        raise AssertionError


def test_a_job_for_a_reader_that_was_given_up_tells_why_and_changes_nothing():
    def broken(rig):
        rig.chips[0].broken = "open"

    faults = []

    def after(poller):
        faults.append(poller.readers[0].faults)
        assert poller.trouble[0].startswith("no-bus")

    async def nothing(selection):
        raise AssertionError

    try:
        ask_while_polling(nothing, broken, after)
    except ReaderFault as error:
        assert error.code in ("no-bus", "no-bus-i2c")  # what its own wires are called
    else:
        raise AssertionError
    assert faults == [1]  # its own start; the job is none
