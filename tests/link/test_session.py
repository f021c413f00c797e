"""The board's session: what the vectors do not show."""

from lairboard.link.frame import Reader, encode
from lairboard.link.session import GREETED, LIVE, SILENT
from linkrig import Rig

RUNS_ON = "both"

PLACED = ["+", "tap", "04319f5d240289", 0]
LOOSE = ["+", "seat-1", "04319f5d240289", 0]


def say(rig, items, now=0):
    rig.session.feed(encode(items), now)
    return Reader().feed(rig.take_out())


def live(rig, now=0, seq=1):
    say(rig, ["H", 1, "n1", "app", None], now)
    return say(rig, ["G", seq, None], now)


def kinds(frames):
    return "".join(items[0] for items in frames)


def test_silent_until_greeted():
    rig = Rig()
    rig.put(PLACED, 0)
    for now in range(0, 20000, 500):
        rig.session.tick(now)
    assert rig.take_out() == b""
    assert rig.session.state == SILENT


def test_no_event_before_go():
    rig = Rig()
    rig.put(PLACED, 0)
    assert kinds(say(rig, ["H", 1, "n1", "app", None])) == "h"
    assert rig.session.state == GREETED
    assert say(rig, ["A", 1]) == []
    assert say(rig, ["C", 1, "count"]) == []
    assert rig.counted == 0
    assert kinds(say(rig, ["G", 1, None])) == "ESSs"
    assert rig.states == [GREETED, LIVE]


def test_another_version_gets_an_answer_and_nothing_else():
    rig = Rig()
    rig.put(PLACED, 0)
    answer = say(rig, ["H", 7, "n1", "app", None])
    assert answer[0][:3] == ["h", 1, "n1"]
    assert kinds(say(rig, ["G", 1, None], 100)) in ("", "?")
    assert rig.session.state == SILENT


def test_a_repeated_hello_does_not_end_the_session():
    rig = Rig()
    live(rig)
    assert kinds(say(rig, ["H", 1, "n1", "app", None])) == "h"
    assert rig.session.state == LIVE


def test_safe_is_told_for_scoring_zones_after_the_acknowledgement():
    rig = Rig()
    live(rig)
    rig.put(PLACED, 0)
    rig.put(LOOSE, 0)
    rig.put(PLACED, 0)
    rig.take_out()
    assert rig.safe == []
    say(rig, ["A", 2])
    assert rig.safe == [(0, ord("+"))]
    say(rig, ["A", 3])
    assert len(rig.safe) == 2
    say(rig, ["A", 3])
    assert len(rig.safe) == 2


def test_an_acknowledgement_of_what_was_not_sent_is_ignored():
    rig = Rig()
    live(rig)
    rig.put(PLACED, 0)
    rig.take_out()
    for lie in (2, 10**12, -1, None, "1", [1], 1.5):
        say(rig, ["A", lie])
    assert rig.ring.count == 1
    assert rig.safe == []


def test_a_go_beyond_the_end_is_refused():
    rig = Rig()
    rig.put(PLACED, 0)
    say(rig, ["H", 1, "n1", "app", None])
    for wrong in (0, -4, 3, "1", None):
        assert kinds(say(rig, ["G", wrong, None])) == ""
    assert rig.ring.count == 1
    assert rig.session.state == GREETED


def test_go_gives_what_is_asked_for_and_forgets_the_rest():
    rig = Rig()
    for _ in range(4):
        rig.put(PLACED, 0)
    frames = live(rig, seq=3)
    assert [items[1] for items in frames if items[0] == "E"] == [3, 4]
    assert rig.ring.count == 2


def test_resending_backs_off_to_four_seconds():
    rig = Rig()
    live(rig)
    rig.put(PLACED, 0)
    rig.take_out()
    sent_at = []
    for now in range(0, 16000, 10):
        if now % 1000 == 0:
            rig.session.feed(encode(["P", now]), now)
        rig.session.tick(now)
        if b'["E"' in rig.take_out():
            sent_at.append(now)
    assert sent_at == [250, 750, 1750, 3750, 7750, 11750, 15750]


def test_progress_ends_the_back_off():
    rig = Rig()
    live(rig)
    rig.put(PLACED, 0)
    rig.put(PLACED, 0)
    for now in (250, 750, 1750):
        rig.session.tick(now)
    rig.take_out()
    say(rig, ["A", 1], 1800)
    rig.session.tick(2049)
    assert rig.take_out().count(b'["E"') == 0
    rig.session.tick(2050)
    assert rig.take_out().count(b'["E"') == 1


def test_the_snapshot_waits_until_all_events_are_sent():
    rig = Rig()
    for _ in range(20):
        rig.put(PLACED, 0)
    frames = live(rig)
    assert kinds(frames) == "E" * 16
    assert kinds(say(rig, ["A", 16])) == "EEEESSs"


