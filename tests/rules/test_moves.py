"""Declared moves: what is offered, why it is refused, what the table may insist on, and what is known of a move."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.kernel import Unverified
from lairkeeper.core.result import Refused
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Arg, Moment, both, one_of
from lairkeeper.rules.moves import move
from lairkeeper.rules.step import StepData

from .toy import GAME, STOP, TAKE, Resting, accepted, after, begun, refused

TAKE_ONE = Command(move="take", by="Ana", target="pile-1")


def commands(viewer: str, naming: str | None = None, name: str = "take") -> list[Command]:
    return [each.command for each in GAME.offers(begun(), viewer, naming) if each.command.move == name]


def test_by_click_everybody_is_offered_the_unnamed_stone() -> None:
    assert [(each.card, each.target) for each in commands("table")] == [(None, "pile-1"), (None, "pile-2")]
    assert {each.by for each in commands("table")} == {"Ana"}


def test_the_asked_seat_alone_is_offered_stones_by_name_and_the_card_varies_before_the_target() -> None:
    stones = (None, "pebble#1", "pebble#2", "rock#1")
    assert [(each.card, each.target) for each in commands("Ana")] == list(product(stones, ("pile-1", "pile-2")))
    assert commands("Bo") == commands("table")


def test_a_tap_offers_the_tapped_stone_to_everybody() -> None:
    assert [(each.card, each.target) for each in commands("Bo", "rock#1")] == [
        ("rock#1", "pile-1"), ("rock#1", "pile-2"),
    ]  # fmt: skip


def test_a_move_without_a_card_is_not_offered_for_a_tap() -> None:
    assert commands("table", "rock#1", "end-turn") == []
    assert commands("table", None, "end-turn") != []


def test_each_offer_is_judged_as_its_decision() -> None:
    state = begun()
    for offer in GAME.offers(state, "Ana"):
        decision = GAME.decide(state, offer.command)
        assert isinstance(decision, Refused) == (offer.refusal is not None), offer


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"by": "Bo", "card": "rock#2", "target": "nowhere"}, "out-of-turn"),
        ({"card": "rock#2", "target": "nowhere"}, "no-stone"),
        ({"card": "pebble#1", "target": "nowhere"}, "no-pile"),
        ({"card": "pebble#1", "target": "pile-2"}, "too-light"),
    ],
)
def test_the_first_refusal_counts_in_the_declared_order(change: dict[str, Any], code: str) -> None:
    said = {"by": "Ana", "card": None, "target": "pile-1", **change}
    assert refused(begun(), Command(move="take", **said)).code == code


def test_a_seat_out_of_turn_is_told_the_rule_of_the_question() -> None:
    refusal = refused(begun(), Command(move="end-turn", by="Bo"))
    assert (dict(refusal.args), refusal.cite) == ({"seat": "Bo", "active": "Ana"}, "heap")


def test_a_reason_about_the_moment_comes_before_its_argument_and_after_those_before() -> None:
    state = begun()
    closed = state._replace(frames=(replace(state.frames[0], data={**state.frames[0].data, "rest": 0}),))
    assert refused(closed, Command(move="take", by="Ana", card="rock#2", target="pile-1")).code == "closed"
    assert refused(closed, Command(move="take", by="Bo", card="rock#2", target="pile-1")).code == "out-of-turn"


def test_the_table_may_insist_and_the_values_are_read_all_the_same() -> None:
    state = after(begun(), TAKE_ONE, TAKE_ONE)
    assert refused(state, replace(TAKE_ONE, target="pile-2")).code == "too-many"
    assert after(state, replace(TAKE_ONE, target="pile-2", force="we agree")).zone("pile-2.Ana") == ("pebble#1",)


def test_an_argument_gives_no_refusal_that_can_be_overruled() -> None:
    """Nobody could say what such an argument means when the table insists."""
    full: Arg[Resting] = Arg(lambda now: (), lambda now, said: Refused("full", forcible=True), ("full",))

    def go(work: Work, step: Resting, by: str) -> None:
        work.pop()

    declared = move("go", Resting, go, by=full)
    state = after(begun(), Command(move="set-level", option="score"))
    with pytest.raises(AssertionError, match="only ``unless`` may give full"):
        declared.move.check(state, Command(move="go", by="Ana"))


def test_what_nobody_can_tell_is_collected_once() -> None:
    assert accepted(begun(), TAKE_ONE).unverified == ("eyes", "weight")
    assert both(Unverified(("a", "b")), Unverified(("b", "c"))) == Unverified(("a", "b", "c"))
    assert both(Unverified(("a",)), None) == Unverified(("a",))
    assert both(None, None) is None
    no = Refused("no")
    assert both(Unverified(("a",)), no) is no


def test_an_unnamed_stone_is_judged_by_its_absence() -> None:
    state = after(begun(), TAKE_ONE, Command(move="answer", option="3"), TAKE_ONE, TAKE_ONE)
    assert not state.zone("heap")
    assert refused(state, Command(move="take", by="Ana", target="pile-1", force="so")).code == "cannot-force"
    bo = after(state, Command(move="end-turn", by="Ana"))
    assert refused(bo, Command(move="take", by="Bo", target="pile-1")).code == "empty"


def test_the_question_shows_its_answers_in_its_own_order() -> None:
    """The answer *3* is shown only after the first stone: its arguments are None before."""
    state = begun()
    shown = GAME.options(state, "table")
    assert [(each.code, dict(each.args)) for each in shown] == [("enough", {}), ("most", {"n": "1"})]
    assert {each.command.prompt for each in shown} == {state.prompt.id if state.prompt else None}
    later = GAME.options(after(state, TAKE_ONE), "table")
    assert [each.command.option for each in later] == [None, "1", "3"]


def test_an_answer_need_not_carry_the_id_of_the_question() -> None:
    state = after(begun(), Command(move="set-level", option="score"))
    (option,) = GAME.options(state, "table")
    assert option.command == Command(move="stop")
    assert after(state, option.command).finished


def test_offers_whose_arguments_depend_on_each_other_are_listed_whole() -> None:
    """The stone depends on the seat; each offer carries the id of the question, and the question shows it."""
    bo = Command(move="take", by="Bo", target="pile-1")
    state = after(begun(), TAKE_ONE, Command(move="end-turn", by="Ana"), bo, Command(move="set-level", option="score"))
    assert state.prompt
    begging = [Command(move="beg", by=by, card=card, prompt=state.prompt.id)
               for by, card in (("Ana", "pebble#2"), ("Bo", "rock#1"))]  # fmt: skip
    offers = GAME.offers(state, "table")
    assert [each.command for each in offers if each.command.move == "beg"] == begging
    assert [each.command for each in GAME.offers(state, "table", "rock#1")] == begging[1:]
    shown = [(each.code, dict(each.args)) for each in GAME.options(state, "table")]
    assert shown == [("beg-Ana", {"card": "pebble#2"}), ("beg-Bo", {"card": "rock#1"}), ("stop", {})]


def test_an_argument_that_is_not_declared_is_judged_with_the_others() -> None:
    state = after(begun(), TAKE_ONE, Command(move="set-level", option="score"))
    assert refused(state, Command(move="beg", by="Ana", card="rock#1")).code == "no-stone"
    assert after(state, Command(move="beg", by="Bo", card="rock#1", amount=3)).counters["thanks"] == 3


def test_an_amount_keeps_within_its_bounds() -> None:
    state = after(begun(), TAKE_ONE, Command(move="set-level", option="score"))
    assert refused(state, Command(move="beg", by="Bo", card="rock#1", amount=4)).code == "bad-value"


def test_an_option_that_is_not_among_the_values_is_refused_with_them() -> None:
    refusal = refused(begun(), Command(move="answer", option="7"))
    assert (refusal.code, dict(refusal.args)) == ("unknown-option", {"option": "7", "allowed": "1, 2, 3"})
    assert accepted(begun(), Command(move="answer", option="2")), "legal, though not offered"
    assert one_of(lambda now: ("1",), "heap", code="gone").codes == ("gone",)
    judged = one_of(lambda now: ("1",), "heap", code="gone").refuse(Moment(begun(), Resting()), "2")
    assert judged == Refused("gone", {"option": "2", "allowed": "1"}, "heap")


def test_what_is_known_of_a_move_comes_from_its_declaration() -> None:
    take = TAKE.move
    assert (take.needs, take.takes) == (("by", "target"), ("card",))
    assert take.refusals == ("out-of-turn", "closed", "no-stone", "empty", "no-pile", "too-light", "too-many")
    assert (take.tapped, take.spoken, take.target, take.rule) == (True, False, "any", "heap")
    say = next(each for each in GAME.moves if each.name == "answer")
    assert say.refusals == ("first", "unknown-option")
    assert (say.needs, say.takes) == (("option",), ("by",))
    assert (STOP.move.needs, STOP.move.takes, STOP.move.refusals) == ((), (), ())


def test_a_declaration_that_does_not_fit_its_function_is_refused_at_once() -> None:
    def stop(work: Work, step: Resting, by: str) -> None:
        work.finish(())

    def dance(work: Work, step: Resting, partner: str) -> None:
        work.finish(())

    with pytest.raises(TypeError, match="stop takes by, but these arguments are declared: card"):
        move("stop", Resting, stop, card=Arg(lambda now: ()))
    with pytest.raises(TypeError, match="partner"):
        move("dance", Resting, dance, partner=ANYBODY)


def test_a_move_of_several_steps_is_judged_and_applied_in_each() -> None:
    def wave(work: Work, step: StepData, by: str, card: str | None = None) -> None:
        work.count(f"waves.{by}", 1)

    def other(now: Moment[StepData], by: str, card: str | None = None) -> Refused | None:
        return None if by != now.asked else Refused("yourself", {"by": by})

    shared = move(
        "wave", StepData, wave, unless=other, codes=("yourself",),
        offers=lambda now: ((seat, now.naming) for seat in now.state.seats),
    ).move  # fmt: skip
    waved = begun(), after(begun(), Command(move="set-level", option="score"))
    assert [state.frames[-1].kind for state in waved] == ["taking", "resting"]
    for state in waved:
        assert [each.by for each in shared.candidates(state, "table", None)] == list(state.seats)
        assert [each.card for each in shared.candidates(state, "table", "rock#1")] == ["rock#1", "rock#1"]
        work = Work(state)
        assert shared.check(state, Command(move="wave", by="Bo")) is None
        shared.apply(work, Command(move="wave", by="Bo"))
        assert work.state.counters["waves.Bo"] == 1
    assert isinstance(shared.check(waved[0], Command(move="wave", by="Ana")), Refused)
    assert shared.check(waved[1], Command(move="wave", by="Ana")) is None


def test_an_offer_has_every_argument_of_its_move() -> None:
    def wave(work: Work, step: StepData, by: str, card: str | None = None) -> None:
        raise AssertionError

    short = move("wave", StepData, wave, offers=lambda now: ((seat,) for seat in now.state.seats)).move
    with pytest.raises(AssertionError, match="wave: an offer has"):
        list(short.candidates(begun(), "table", None))
