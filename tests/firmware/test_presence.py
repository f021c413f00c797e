"""Presence, from the behaviour that people complain about elsewhere."""

from lairboard.rfid.iso14443a import Tag
from lairboard.rfid.presence import Presence
from lairboard.rfid.reader import MAX_TAGS
from sim.rng import Rng

RUNS_ON = "both"
A = Tag(b"\x04\xa1\xb2\xc3\xd4\xe5\xf6", 0)
B = Tag(b"\x04\xa1\xb2\xc3\xd4\xe5\xf7", 0)
PERIOD = 50


class Polls:
    """Polls zone 0 every 50 ms."""

    def __init__(self, **how):
        self.edges = []
        self.looks = (0, 0)  # of the newest removal: those that read the tag, and those that did not
        self.now = 1000
        self.presence = Presence(2, self._emit, **how)

    def _emit(self, kind, zone, uid, extra, reads=0, lost=0):
        self.looks = (reads, lost)
        self.edges.append((kind, zone, uid, extra))

    def see(self, *tags, times=1):
        for _ in range(times):
            self.now += PERIOD
            if tags:
                self.presence.seen(0, tags, self.now)
            else:
                self.presence.nothing(0, self.now)
        told = self.edges[:]
        self.edges.clear()
        return told


def placed(tag, extra=None):
    return ("+", 0, tag.uid, extra)


def removed(tag, extra=None):
    return ("-", 0, tag.uid, extra)


def test_a_tag_is_believed_after_two_equal_reads():
    polls = Polls()
    assert polls.see(A) == []
    assert polls.see(A) == [placed(A)]


def test_one_read_is_never_told():
    polls = Polls()
    polls.see(A)
    assert polls.see(times=20) == []
    assert polls.see(A) == []


def test_a_removal_tells_in_how_many_looks_the_tag_was_read():
    polls = Polls()
    polls.see(A, times=2)
    assert polls.see(times=20) == [removed(A)] and polls.looks == (2, 0)
    polls.see(A, times=5)
    polls.see(B, times=2)  # another tag's look is no look at this one
    polls.see(A, B, times=3)
    polls.see(times=2)
    polls.see(A, times=90)
    assert polls.see(times=20)[0] == removed(A) and polls.looks == (98, 4)


def test_a_tag_left_lying_is_one_placing():
    polls = Polls()
    polls.see(A, times=2)
    assert polls.see(A, times=500) == []


def test_a_jiggled_tag_is_one_placing():
    polls = Polls()
    polls.see(A, times=2)
    for _ in range(50):
        assert polls.see(times=5) == []
        assert polls.see(A) == []


def test_a_tag_leaves_after_three_misses_and_300_ms():
    polls = Polls()
    polls.see(A, times=2)
    assert polls.see(times=5) == []
    assert polls.see() == [removed(A)]
    assert polls.see(times=20) == []


def test_time_alone_is_not_enough():
    polls = Polls()
    polls.see(A, times=2)
    polls.now += 5000
    assert polls.see(times=2) == []
    assert polls.see() == [removed(A)]


def test_time_in_which_nobody_was_asked_does_not_end_the_hold():
    polls = Polls()
    polls.see(A, times=2)
    polls.see(times=2)
    polls.now += 500
    polls.presence.unasked(500, polls.now)
    assert polls.see(times=3) == []
    assert polls.see() == [removed(A)]


def test_after_a_real_absence_the_tag_counts_again():
    polls = Polls()
    polls.see(A, times=2)
    polls.see(times=10)
    assert polls.see(A, times=2) == [placed(A)]


def test_several_tags_come_and_go_by_themselves():
    polls = Polls()
    assert polls.see(A, B, times=2) == [placed(A), placed(B)]
    assert polls.see(B, times=10) == [removed(A)]
    assert [uid for uid, _, _ in polls.presence.tags(0, polls.now)] == [B.uid]


def test_zones_do_not_mix():
    polls = Polls()
    polls.see(A, times=2)
    polls.presence.seen(1, [A], polls.now)
    polls.presence.seen(1, [A], polls.now + 1)
    assert polls.edges == [("+", 1, A.uid, None)]


