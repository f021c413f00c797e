from __future__ import annotations

import dataclasses

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.events import Faced
from lairkeeper.core.evolve import fold
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.kernel import Move
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import APP
from lairkeeper.core.work import Work

from .toy import TOY, begin, do, plot_all, refused


@pytest.mark.parametrize(
    ("header", "code"),
    [
        (Header("toy", ("Ana",)), CoreRefusal.BAD_PLAYERS),
        (Header("toy", ("A", "B", "C", "D", "E")), CoreRefusal.BAD_PLAYERS),
        (Header("toy", ("Ana", "Ana")), CoreRefusal.BAD_SEATS),
        (Header("toy", ("Ana", "table")), CoreRefusal.BAD_SEATS),
        (Header("toy", ("Ana", "bank")), CoreRefusal.BAD_SEATS),
        (Header("toy", ("Ana", "B\no")), CoreRefusal.BAD_SEATS),
        (Header("toy", ("Ana", 3)), CoreRefusal.BAD_SEATS),
        (Header("toy", ("Ana", "Bo"), ruleset=["x"]), CoreRefusal.BAD_SETUP),
        (Header("toy", ("Ana", "Bo"), setup=None), CoreRefusal.BAD_SETUP),
        (Header("toy", ("Ana", "Bo"), level="deep"), CoreRefusal.UNKNOWN_LEVEL),
        (Header("toy", ("Ana", "Bo"), ruleset={"rouns": 3}), CoreRefusal.UNKNOWN_OPTION),
        (Header("toy", ("Ana", "Bo"), ruleset={"rounds": 10}), CoreRefusal.BAD_VALUE),
        (Header("toy", ("Ana", "Bo"), setup={"hand.Zoe": ()}), CoreRefusal.BAD_SETUP),
    ],
)
def test_a_header_that_cannot_be_played_is_refused(header: Header, code: CoreRefusal) -> None:
    result = History.start(TOY, header)
    assert isinstance(result, Refused)
    assert (result.code, result.invalid) == (code, True)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"move": "fly", "by": "Ana"}, CoreRefusal.UNKNOWN_MOVE),
        ({"move": "raid"}, CoreRefusal.MISSING_ARGUMENT),
        ({"move": "raid", "by": "Ana", "card": "gem#1"}, CoreRefusal.UNEXPECTED_ARGUMENT),
        ({"move": "raid", "by": "Zoe"}, CoreRefusal.UNKNOWN_SEAT),
        ({"move": "read", "by": "Ana", "card": "owl#1"}, CoreRefusal.UNKNOWN_CARD),
        ({"move": "answer", "by": "Ana", "option": "hide"}, CoreRefusal.NOT_NOW),
        ({"move": "end-turn", "by": "Ana", "prompt": 1}, CoreRefusal.STALE_PROMPT),
        ({"move": "end-turn", "by": "Bo"}, CoreRefusal.OUT_OF_TURN),
        ({"move": "adjust", "by": "Ana", "amount": 1000}, CoreRefusal.BAD_VALUE),
        ({"move": "adjust", "by": "Ana", "amount": -2}, CoreRefusal.BAD_VALUE),
        ({"move": "adjust", "by": "Ana", "amount": "2"}, CoreRefusal.BAD_VALUE),
        ({"move": "adjust", "by": "Ana", "amount": True}, CoreRefusal.BAD_VALUE),
        ({"move": "adjust", "by": "Ana", "amount": 1, "target": "luck"}, CoreRefusal.BAD_SETUP),
        ({"move": "set-level", "option": "deep"}, CoreRefusal.UNKNOWN_LEVEL),
        ({"move": "set-level", "option": "full"}, CoreRefusal.SAME_LEVEL),
        ({"move": "toss", "by": "Ana", "force": "because"}, None),
    ],
)
def test_a_command_that_cannot_be_is_refused_and_changes_nothing(
    command: dict[str, object], code: CoreRefusal | None
) -> None:
    history = begin()
    plot_all(history)
    if code is None:
        do(history, **command)
    else:
        assert refused(history, **command).code == code


