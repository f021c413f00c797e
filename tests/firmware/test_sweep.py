"""Cards drawn across a reader one behind the other: each is told once, in the order of arrival."""

from rig import Bench, Watch

RUNS_ON = "both"
A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"
TRANSACTION_US = 60  # a Pico W


def fifteen(first="04a1b2c3d4e5"):
    """UIDs of 15 cards."""
    return [f"{first}{i:02x}" for i in range(15)]


def placed(watch, zone=0):
    """Return the UIDs told as placed there so far."""
    return [edge[2] for edge in watch.told() if edge[0] == "+" and edge[1] == zone]


def test_fifteen_cards_at_half_a_metre_a_second_are_all_told_once():
    for seed in range(1, 4):
        watch = Watch(seed=seed, overhead_us=TRANSACTION_US)
        watch.model.noise("a", miss=0.02)
        watch.run(300 + 17 * seed)
        watch.draw_across(fifteen())
        watch.run(800)
        told = placed(watch)
        assert sorted(told) == fifteen(), seed
        # The first two may have come into the same look.
        assert told[2:] == fifteen()[2:], seed


def test_nor_does_a_pn532_miss_one_of_them():
    for seed in range(1, 4):
        watch = Watch(seed=seed, kinds=("pn532",), overhead_us=TRANSACTION_US)
        watch.run(300 + 17 * seed)
        watch.draw_across(fifteen())
        watch.run(800)
        told = placed(watch)
        assert sorted(told) == fifteen(), seed
        assert told[3:] == fifteen()[3:], seed


def test_a_second_read_that_is_lost_is_asked_for_once_more_by_a_pn532():
    watch = Watch(kinds=("pn532",), overhead_us=TRANSACTION_US)
    watch.run(300)
    watch.put(A)
    watch.run(60)  # told: the field stays on
    tag = watch.put(B)
    command, asked = tag.command, []

    def first_in_vain(frame):
        asked.append(frame)
        return command(frame) if len(asked) > 1 else None

    tag.command = first_in_vain
    watch.run(55)
    assert placed(watch) == [A, B]


def test_each_swept_card_is_told_as_gone_once():
    watch = Watch()
    watch.run(100)
    watch.draw_across(fifteen())
    watch.run(1000)
    assert sorted(edge[2] for edge in watch.told() if edge[0] == "-") == fifteen()
    watch.draw_across(fifteen())
    watch.run(1000)
    assert placed(watch) == fifteen()


def test_a_card_that_lies_there_stays_while_others_pass():
    watch = Watch(overhead_us=TRANSACTION_US)
    watch.model.noise("a", miss=0.02)
    watch.put(A)
    watch.put(B)
    watch.run(1000)
    watch.told()
    watch.draw_across(fifteen("04ffb2c3d4e5"))
    watch.run(1000)
    told = watch.told()
    assert sorted(edge[2] for edge in told if edge[0] == "+") == fifteen("04ffb2c3d4e5")
    assert {edge[2] for edge in told if edge[0] == "-"} == set(fifteen("04ffb2c3d4e5"))


def test_a_card_that_was_not_asked_in_a_sweep_is_held_as_long_as_ever():
    """Some looks that do not read it end its hold no sooner because others passed before."""
    for lying in (1000, 100):  # laid down, and just told
        watch = Watch()
        watch.put(A)
        watch.run(lying)
        watch.draw_across(fifteen("04ffb2c3d4e5"))
        watch.run(170)  # the sweep goes on until 250 ms after the last arrival
        watch.model.noise("a", miss=1)
        watch.run(250)
        watch.model.noise("a", miss=0)
        watch.run(1000)
        assert [edge[0] for edge in watch.told() if edge[2] == A] == ["+"], lying


def test_a_lone_card_keeps_the_neighbour_waiting_for_a_moment_only():
    watch = Watch(2)
    watch.run(300)
    watch.put(A)
    watch.put(B, reader="b")
    watch.run(160)
    assert sorted(watch.told()) == [("+", 0, A, None), ("+", 1, B, None)]


def test_a_sweep_without_end_lets_the_neighbour_have_its_turn():
    watch = Watch(2)
    watch.run(300)
    texts = [f"04a1b2c3d4{i:02x}00" for i in range(40)]
    watch.put(texts[0])
    watch.run(100)
    watch.put(B, reader="b")
    began = watch.clock.ticks_ms()
    for text in texts[1:]:
        watch.put(text)
        watch.run(50)
        watch.take(text)
        watch.run(50)
    at = [edge[0] for edge in watch.edges if edge[2] == 1 and edge[1] == "+"]
    assert len(at) == 1
    assert at[0] - began < 1300
    watch.run(500)
    told = placed(watch)
    assert len(told) == len(set(told))
    # Who passes while the neighbour has its turn is not seen, two cards a turn: a sweep is seldom so long.
    assert len(told) >= 33


def test_tags_without_such_a_page_are_read_twice_as_ever():
    watch = Watch()
    watch.put(A).command = no
    watch.put("11223344")
    watch.run(400)
    assert sorted(watch.told()) == [("+", 0, A, None), ("+", 0, "11223344", None)]


def test_a_page_that_names_another_tag_makes_nobody_believed():
    bench = Bench(A, B)
    bench.model.chip("a").rf.tags[0].memory[0:4] = b"\x04\x00\x00\x8c"
    assert sorted(tag.twice for tag in bench.look()) == [False, True]


def no(frame):
    """Answer as a tag does that does not know a command."""
    return 0, 4, 0


def test_a_no_is_not_asked_again_in_the_same_look():
    """The page is asked for once more when the answer was lost. A no is an answer."""
    bench = Bench(A)
    asked = []

    def refuse(frame):
        asked.append(frame)
        return no(frame)

    bench.model.chip("a").rf.tags[0].command = refuse
    assert [tag.twice for tag in bench.look()] == [False]
    assert len(asked) == 1


def test_a_tag_that_flickers_keeps_no_neighbour_waiting():
    """It was told long ago: that it is back after a moment makes no sweep longer."""
    watch = Watch(2)
    watch.put(A)
    watch.run(500)
    watch.told()
    watch.put("04a1b2c3d4e5f8")
    watch.run(25)
    watch.put(B, reader="b")
    began = watch.clock.ticks_ms()
    for _ in range(20):
        watch.take(A)
        watch.run(10)
        watch.put(A)
        watch.run(10)
    [at] = [edge[0] for edge in watch.edges if edge[1:3] == ("+", 1)]
    assert at - began < 200


def test_cards_that_lie_there_make_no_room_for_more():
    """They may all lie there still: the 21st is said to be too many."""
    watch = Watch()
    watch.run(100)
    for i in range(21):
        watch.put(f"04a1b2c3d4{i:02x}00")
        watch.run(45)
    watch.run(600)
    told = watch.told()
    assert [edge[2:] for edge in told if edge[0] == "f"] == [("04a1b2c3d41400", "crowded")]
    assert len([edge for edge in told if edge[0] == "+"]) == 20
    assert [edge for edge in told if edge[0] == "-"] == []
