"""A tag that cannot be read, alone and beside good ones: it hides nobody, and it is said once."""

from rig import Bench, hexes, uid
from sim.rng import Rng
from test_selection import pile

RUNS_ON = "both"
TROUBLES = ("check", "weak")


def test_good_tags_are_read_beside_one_that_cannot_be():
    for how in TROUBLES:
        rng = Rng(len(how))
        for n in (2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 4, 4):
            bad, *good = pile(rng, n)
            bench = Bench(*good)
            bench.put(bad).broken = how
            bench.power()
            assert hexes(bench.look()) == sorted(good), (how, bad, good)
            assert bench.selection.unread
            bench.power()
            assert hexes(bench.look([uid(text) for text in good])) == sorted(good), (how, bad, good)
            assert bench.selection.unread


def test_good_tags_are_read_beside_two_that_cannot_be():
    for a in TROUBLES:
        for b in TROUBLES:
            rng = Rng(5)
            for _ in range(6):
                first, second, *good = pile(rng, 4)
                bench = Bench(*good)
                bench.put(first).broken = a
                bench.put(second).broken = b
                bench.power()
                assert hexes(bench.look()) == sorted(good), (a, b, first, second, good)
                assert bench.selection.unread


def test_good_tags_alone_leave_nothing_unread():
    rng = Rng(3)
    for n in (1, 2, 3, 4):
        bench = Bench(*pile(rng, n))
        assert len(bench.look()) == n and not bench.selection.unread
