"""The PN532 driver on its chip model: starting, polls, faults, several tags, memory."""

from lairboard.rfid.reader import ANSWERED, PENDING, SILENT, ReaderFault
from rig import Bench, Rig, Watch, hexes, raises, uid
from sim.step_clock import finish

RUNS_ON = "both"
A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"
PN = ("pn532",) * 8


def fault_of(broken):
    rig = Rig(kinds=PN)
    rig.chips[0].broken = broken
    return raises(ReaderFault, finish, rig.readers[0].init())


def poll(bench):
    """One poll in an awake field; (outcome, longest step in us, whole time in us)."""
    start = bench.clock.us
    bench.reader.start_wake()
    longest = bench.clock.us - start
    outcome = PENDING
    while outcome == PENDING:
        bench.clock.sleep_ms(1)
        before = bench.clock.us
        outcome = bench.reader.check()
        longest = max(longest, bench.clock.us - before)
    return outcome, longest, bench.clock.us - start


def test_init_names_the_chip_and_leaves_the_field_off():
    rig = Rig(kinds=PN)
    finish(rig.readers[0].init())
    assert rig.readers[0].version_name() == "PN532 1.6"
    assert not rig.chips[0].rf.powered
    assert rig.chips[0]._retries == 2


def test_a_sleeping_chip_is_woken():
    rig = Rig(kinds=PN)
    finish(rig.readers[0].init())
    rig.chips[0].brown_out()
    finish(rig.readers[0].init())


def test_each_fault_has_its_code():
    assert fault_of("open").code == "no-bus"
    assert fault_of("dead").code == "silent"
    assert fault_of("stuck").code == "silent"
    assert fault_of("fifo").code == "fifo"
    assert fault_of("ram").code == "startup"


def test_an_mfrc522_in_its_place_is_no_pn532():
    rig = Rig(kinds=("mfrc522",))
    from lairboard.rfid.drivers.pn532.driver import PN532

    reader = PN532(rig.readers[0].transport, rig.clock)
    assert raises(ReaderFault, finish, reader.init()).code in ("silent", "no-bus", "chip")


def test_an_idle_poll_ends_and_no_step_blocks():
    bench = Bench(kind="pn532")
    for _ in range(20):
        outcome, longest, whole = poll(bench)
        assert outcome == SILENT
        assert longest < 1000
        assert whole <= 10000


def test_a_tag_of_seven_bytes_is_detected_within_15_ms():
    bench = Bench(A, kind="pn532")
    start = bench.clock.us
    assert finish(bench.selection.wake())
    assert hexes([finish(bench.selection.resolve())]) == [A]
    assert bench.clock.us - start <= 15000


def test_up_to_four_tags_are_all_told_and_a_fifth_counts_as_too_many():
    texts = [f"04a1b2c3d4e5f{i}" for i in range(5)]
    for n in range(1, 5):
        bench = Bench(*texts[:n], kind="pn532")
        assert hexes(bench.look()) == texts[:n]
    assert len(Bench(*texts, kind="pn532").look()) == 5


def test_an_unmoved_tag_answers_every_one_of_100_looks():
    bench = Bench(A, B, kind="pn532")
    assert all(hexes(bench.look()) == [A, B] for _ in range(100))


def test_a_new_tag_is_read_twice_in_one_look_and_a_known_one_once():
    bench = Bench(A, B, kind="pn532")
    assert [tag.twice for tag in bench.look()] == [True, True]
    bench = Bench(A, B, kind="pn532")
    assert {tag.uid: tag.twice for tag in bench.look([uid(A)])} == {uid(A): False, uid(B): True}


def test_a_page_that_names_another_tag_makes_nobody_believed():
    bench = Bench(A, B, kind="pn532")
    bench.model.chip("a").rf.tags[0].memory[0:4] = b"\x04\x00\x00\x8c"
    assert {tag.uid: tag.twice for tag in bench.look()} == {uid(A): False, uid(B): True}


def test_a_known_tag_that_a_look_has_missed_has_more_chances():
    assert look_while_b_comes_late([A, B]) == [A, B]
    assert look_while_b_comes_late([A]) == [A]


def look_while_b_comes_late(known):
    """Look, knowing these tags; B answers only when the look would be over."""
    bench = Bench(A, kind="pn532")
    assert finish(bench.selection.wake())
    release = bench.selection._release
    released = []

    async def late():
        released.append(1)
        if len(released) == 2:
            bench.put(B)
        await release()

    bench.selection._release = late
    return hexes(finish(bench.selection.inventory([uid(text) for text in known])))


def test_a_tag_that_cannot_be_read_makes_nobody_who_lies_there_leave():
    for how in ("check", "weak"):
        for n in (0, 3, 7):
            watch = Watch(kinds=PN)
            watch.put(A)
            watch.run(800)
            assert watch.told() == [("+", 0, A, None)]
            watch.put("04%02xb2c3d4e5f6" % (0xA1 ^ 1 << n)).broken = how
            watch.run(3000)
            assert watch.told() == [("u", 0, "", "unread")], (how, n)
            watch.take(A)
            watch.run(1000)
            assert watch.told() == [("-", 0, A, None)], (how, n)


def test_a_chip_that_finds_the_same_tags_again_ends_its_look():
    for look in ("inventory", "arrivals"):
        bench = Bench(A, B, kind="pn532")
        bench.chip.halt = no_work  # nobody is ever sent to sleep
        assert finish(bench.selection.wake())
        assert 1 <= len(finish(getattr(bench.selection, look)())) <= 2