def test_a_snapshot_unasked():
    rig = Rig()
    rig.session.show_all(0)
    assert rig.take_out() == b""
    live(rig)
    rig.put(PLACED, 0)
    rig.take_out()
    rig.session.show_all(10)
    frames = Reader().feed(rig.take_out())
    assert kinds(frames) == "SSs"
    assert frames[-1] == ["s", 1, 2]


def test_a_snapshot_tells_as_many_tags_as_a_frame_holds_the_oldest_first():
    rig = Rig()
    for size, least in ((7, 14), (10, 12)):
        tags = [["%0*x" % (2 * size, i), 999999999 - i] for i in range(20)]
        rig.lying = {"tap": tags}
        told = next(items for items in live(rig) if items[0] == "S" and items[2] == "tap")
        assert told[4] == tags[: len(told[4])]
        assert least <= len(told[4]) < 20
    rig.lying = {"tap": tags[:3]}
    assert live(rig)[-3][4] == tags[:3]


def test_a_host_that_does_not_read_fills_nothing():
    rig = Rig()
    rig.session.feed(encode(["H", 1, "n1", "app", None]), 0)
    rig.session.feed(encode(["G", 1, None]), 0)
    for i in range(500):
        rig.session.feed(encode(["C", i + 1, "count"]), 0)
        rig.session.feed(encode(["P", i]), 0)
        rig.put(PLACED, 0)
    assert len(rig.session.out) <= 64
    assert rig.counted == 500


def test_the_last_eight_answers_are_remembered():
    rig = Rig()
    live(rig)
    for i in range(1, 11):
        assert say(rig, ["C", i, "count"]) == [["R", i, True, i]]
    for i in range(3, 11):
        assert say(rig, ["C", i, "count"]) == [["R", i, True, i]]
    assert say(rig, ["C", 2, "count"]) == [["R", 2, False, "forgotten"]]
    assert rig.counted == 10


def test_commands_out_of_order_are_each_done_once():
    rig = Rig()
    live(rig)
    for i in (3, 1, 2, 3, 1, 2):
        say(rig, ["C", i, "count"])
    assert rig.counted == 3


def test_a_command_that_takes_time_is_begun_once_and_answered_when_done():
    rig = Rig()
    live(rig)
    rig.take_out()
    for _ in range(3):
        assert say(rig, ["C", 1, "slow"]) == []
    (answer,) = rig.slow
    answer(True, "done")
    assert rig.take_out() == encode(["R", 1, True, "done"])
    assert say(rig, ["C", 1, "slow"]) == [["R", 1, True, "done"]]


def test_what_was_begun_for_a_host_that_went_is_told_to_nobody():
    rig = Rig()
    live(rig)
    say(rig, ["C", 1, "slow"])
    say(rig, ["H", 1, "n2", "app", None])
    say(rig, ["G", 1, None])
    say(rig, ["C", 1, "slow"])
    rig.take_out()
    rig.slow[0](True, "old")
    assert rig.take_out() == b""
    rig.slow[1](True, "new")
    assert rig.take_out() == encode(["R", 1, True, "new"])


def test_a_new_host_starts_its_own_numbers():
    rig = Rig()
    live(rig)
    say(rig, ["C", 1, "count"])
    say(rig, ["H", 1, "n2", "app", None])
    say(rig, ["G", 1, None])
    say(rig, ["C", 1, "count"])
    assert rig.counted == 2


def test_malformed_frames_are_counted_and_survived():
    rig = Rig()
    live(rig)
    for items in (["H"], ["H", "1", "n", "a", None], ["G"], ["A"], ["C"], ["C", "1", "x"], ["C", 1], ["Z", 1], ["P"]):
        say(rig, items)
    assert rig.session.reader.bad >= 7
    assert rig.session.state == LIVE


def test_logs_are_few_and_only_for_a_host():
    rig = Rig()
    rig.session.log("info", "nobody", 0)
    assert rig.take_out() == b""
    live(rig)
    for now in range(1000, 2000, 10):
        rig.session.log("info", "x" * 900, now)
    frames = Reader().feed(rig.take_out())
    assert 4 <= len(frames) <= 6
    assert all(len(items[3]) == 200 for items in frames)


def test_a_lost_host_is_noticed_after_three_questions():
    rig = Rig()
    live(rig)
    rig.put(PLACED, 0)
    asked = 0
    for now in range(0, 9000, 50):
        rig.session.tick(now)
        asked += rig.take_out().count(b'["P"')
    assert asked == 3
    assert rig.session.state == SILENT
    assert rig.ring.count == 1
