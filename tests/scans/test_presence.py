"""Places of the pieces, and what makes a sighting doubtful."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.scans import Presence, Sighting
from lairkeeper.scans.presence import ALREADY, FLICKERED, Spot

from .taps import sighting

HERE = "04" + b"coin-5".hex().upper()
OTHER = "04" + b"coin-1".hex().upper()


def seen(at: float = 20.0, what: str = "coin-5", zone: str = "slot-1", **how: Any) -> Sighting:
    return replace(sighting(int(at * 1000), at, what, zone), **how)


class TestInTheWay:
    """A coin comes to a slot at 20 s."""

    @pytest.mark.parametrize(
        ("before", "spot"),
        [
            (seen(10.0, zone="seat-1"), Spot("b", "seat-1", HERE)),  # the same coin elsewhere
            (seen(10.0, device="c"), Spot("c", "slot-1", HERE)),  # at a reader of that name of another board
            (seen(10.0, "coin-1"), Spot("b", "slot-1", OTHER)),  # another coin here
            (seen(10.0, "coin-1", "seat-1"), None),
            (seen(10.0, "coin-1", device="c"), None),
            (seen(20.0, zone="seat-1"), Spot("b", "seat-1", HERE)),  # in the same instant
            (seen(20.1, zone="seat-1"), None),  # only later
            (seen(10.0, zone="seat-1", boot="1"), None),  # before its board was started anew
            (seen(10.0, zone="seat-1", boot="2"), Spot("b", "seat-1", HERE)),
            (seen(10.0, zone="seat-1", boot="1", device="c"), Spot("c", "seat-1", HERE)),
            (seen(10.0, zone="seat-1", boot=""), Spot("b", "seat-1", HERE)),
        ],
    )
    def test_its_tag_elsewhere_and_others_here(self, before: Sighting, spot: Spot | None) -> None:
        presence = Presence()
        coin = seen(boot="2")
        presence.see(before)
        presence.see(coin)
        assert presence.in_the_way(coin) == ({spot} if spot is not None else frozenset())

    def test_what_a_board_has_always_seen_lying(self) -> None:
        presence = Presence()
        presence.snapshot("b", "slot-1", [OTHER])
        assert presence.in_the_way(seen()) == {Spot("b", "slot-1", OTHER)}


class TestSee:
    @pytest.mark.parametrize(
        ("kind", "news"), [("+", None), ("-", None), ("t", None), ("b", None), ("x", None), ("?", None)]
    )
    def test_where_nothing_lay_all_is_news(self, kind: str, news: str | None) -> None:
        assert Presence().see(seen(kind=kind)) == news

    @pytest.mark.parametrize(
        ("kind", "how", "news"),
        [
            ("+", {}, ALREADY),
            ("+", {"boot": "2"}, None),  # it left and came while nobody looked
            ("+", {"boot": "2", "lying": True}, ALREADY),
            ("t", {}, ALREADY),
            ("b", {}, None),
        ],
    )
    def test_what_lies_there_is_none(self, kind: str, how: dict[str, Any], news: str | None) -> None:
        presence = Presence()
        presence.see(seen(10.0, boot="1"))
        assert presence.see(seen(kind=kind, **{"boot": "1"} | how)) == news

    @pytest.mark.parametrize(
        ("left", "again", "news"),
        [
            (10.5, 10.75, FLICKERED),
            (10.5, 10.8125, None),
            (10.5, 10.25, None),  # told late: it was there before it left
            (12.75, 12.875, FLICKERED),
            (12.875, 13.0, ALREADY),  # what has lain for three seconds is not worth a word
            (12.875, 13.125, ALREADY),
        ],
    )
    def test_what_is_lost_and_found_at_once_flickers(self, left: float, again: float, news: str | None) -> None:
        presence = Presence()
        presence.see(seen(10.0))
        presence.see(seen(left, kind="-"))
        assert presence.see(seen(again)) == news

    def test_it_flickers_at_its_own_reader_only(self) -> None:
        presence = Presence()
        presence.see(seen(10.0))
        presence.see(seen(10.5, kind="-"))
        assert presence.see(seen(10.6, zone="slot-2")) is None
        assert presence.see(seen(10.6, "coin-1")) is None

    def test_a_tag_that_leaves_twice_left_the_first_time(self) -> None:
        presence = Presence()
        presence.see(seen(10.0))
        presence.see(seen(10.5, kind="-"))
        presence.see(seen(11.0, kind="-"))
        assert presence.left(Spot("b", "slot-1", HERE)) == seen(10.5, kind="-")

    def test_who_lies_there_has_not_left(self) -> None:
        presence = Presence()
        spot = Spot("b", "slot-1", HERE)
        assert presence.left(spot) is None
        presence.see(seen(10.0))
        presence.see(seen(10.5, kind="-"))
        presence.see(seen(12.0))
        assert presence.left(spot) is None

    def test_a_new_tap_begins_anew_to_lie(self) -> None:
        """After a tap long ago: how long it has lain is told from when it came last."""
        presence = Presence()
        for at, kind in ((10.0, "+"), (11.0, "-"), (20.0, "+"), (20.5, "-")):
            presence.see(seen(at, kind=kind))
        assert presence.see(seen(20.6)) == FLICKERED

    def test_where_events_were_left_out_nobody_knows(self) -> None:
        presence = Presence()
        presence.see(seen(10.0))
        presence.see(seen(10.0, zone="slot-2"))
        presence.see(seen(11.0, kind="x"))
        assert (presence.lies(seen()), presence.lies(seen(zone="slot-2"))) == (False, True)


class TestOnlyAt:
    @pytest.mark.parametrize("alone", [True, False])
    def test_the_tag_is_here_and_alone_if_that_is_said(self, alone: bool) -> None:
        presence = Presence()
        for each in (seen(10.0), seen(11.0, "coin-1"), seen(12.0, zone="seat-1"), seen(13.0, "coin-1", "seat-1")):
            presence.see(each)
        presence.only_at(seen(), alone=alone)
        there = [Spot("b", zone, uid) for zone in ("slot-1", "seat-1") for uid in (HERE, OTHER)]
        assert [presence.holds(spot) for spot in there] == [True, not alone, False, True]

    def test_it_still_lies_here_for_the_board_that_saw_it(self) -> None:
        presence = Presence()
        presence.only_at(seen(boot="1"), alone=True)
        assert presence.see(seen(30.0, boot="1")) == ALREADY
        presence.only_at(seen(boot="1"), alone=True)
        assert presence.see(seen(30.0, boot="2")) is None