def test_a_match_that_is_over_takes_no_more_moves() -> None:
    history = begin(seats=("Ana", "Bo"), ruleset={"rounds": 1})
    for seat in ("Ana", "Bo"):
        plot_all(history)
        do(history, move="end-turn", by=seat)
    assert history.state.finished
    assert refused(history, move="end-turn", by="Ana").code == CoreRefusal.MATCH_OVER
    assert TOY.offers(history.state, "table") == ()


def test_nothing_goes_on_once_the_match_is_over() -> None:
    """Leave what waits below the frame that ended the match as it is."""

    def stop(work: Work, command: Command) -> None:
        work.pop()
        work.finish(())
        work.push("bonus", seat="Ana", amount=3)

    moves = {**TOY.frames["round"].moves, "end-turn": Move("end-turn", stop, needs=("by",))}
    game = dataclasses.replace(
        TOY, frames={**TOY.frames, "round": dataclasses.replace(TOY.frames["round"], moves=moves)}
    )
    history = begin(game)
    plot_all(history)
    before = game.lookup(history.state, "tokens.Ana")
    do(history, move="end-turn", by="Ana")
    assert history.state.finished
    assert game.lookup(history.state, "tokens.Ana") == before


def test_the_usual_level_is_the_richest_unless_the_game_names_one() -> None:
    assert TOY.default_level == "full"
    assert dataclasses.replace(TOY, usual_level="plain").default_level == "plain"


def test_a_move_of_a_richer_level_is_refused_at_a_poorer_one() -> None:
    history = begin(level="plain")
    plot_all(history)
    assert refused(history, move="raid", by="Ana").code == CoreRefusal.NOT_AT_LEVEL
    do(history, move="set-level", option="full")
    do(history, move="raid", by="Ana")


def test_what_cannot_be_checked_is_accepted_unverified() -> None:
    history = begin()
    plot_all(history)
    result = history.submit(Command(move="raid", by="Ana"))
    assert isinstance(result, Accepted)
    assert result.unverified == ("raid-strength",)
    assert "State(" not in repr(result), "what is printed is what happened, not the whole match"
    assert history.last.unverified == ("raid-strength",)


def test_the_table_may_insist_where_the_refusal_says_so() -> None:
    history = begin()
    plot_all(history)
    events = do(history, move="end-turn", by="Bo", force="Ana has left")
    assert type(events[0]).__name__ == "Overruled"
    assert history.state.active == "Bo"


def test_the_table_may_not_insist_on_the_impossible() -> None:
    history = begin(ruleset={"raids": "none"})
    plot_all(history)
    refusal = refused(history, move="raid", by="Ana", force="please")
    assert (refusal.code, refusal.args["code"]) == (CoreRefusal.CANNOT_FORCE, "no-raids")


def test_force_on_something_legal_is_no_override() -> None:
    history = begin()
    plot_all(history)
    events = do(history, move="end-turn", by="Ana", force="hurry")
    assert "Overruled" not in [type(event).__name__ for event in events]


def test_deciding_is_pure_and_its_state_is_the_fold_of_its_events() -> None:
    history = begin()
    plot_all(history)
    state = history.state
    command = Command(move="raid", by="Ana")
    one, other = TOY.decide(state, command), TOY.decide(state, command)
    assert isinstance(one, Accepted)
    assert one == other
    assert fold(state, one.events) == one.after


def test_offers_say_what_deciding_says() -> None:
    history = begin(ruleset={"raids": "none"})
    plot_all(history)
    offers = TOY.offers(history.state, "table")
    assert {offer.command.move for offer in offers} >= {"raid", "draw", "toss", "end-turn", "adjust", "set-level"}
    for offer in offers:
        decision = TOY.decide(history.state, offer.command)
        assert (decision.code if isinstance(decision, Refused) else None) == (
            offer.refusal.code if offer.refusal else None
        )


