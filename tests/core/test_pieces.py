from __future__ import annotations

from lairkeeper.core.pieces import KINDS, PIECES, moves_of, piece


def test_the_printed_set_is_complete() -> None:
    verbs = "undo confirm no end-turn play buy gain destroy discard pass attack defend end-game"
    expected = {f"verb-{verb}" for verb in verbs.split(" ")}
    expected |= {"plus-1", "minus-1", "plus-5"} | {f"seat-{n}" for n in range(1, 9)}
    assert set(KINDS) == expected
    assert all(n == 1 for n in KINDS.values())


def test_every_verb_names_a_move_and_nothing_else_does() -> None:
    for kind, each in PIECES.items():
        assert bool(each.moves) == kind.startswith("verb-")
        assert bool(each.amount) == kind.startswith(("plus-", "minus-"))
        assert bool(each.seat) == kind.startswith("seat-")


def test_a_component_is_found_by_its_kind() -> None:
    assert moves_of("verb-end-turn#1") == ("end-turn",)
    assert moves_of("catwoman#1") == ()
    found = piece("minus-1#1")
    assert found is not None
    assert found.amount == -1
