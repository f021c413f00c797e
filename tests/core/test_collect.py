from __future__ import annotations

from dataclasses import replace

import pytest

from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.log_words import hides_card
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work

from .collect import pick_some
from .toy import TOSS, TOY, begin, do, plot_all, refused


def test_nothing_happens_before_everybody_has_answered() -> None:
    history = begin()
    do(history, move="answer", by="Bo", card="mole#2")
    do(history, move="answer", by="Cy", card="mole#3")
    assert history.state.zone("heap") == ()
    do(history, move="answer", by="Ana", card="gem#1")
    assert history.state.zone("heap") == ("gem#1", "mole#2", "mole#3"), "in the order they were asked"


def test_a_sealed_question_may_be_answered_in_any_order_but_once() -> None:
    history = begin()
    do(history, move="answer", by="Cy", card="mole#3")
    assert refused(history, move="answer", by="Cy", card="mole#4").code == CoreRefusal.NOT_ASKED


def test_a_sealed_answer_is_read_by_its_card_and_listed_to_nobody_else() -> None:
    history = begin()
    held = history.state.zone("hand.Bo")[0]

    def answers(viewer: str, naming: str | None = None) -> list[tuple[str | None, str | None]]:
        found = (each.command for each in TOY.possible(history.state, viewer, naming))
        return [(each.by, each.card) for each in found if each.move == "answer"]

    assert answers(TABLE) == answers("Ana", held) == []
    assert answers(TABLE, held) == [("Bo", held)]
    assert answers(TABLE, kind_of(held)) == [], "a kind may be in several hands"
    assert ("Bo", held) in answers("Bo")
    do(history, move="answer", by="Bo", card=held)
    (record,) = (each for each in history.live if each.command is not None)
    assert record.command is not None
    assert hides_card(record.command, record.events), "its tag would tell the card"


def test_a_card_that_is_not_in_hand_is_no_answer_and_the_refusal_does_not_tell_the_hand() -> None:
    history = begin()
    refusal = refused(history, move="answer", by="Ana", card="mole#4")
    assert refusal.code == CoreRefusal.UNKNOWN_OPTION
    assert "gem" not in str(refusal.args)


def test_attacked_seats_answer_clockwise_and_then_it_happens() -> None:
    history = begin(
        setup={
            "hand.Ana": ("mole#1",),
            "hand.Bo": ("mole#2",),
            "hand.Cy": ("mole#3",),
            "purse.Bo": {5: 1},
            "purse.Cy": {1: 1},
        }
    )
    plot_all(history)
    before = dict(history.state.purses["Bo"])
    do(history, move="raid", by="Ana")
    assert refused(history, move="answer", by="Cy", option="hide").code == CoreRefusal.OUT_OF_TURN
    assert refused(history, move="answer", by="Ana", option="hide").code == CoreRefusal.NOT_ASKED
    do(history, move="answer", by="Bo", option="take-it")
    assert history.state.purses["Bo"] == before, "collect, then resolve"
    do(history, move="answer", by="Cy", option="hide")
    assert TOY.lookup(history.state, "tokens.Bo") == 4
    assert TOY.lookup(history.state, "tokens.Cy") == 2
    assert history.state.prompt is not None
    assert history.state.prompt.code == "your-raid"


def test_an_answer_to_a_question_that_is_gone_is_stale() -> None:
    history = begin()
    plot_all(history)
    do(history, move="raid", by="Ana")
    asked = history.state.prompt
    assert asked is not None
    do(history, move="answer", by="Bo", option="hide", prompt=asked.id)
    do(history, move="answer", by="Cy", option="hide", prompt=asked.id)
    do(history, move="raid", by="Ana")
    assert refused(history, move="answer", by="Bo", option="hide", prompt=asked.id).code == CoreRefusal.STALE_PROMPT


