from __future__ import annotations

from lairkeeper.core import events as ev
from lairkeeper.core.evolve import evolve, fold
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import SealedNote, notes, reveal, seal, settle
from lairkeeper.core.state import APP, State
from lairkeeper.core.views import COUNT, zone_view
from lairkeeper.core.work import Work

CARDS = (ev.Placed("gem#1", "hand.Ana"), ev.Placed("mole#1", "hand.Ana"))
START = fold(State("toy", "full", ("Ana", "Bo"), None), CARDS)


def sealed(wrong: Refused | None) -> Work:
    work = Work(START)
    seal(work, "gem#1", "plot.Bo", "Ana", wrong)
    return work


def test_a_sealed_card_is_known_to_its_owner_and_the_app() -> None:
    state = sealed(None).state
    assert state.known["gem#1"] == (APP, "Ana")
    for viewer, cards in (("Ana", ("gem#1",)), ("Bo", None), ("table", None)):
        zone = zone_view(state, "plot.Bo", viewer, COUNT)
        assert zone is not None
        assert (zone.count, zone.cards) == (1, cards)


def test_what_is_wrong_with_it_is_told_to_its_owner_alone() -> None:
    state = sealed(Refused("no-match")).state
    assert notes(state, "Ana") == (SealedNote("gem#1", "Ana", "no-match"),)
    assert notes(state, "Bo") == notes(state, "table") == ()


def test_legal_or_not_the_others_see_the_same() -> None:
    right, wrong = sealed(None).state, sealed(Refused("no-match")).state
    for viewer in ("Bo", "table"):
        assert zone_view(right, "plot.Bo", viewer, COUNT) == zone_view(wrong, "plot.Bo", viewer, COUNT)
        assert notes(right, viewer) == notes(wrong, viewer)


def test_the_reveal_tells_everybody() -> None:
    work = sealed(Refused("no-match"))
    assert reveal(work, "gem#1") == "no-match"
    assert notes(work.state, "Bo") == (SealedNote("gem#1", "Ana", "no-match"),)
    fine = sealed(None)
    assert reveal(fine, "gem#1") is None


def test_a_note_that_is_settled_is_gone_and_other_marks_stay() -> None:
    work = sealed(Refused("no-match"))
    work.emit(ev.Marked("gem#1", "bent"))
    settle(work, "gem#1")
    assert notes(work.state, "Ana") == ()
    assert work.state.marked("gem#1", "bent") == 1
    assert evolve(work.state, ev.Unmarked("gem#1", "bent")).marks == {}


def test_a_note_of_before_tells_nothing_of_a_card_that_another_player_lays() -> None:
    """DC Forever, seed 203693311: a team mate laid a card that its player had laid wrongly before, and was told so."""
    before = sealed(Refused("no-match"))
    before.emit(ev.Moved("gem#1", "plot.Bo", "hand.Bo"))
    before.emit(ev.Faced("gem#1", (APP, "Bo")))
    assert notes(before.state, "Ana") == ()
    seal(before, "gem#1", "plot.Ana", "Bo")
    assert before.state.marks == {}
