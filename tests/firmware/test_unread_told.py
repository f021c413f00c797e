"""That something cannot be read is told once, after a while, and withdrawn when it is over."""

from rig import Watch
from test_presence import A, B, Polls, placed, removed

RUNS_ON = "both"
GOOD = "04a1b2c3d4e5f6"
BAD = "04a1b2c3d4e5f7"
UNREAD = ("u", 0, "", "unread")
OVER = ("u", 0, "", "ok")


class Doubtful(Polls):
    """As Polls; `leave` sees tags and somebody who cannot be selected."""

    def leave(self, *tags, times=1):
        for _ in range(times):
            self.now += 50
            self.presence.seen(0, tags, self.now, True)
        told = self.edges[:]
        self.edges.clear()
        return told


def said(word):
    return ("u", 0, b"", word)


def test_it_is_told_after_half_a_second_and_once():
    polls = Doubtful()
    assert polls.leave(times=10) == []
    assert polls.leave() == [said("unread")]
    assert polls.leave(times=500) == []
    assert polls.presence.unread(0)


def test_it_is_withdrawn_after_three_looks_and_300_ms():
    polls = Doubtful()
    polls.leave(times=20)
    assert polls.see(times=5) == []
    assert polls.see() == [said("ok")]
    assert polls.see(times=20) == []
    assert not polls.presence.unread(0)


def test_what_was_never_told_is_not_withdrawn():
    polls = Doubtful()
    assert polls.leave(times=8) == []
    assert polls.see(times=20) == []


def test_a_look_that_misses_a_known_tag_says_nothing():
    polls = Doubtful()
    assert polls.see(A, times=2) == [placed(A)]
    for _ in range(50):
        assert polls.see(A) == []
        assert polls.leave() == []  # it was A who answered and was not selected


def test_good_tags_come_and_go_beside_it():
    polls = Doubtful()
    polls.leave(times=20)
    assert polls.leave(A, times=2) == [placed(A)]
    assert polls.leave(A, B, times=2) == [placed(B)]
    assert polls.leave(B, times=10) == [removed(A)]


def test_a_board_tells_it_and_reads_the_good_one():
    for how in ("check", "weak"):
        watch = Watch()
        watch.run(200)
        watch.put(BAD).broken = how
        watch.run(3000)
        assert watch.told() == [UNREAD], how
        watch.put(GOOD)
        watch.run(300)
        assert watch.told() == [("+", 0, GOOD, None)], how
        watch.run(3000)
        watch.take(GOOD)
        watch.run(1000)
        assert watch.told() == [("-", 0, GOOD, None)], how
        watch.take(BAD)
        watch.run(1000)
        assert watch.told() == [OVER], how


def test_both_at_once_are_one_placing_and_one_word():
    for how in ("check", "weak"):
        watch = Watch()
        watch.run(200)
        watch.put(BAD).broken = how
        watch.put(GOOD)
        watch.run(300)
        assert watch.told() == [("+", 0, GOOD, None)], how
        watch.run(20000)
        assert watch.told() == [UNREAD], how


def test_noise_alone_and_good_tags_in_noise_are_never_called_unread():
    watch = Watch(2)
    watch.model.noise("a", deaf=0.05, miss=0.05, flip=0.05, ghost=0.05)
    watch.model.noise("b", ghost=0.9)
    watch.put(GOOD)
    watch.put(BAD)
    watch.run(60000)
    assert sorted(watch.told()) == [("+", 0, GOOD, None), ("+", 0, BAD, None)]