def test_offers_about_one_piece_name_it() -> None:
    history = begin()
    offers = TOY.offers(history.state, "Ana", "gem#1")
    assert [offer.command.card for offer in offers] == ["gem#1"]
    assert TOY.offers(history.state, "Ana", "gem#2") == ()


def test_a_correction_keeps_tokens_together() -> None:
    history = begin(ruleset={"bank": 10})
    do(history, move="adjust", by="Ana", amount=4, option="forgotten")
    assert history.state.purses["Ana"] == {1: 4}
    assert history.state.purses["bank"] == {1: 6}


def test_a_counter_can_be_corrected_too() -> None:
    history = begin()
    plot_all(history)
    do(history, move="adjust", by="Ana", amount=2, target="plots.Ana")
    assert history.state.counters["plots.Ana"] == 3


def test_a_sealed_answer_leaves_no_word_in_the_log() -> None:
    history = begin()
    do(history, move="answer", by="Ana", card="gem#1")
    record = history.last
    assert record.command is not None
    code, args = TOY.log(record.command, record.events)
    assert code == "answer"
    assert args == {"by": "Ana", "moved": 0}


def test_a_card_read_face_down_leaves_no_word_in_the_log() -> None:
    history = begin()
    plot_all(history)
    do(history, move="read", by="Ana", card="gem#2")
    record = history.last
    assert record.command is not None
    assert "card" not in TOY.log(record.command, record.events)[1]
    shown = Command(move="read", by="Ana", card="gem#2")
    assert "card" in TOY.log(shown, (Faced("gem#1", (APP, "Ana")),))[1], "another card lies face down"
    assert "card" in TOY.log(shown, (Faced("gem#2", (TABLE,)),))[1], "everybody sees it"


def test_every_move_refusal_prompt_and_path_is_listed() -> None:
    names = {spec.name: spec for spec in TOY.moves}
    assert names["raid"].needs == ("by",)
    assert names["raid"].levels == ("full",)
    assert names["adjust"].anytime
    assert not names["raid"].anytime
    assert names["answer"].frames == ("plot", "defend", "toss", "choose-replacement")
    assert {spec.code for spec in TOY.refusals} >= {"no-raids", "stale-prompt"}
    assert {spec.code for spec in TOY.prompts} >= {"plot", "defend", "toss", "your-raid", "choose-replacement"}
    assert "heap" in {spec.path for spec in TOY.paths}
    assert names["undo"].takes == ("by", "amount")
    assert "redo" in names


def test_whether_a_verb_must_be_said_may_depend_on_the_piece() -> None:
    history = begin()
    move = Move("read", lambda work, command: None, spoken=lambda state, command: command.card != "mole#1")
    assert not move.is_spoken(history.state, Command(move="read", card="mole#1"))
    assert move.is_spoken(history.state, Command(move="read", card="gem#1"))
    assert not Move("read", lambda work, command: None).is_spoken(history.state, Command(move="read"))


def test_how_many_play_may_depend_on_the_house_rules() -> None:
    game = dataclasses.replace(TOY, seating=lambda rules: (1, 2) if rules.raids == "none" else TOY.players)
    assert isinstance(History.start(game, Header("toy", ("Ana",))), Refused)
    assert isinstance(History.start(game, Header("toy", ("Ana",), ruleset={"raids": "none"})), History)
    assert isinstance(History.start(game, Header("toy", ("Ana", "Bo", "Cy"), ruleset={"raids": "none"})), Refused)


def test_denominations_may_depend_on_the_house_rules() -> None:
    game = dataclasses.replace(TOY, denominations=lambda rules: (1, rules.rounds))
    history = begin(game, ruleset={"rounds": 4})
    do(history, move="adjust", by="Ana", amount=9)
    assert history.state.purses["Ana"] == {4: 2, 1: 1}