def test_cards_are_picked_one_at_a_time_until_done() -> None:
    history = begin(
        setup={"hand.Ana": ("mole#1", "gem#1", "spade#1", "spade#2"), "hand.Bo": ("mole#2",)}, seats=("Ana", "Bo")
    )
    plot_all(history)
    do(history, move="toss", by="Ana")
    few = refused(history, move="done", by="Ana")
    assert (few.code, few.args) == (CoreRefusal.BAD_VALUE, {"option": "toss", "value": 0, "allowed": "1..2"})
    do(history, move="answer", by="Ana", card="gem#1")
    do(history, move="answer", by="Ana", card="spade#1")
    many = refused(history, move="answer", by="Ana", card="spade#2")
    assert (many.code, many.args) == (CoreRefusal.BAD_VALUE, {"option": "toss", "value": 3, "allowed": "1..2"})
    do(history, move="answer", by="Ana", card="gem#1")
    do(history, move="answer", by="Ana", card="spade#2")
    other = refused(history, move="done", by="Bo")
    assert (other.code, other.args) == (CoreRefusal.NOT_ASKED, {"seat": "Bo"})
    assert refused(history, move="answer", by="Ana", card="mole#2").code == CoreRefusal.UNKNOWN_OPTION
    do(history, move="done", by="Ana")
    assert history.state.zone("heap")[-2:] == ("spade#1", "spade#2")
    assert history.state.zone("hand.Ana") == ("gem#1",)


def test_options_of_a_sealed_question_are_shown_to_their_seat_alone() -> None:
    history = begin()
    ana = TOY.view(history.state, "Ana").prompt
    table = TOY.view(history.state, "table").prompt
    assert ana is not None
    assert table is not None
    assert [option.args["card"] for option in ana.options] == ["mole#1", "gem#1"]
    assert table.options == ()
    assert table.args["waiting"] == ("Ana", "Bo", "Cy")


def test_what_may_be_picked_is_open_and_may_be_nothing_unless_a_game_says_so() -> None:
    frame = begin().state.frames[0]
    picked: list[tuple[str, ...]] = []
    toss = pick_some(
        TOSS.name, "toss", lambda state, frame: state.zone("hand.Ana"), lambda work, frame, picks: picked.append(picks)
    )
    history = begin(replace(TOY, frames={**TOY.frames, TOSS.name: toss}))
    assert history.state.frames[0].kind == frame.kind
    plot_all(history)
    do(history, move="toss", by="Ana")
    do(history, move="done", by="Ana")
    do(history, move="toss", by="Ana")
    do(history, move="answer", by="Ana", card="gem#1")
    assert not history.state.frames[-1].data.get("secret", False)
    do(history, move="done", by="Ana")
    assert picked == [(), ("gem#1",)]


@pytest.mark.parametrize(("secret", "table"), [(True, []), (False, ["mole#1", "gem#1"])])
def test_what_may_be_picked_in_secret_is_offered_to_nobody_else(secret: bool, table: list[str]) -> None:
    def cards(state: State, frame: Frame) -> tuple[str, ...]:
        return state.zone(f"hand.{frame.data['seat']}")

    def ended(work: Work, frame: Frame, picks: tuple[str, ...]) -> None:
        assert picks == ("gem#1",)

    toss = pick_some(TOSS.name, "toss", cards, ended, secret=secret)
    game = replace(TOY, frames={**TOY.frames, TOSS.name: toss})
    history = begin(game, setup={"hand.Ana": ("spade#1", "mole#1", "gem#1"), "hand.Bo": ("mole#2",)})
    plot_all(history)
    do(history, move="toss", by="Ana")
    for viewer, offered in (("Ana", ["mole#1", "gem#1"]), ("Bo", []), (TABLE, table)):
        found = [each.command.card for each in game.possible(history.state, viewer) if each.command.move == "answer"]
        assert found == offered, viewer
    for card, taken in (("gem#1", True), ("mole#1", True), ("mole#2", False), ("spade#1", False)):
        laid = [each for each in game.possible(history.state, TABLE, card) if each.command.move == "answer"]
        assert bool(laid) == taken, card
    do(history, move="answer", by="Ana", card="gem#1")
    assert [frame.data.get("secret", False) for frame in history.state.frames][-1] is secret
    do(history, move="done", by="Ana")