def test_a_fault_is_not_a_removal():
    polls = Polls()
    polls.see(A, times=2)
    polls.presence.fault(0, "silent")
    polls.presence.fault(0, "silent")
    assert polls.presence.status(0) == "unknown"
    polls.now += 60000
    assert polls.see(A) == [("f", 0, b"", "silent"), ("f", 0, b"", "ok")]
    assert polls.presence.status(0) == "ok"
    assert polls.see(A, times=20) == []


def test_a_tag_taken_during_a_fault_leaves_only_after_the_usual_misses():
    polls = Polls()
    polls.see(A, times=2)
    polls.presence.fault(0, "no-bus")
    polls.now += 60000
    assert polls.see() == [("f", 0, b"", "no-bus"), ("f", 0, b"", "ok")]
    assert polls.see(times=5) == []
    assert polls.see() == [removed(A)]


def test_another_trouble_is_told_too():
    polls = Polls()
    polls.see()
    polls.presence.fault(0, "silent")
    polls.presence.fault(0, "no-bus")
    assert [edge[3] for edge in polls.edges] == ["silent", "no-bus"]


def test_a_zone_is_unknown_until_an_empty_reader_can_be_believed():
    polls = Polls()
    for _ in range(3):
        assert polls.presence.status(0) == "unknown"
        assert polls.see() == []
    assert polls.presence.status(0) == "ok"


def test_a_foreign_tag_is_flagged():
    bank = Tag(b"\x04\xa1\xb2\xc3\xd4\xe5\xf6", 0x20)
    polls = Polls()
    assert polls.see(bank, times=2) == [placed(bank, "foreign")]
    assert polls.see(times=10) == [removed(bank, "foreign")]


def test_a_phone_is_one_placing_whatever_uids_it_draws():
    polls = Polls()
    phones = [Tag(bytes((8, 1, 2, i)), 0x20) for i in range(30)]
    told = []
    for phone in phones:
        told += polls.see(phone)
    assert told == [placed(phones[1], "foreign")]
    assert polls.presence.known(0) == []
    assert polls.see(times=10) == [removed(phones[1], "foreign")]


def test_a_crowd_is_said_once_and_costs_nobody_his_place():
    tags = [Tag(bytes((4, 1, 2, 3, 4, 5, i)), 0) for i in range(MAX_TAGS + 1)]
    polls = Polls()
    told = polls.see(*tags, times=3)
    assert told.count(("f", 0, tags[-1].uid, "crowded")) == 1
    assert [edge for edge in told if edge[0] == "+"] == [placed(t) for t in tags[:MAX_TAGS]]
    assert polls.presence.status(0) == "ok"
    assert polls.see(*tags[:MAX_TAGS], times=5) == []


def test_snapshot_tells_ages():
    polls = Polls()
    polls.see(A, times=2)
    polls.see(A, times=10)
    assert polls.presence.tags(0, polls.now) == [(A.uid, 500, False)]


def test_time_may_wrap():
    polls = Polls()
    polls.now = 0x3FFFFFFF - 120
    polls.see(A, times=2)
    polls.now &= 0x3FFFFFFF
    told = []
    for _ in range(10):
        polls.now = (polls.now + PERIOD) & 0x3FFFFFFF
        polls.presence.nothing(0, polls.now)
        told.append(len(polls.edges))
    assert told == [0] * 5 + [1] * 5


def test_no_false_edge_in_1000_polls_with_one_in_eight_missed():
    for seed in range(5):
        rng = Rng(seed)
        polls = Polls()
        polls.see(A, B, times=2)
        told = []
        for _ in range(1000):
            told += polls.see(*[t for t in (A, B) if not rng.chance(0.125)])
        assert told == [], seed


def test_edges_of_a_tag_always_alternate():
    for seed in range(20):
        rng = Rng(seed)
        polls = Polls()
        last = {}
        for _ in range(400):
            tags = [t for t in (A, B) if rng.chance(0.3)]
            if rng.chance(0.05):
                polls.presence.fault(0, "silent")
            for kind, _, uid, _ in polls.see(*tags):
                if kind != "f":
                    assert last.get(uid, "-") != kind
                    last[uid] = kind
