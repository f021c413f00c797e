"""Bulk enrolment: each sticker in the order of the list, with skip, undo and a clear no."""

from __future__ import annotations

import pytest

from lairkeeper.tags import BulkEnrol, Registry, Tag, TagRefusal, parse_plan
from lairkeeper.tags.enrol import PlanError

from .conftest import BOX, SHARED


def bulk(registry: Registry, text: str) -> BulkEnrol:
    made = BulkEnrol.of_plan(registry, BOX, parse_plan(text))
    assert isinstance(made, BulkEnrol)
    return made


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("vp-1 x20, vp-5 x10", (("vp-1", 20), ("vp-5", 10))),
        ("catwoman", (("catwoman", 1),)),
        (" catwoman ×2 ,, kick 3\nweakness*4", None),
        ("catwoman *2\nkick 3", (("catwoman", 2), ("kick", 3))),
    ],
)
def test_plans(text: str, plan: tuple[tuple[str, int], ...] | None) -> None:
    if plan is None:
        with pytest.raises(PlanError, match=r"weakness\*4"):
            parse_plan(text)
    else:
        assert parse_plan(text) == plan


@pytest.mark.parametrize("text", ["", " , ", "Catwoman", "vp-1 x", "vp-1#3", "vp-1 x99999", "vp-1 x2001"])
def test_bad_plans_show_a_good_one_or_a_way(text: str) -> None:
    with pytest.raises(PlanError, match=r"write pieces like|several goes"):
        parse_plan(text)


def test_pieces_come_in_order_with_their_lowest_free_copies(registry: Registry) -> None:
    registry.enrol("04000001", "coin#1", BOX)
    run = bulk(registry, "coin x2, castle")
    assert (run.pieces, run.expected, run.left) == (("coin#2", "coin#3", "castle#1"), "coin#2", 3)
    assert run.scan("04000002") == Tag("04000002", "toy", "coin#2")
    assert run.scan("04000003") == Tag("04000003", "toy", "coin#3")
    assert not run.finished
    assert run.scan("04000004") == Tag("04000004", "toy", "castle#1")
    assert (run.finished, run.expected, run.left) == (True, None, 0)
    extra = run.scan("04000005")
    assert isinstance(extra, TagRefusal)
    assert extra.code == "nothing-expected"


def test_the_same_sticker_tapped_again_is_one(registry: Registry) -> None:
    run = bulk(registry, "coin x2")
    run.scan("04000002000002")
    assert run.scan("04000002000002") is None
    assert run.expected == "coin#2"


def test_a_tag_in_use_is_refused_until_the_owner_insists(registry: Registry) -> None:
    registry.enrol("04000001000001", "knight#1", BOX)
    run = bulk(registry, "coin x2")
    refusal = run.scan("04000001000001")
    assert isinstance(refusal, TagRefusal)
    assert refusal.code == "uid-taken"
    assert run.expected == "coin#1"
    assert run.insist() == Tag("04000001000001", "toy", "coin#1")
    assert run.expected == "coin#2"
    assert registry.tag_of("toy", "knight#1") is None
    assert run.undo_last() == "coin#1"
    assert registry.tag_of("toy", "knight#1") == Tag("04000001000001", "toy", "knight#1")
    assert run.insist() is None


def test_undo_gives_back_what_was_replaced_in_another_game_too(registry: Registry) -> None:
    theirs = registry.enrol("04000001000001", "seat-1#1", SHARED, note="blue")
    other = registry.enrol("04000001000002", "coin#1", BOX)
    run = BulkEnrol(registry, BOX, ["coin#1"])
    assert isinstance(run.scan("04000001000001", force=True), Tag)
    assert registry.lookup("04000001000002") is None
    assert run.undo_last() == "coin#1"
    assert registry.lookup("04000001000001") == theirs
    assert registry.lookup("04000001000002") == other


def test_skip_and_undo(registry: Registry) -> None:
    run = bulk(registry, "coin, castle, knight")
    assert run.undo_last() is None
    run.scan("04000001")
    assert run.skip() == "castle#1"
    run.scan("04000002")
    assert run.skip() is None
    assert run.undo_last() == "knight#1"
    assert run.expected == "knight#1"
    assert registry.lookup("04000002") is None
    assert run.undo_last() == "coin#1"
    assert run.left == 3


def test_a_list_for_another_game_is_refused(registry: Registry) -> None:
    refusal = BulkEnrol.of_plan(registry, SHARED, parse_plan("seat-1, coin"))
    assert isinstance(refusal, TagRefusal)
    assert (refusal.code, refusal.args["kind"]) == ("unknown-kind", "coin")


def test_more_copies_than_the_box_has_need_insisting(registry: Registry) -> None:
    run = bulk(registry, "castle x2")
    run.scan("04000001")
    refusal = run.scan("04000002")
    assert isinstance(refusal, TagRefusal)
    assert refusal.code == "copies-exhausted"
    assert run.insist() == Tag("04000002", "toy", "castle#2")


def test_two_cards_with_the_same_number_of_four_bytes_are_told_apart_by_the_owner(registry: Registry) -> None:
    """Nobody else can tell the second card from the first one tapped again."""
    run = bulk(registry, "coin x2, castle")
    assert run.scan("11223344") == Tag("11223344", "toy", "coin#1")
    doubt = run.scan("11223344")
    assert isinstance(doubt, TagRefusal) and doubt.forcible
    assert (doubt.code, doubt.args["card"], run.expected) == ("short-taken", "coin#1", "coin#2")
    run.scan("11223345")
    later = run.scan("11223344")
    assert isinstance(later, TagRefusal)
    assert (later.code, later.args["card"]) == ("short-taken", "coin#1")
    assert run.scan("11223346") == Tag("11223346", "toy", "castle#1")
    assert run.refused is None
    assert run.scan("11223346") is None, "no other card is waited for"


@pytest.mark.parametrize("uid", ["08112233", "080000FF"])
def test_a_number_that_changes_each_time_is_refused_for_good(registry: Registry, uid: str) -> None:
    run = bulk(registry, "coin")
    refusal = run.scan(uid)
    assert isinstance(refusal, TagRefusal)
    assert (refusal.code, refusal.forcible) == ("random-uid", False)
    assert isinstance(run.insist(), TagRefusal) and run.left == 1


@pytest.mark.parametrize("uid", ["18112233", "04081122", "08112233445566"])
def test_a_number_that_only_looks_like_one_that_changes_is_enrolled(registry: Registry, uid: str) -> None:
    assert bulk(registry, "coin").scan(uid) == Tag(uid, "toy", "coin#1")