def test_two_tags_that_such_a_chip_finds_again_and_again_come_and_go_once():
    watch = Watch(kinds=PN)
    watch.chips[0].halt = no_work
    watch.put(A)
    watch.put(B)
    watch.run(2000)
    assert sorted(watch.told()) == [("+", 0, A, None), ("+", 0, B, None)]
    watch.take(A)
    watch.run(1000)
    assert watch.told() == [("-", 0, A, None)]


def no_work():
    """Do nothing on the air."""
    yield 0


def test_targets_are_let_go_after_each_look():
    bench = Bench(A, kind="pn532")
    bench.look()
    assert bench.chip._targets == []


def test_with_the_pin_wired_no_status_is_read():
    counts = []
    for irq in (False, True):
        bench = Bench(kind="pn532", irq=irq)
        before = bench.chip.transactions
        assert poll(bench)[0] == SILENT
        counts.append(bench.chip.transactions - before)
    assert counts[1] == 3  # the command, its acknowledgement, its answer
    assert counts[0] > counts[1]


def test_a_command_without_end_is_aborted_and_the_next_one_works():
    bench = Bench(kind="pn532")
    bench.chip._retries = 0xFF
    error = raises(ReaderFault, finish, bench.selection.wake())
    assert error.code == "silent"
    bench.reader.quit()
    finish(bench.reader.init())
    assert poll(bench)[0] == SILENT


def test_a_leftover_answer_is_flushed():
    bench = Bench(kind="pn532")
    bench.reader.start_wake()
    bench.clock.sleep_ms(1)
    finish(bench.reader.init())
    assert poll(bench)[0] == SILENT


def test_memory_is_read_and_a_no_is_told_from_silence():
    bench = Bench(A, B, kind="pn532")
    selection = bench.selection
    assert finish(selection.wake())
    assert finish(selection.select(uid(A)))
    assert finish(selection.read(0))[:3] == uid(A)[:3]
    assert finish(selection.select(uid(B)))
    assert finish(selection.read(0))[4:8] == uid(B)[3:]
    assert finish(selection.read(200)) is None
    assert selection.nak
    assert finish(selection.select(uid("04a1b2c3d4e5f9"))) is None


def test_placed_and_taken_on_eight_readers_of_both_kinds():
    watch = Watch(8, kinds=("pn532", "mfrc522", "mfrc522", "pn532") * 2)
    watch.run(300)
    texts = [f"04a1b2c3d4e5{i:02x}" for i in range(8)]
    for i in range(8):
        watch.put(texts[i], reader="abcdefgh"[i])
    watch.run(400)
    assert sorted(watch.told()) == sorted(("+", i, texts[i], None) for i in range(8))
    for i in range(8):
        watch.take(texts[i], reader="abcdefgh"[i])
    watch.run(1200)
    assert sorted(watch.told()) == sorted(("-", i, texts[i], None) for i in range(8))


def test_a_placing_is_told_within_120_ms():
    watch = Watch(2, kinds=PN)
    for offset in range(0, 40, 7):
        watch.run(500 + offset)
        at = watch.clock.ticks_ms()
        watch.put(A, reader="b")
        watch.run(200)
        assert watch.edges[-1][1:4] == ("+", 1, A)
        assert watch.edges[-1][0] - at <= 120
        watch.take(A, reader="b")
        watch.run(600)


def test_only_one_group_of_fields_is_on():
    watch = Watch(4, kinds=PN)
    on = set()
    for _ in range(1000):
        watch.run(1)
        on.add(tuple(chip.rf.powered for chip in watch.chips))
    assert not any(one[i] and one[j] for one in on for i in (0, 2) for j in (1, 3))
    assert any(one[0] for one in on) and any(one[1] for one in on)


def test_a_brown_out_is_found_and_mended_without_a_removal():
    watch = Watch(kinds=PN)
    watch.put(A)
    watch.run(300)
    watch.told()
    watch.chips[0].brown_out()
    watch.run(3000)
    told = watch.told()
    assert [edge[0] for edge in told] == ["f", "f"]
    assert told[1][3] == "ok"
    assert watch.readers[0].reinits == 1


def test_a_changed_gain_is_found_by_the_health_check():
    watch = Watch(kinds=PN)
    watch.run(300)
    watch.chips[0]._registers[0x6316] = 0x19
    watch.run(1500)
    assert watch.told()[0] == ("f", 0, "", "health")


def test_a_dead_reader_makes_its_zone_unknown_and_comes_back():
    watch = Watch(2, kinds=PN)
    watch.put(A)
    watch.run(400)
    watch.told()
    watch.chips[0].broken = "open"
    watch.run(5000)
    assert watch.told() == [("f", 0, "", "no-bus")]
    watch.chips[0].broken = None
    watch.run(9000)
    assert watch.told() == [("f", 0, "", "ok")]


def test_a_phone_is_one_foreign_placing():
    watch = Watch(kinds=PN)
    watch.run(100)
    watch.put("01", "phone")
    watch.run(2000)
    told = watch.told()
    assert len(told) == 1 and told[0][3] == "foreign"


def test_noise_makes_no_phantom_and_no_false_removal():
    watch = Watch(kinds=PN)
    watch.model.noise("a", deaf=0.05, miss=0.05, flip=0.05, ghost=0.05)
    watch.put(A)
    watch.run(600)
    assert watch.told() == [("+", 0, A, None)]
    watch.run(20000)
    assert watch.told() == []


def test_the_poll_says_what_it_found():
    bench = Bench(A, kind="pn532")
    assert poll(bench)[0] == ANSWERED
