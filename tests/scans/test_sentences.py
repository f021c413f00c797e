"""The growth of a sentence, and what it comes to when it is whole, refused, put back or cut."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.evolve import fold
from lairkeeper.core.result import Accepted, Decision, Offer, Refused
from lairkeeper.core.state import State
from lairkeeper.scans import AskTable, Context, Ignored, Instruction, Question, QuestionOption, Submit, Tick, explain
from lairkeeper.scans.asking import asked
from lairkeeper.scans.explain import (
    _answer,
    _bare,
    _cut,
    _longer,
    _no_use,
    _one_or_ask,
    _put_back,
    _refused,
    _told_apart,
    _too_late,
    _whole,
)
from lairkeeper.scans.instructions import PURSE
from lairkeeper.scans.question import BACK, DO, DO_BOTH, FORCE, IGNORE_TAG, PUT_BACK
from lairkeeper.scans.reading import Readings, _stand_ins
from lairkeeper.scans.review import POSSIBLE, review
from lairkeeper.scans.sentence import Sentence
from lairkeeper.scans.zones import COMMON, Role

from .taps import SEATS, Taps, match, sighting
from .toy import TOY

SHELF, HEAP = Role("tap", place="market"), Role("tap", place="bin")
HARD, SOFT = Refused("no"), Refused("not-yet", forcible=True)


def offer(move: str = "buy", refusal: Refused | None = None, card: str | None = "gem#1", **how: Any) -> Offer:
    flags = {name: how.pop(name) for name in ("spoken", "tapped") if name in how}
    return Offer(Command(move=move, **{"by": "Ana", "card": card} | how), refusal, **flags)


def said(*whats: str, role: Role = COMMON) -> Sentence:
    sentence: Sentence | None = Sentence(role)
    for row, what in enumerate(whats, 1):
        assert sentence is not None
        sentence = sentence.plus(sighting(row, float(row), what), SEATS)
    assert sentence is not None
    return sentence


def actions(verdict: object) -> list[str]:
    assert isinstance(verdict, AskTable)
    return [option.action for option in verdict.question.options]


def quiz(found: list[Offer], decision: Decision | None = None, prompt: bool = False) -> Context:
    """Return a game that always offers this."""
    game: Any = SimpleNamespace(
        id=TOY.id, possible=lambda state, viewer, naming=None: found, decide=lambda state, command: decision
    )
    state = State(TOY.id, "score", SEATS, None, "Ana", 1)
    question = [ev.FramePushed(1, "turn"), ev.Asked(1, 2, "your-turn", seats=("Bo", "Cy"))]
    return Context(game, fold(state, question) if prompt else state, SEATS)


class TestAlone:
    COIN = Instruction(PURSE, "coin-5", "Ana", "bank", value=5)

    def verdict(self, *whats: str, zone: str = "tap", played_on: bool = False) -> Any:
        zones = {"shelf": "market", "quiet": "off"}
        context = Context(TOY, match().state, SEATS, zones, todo=(self.COIN,), played_on=played_on)
        return explain(context, [sighting(n, 1.0 + n, what, zone) for n, what in enumerate(whats)], 99.0)

    @pytest.mark.parametrize(
        ("what", "zone", "code", "refused"),
        [
            ("chess:king", "tap", "other-game", True),
            ("seat-4", "tap", "empty-seat", True),
            ("coin-5", "seat-4", "empty-seat", True),
            ("coin-5", "quiet", "reader-off", False),
            ("!08112233", "tap", "foreign-tag", True),
        ],
    )
    def test_who_wanted_something_hears_that_it_did_not_happen(
        self, what: str, zone: str, code: str, refused: bool
    ) -> None:
        verdict = self.verdict(what, zone=zone)
        assert (verdict.code, verdict.refused) == (code, refused)

    def test_words_before_it_make_a_piece_a_move(self) -> None:
        assert self.verdict("coin-5") == Tick(0, (0,))
        assert self.verdict("seat-2", "coin-5") == Submit((Command(move="gain", by="Bo", card="coin-5"),), (0, 1))
        assert self.verdict("apple#1", zone="shelf").code == "in-place"
        buy = Command(move="buy", by="Ana", card="apple#1")
        assert self.verdict("verb-buy", "apple#1", zone="shelf") == Submit((buy,), (0, 1))

    def test_once_the_match_has_gone_on_it_may_be_either(self) -> None:
        assert actions(self.verdict("coin-5", played_on=True)) == ["tick", DO, PUT_BACK]


class TestLonger:
    @pytest.mark.parametrize(
        ("first", "then", "place"),
        [
            (COMMON, SHELF, "market"),  # a word at the tap point, the rest at a place
            (SHELF, COMMON, "market"),
            (SHELF, HEAP, "market"),
            (COMMON, COMMON, None),
        ],
    )
    def test_the_first_place_is_what_it_is_about(self, first: Role, then: Role, place: str | None) -> None:
        sentence = said("seat-2", role=first)
        longer = _longer(Context(TOY, match().state, SEATS), sentence, sighting(2, 2.0, "verb-gain"), then)
        assert longer is not None
        assert (longer.place, longer.rows) == (place, (1, 2))

    @pytest.mark.parametrize(("what", "longer"), [("seat-2", True), ("coin-1", False), ("verb-gain", False)])
    def test_what_follows_a_piece_belongs_to_it_if_a_command_takes_both(self, what: str, longer: bool) -> None:
        context = Context(TOY, match().state, SEATS)
        found = _longer(context, said("stone"), sighting(2, 2.0, what), COMMON)
        assert (found is not None) is longer

    @pytest.mark.parametrize(
        ("heard", "seconds", "late"),
        [
            (None, 7.9, False),
            (None, 8.0, True),
            (5.0, 8.0, False),  # heard four seconds late, and shown eight from then on
            (5.0, 11.9, False),
            (5.0, 12.0, True),
            (13.0, 8.5, True),  # tapped before anybody was told of it
            (10.0, 9.0, True),
            (13.0, 12.5, False),
        ],
    )
    def test_words_run_out(self, heard: float | None, seconds: float, late: bool) -> None:
        sentence = Sentence(COMMON).plus(replace(sighting(1, 1.0, "seat-2"), heard=heard), SEATS)
        assert sentence is not None
        assert _too_late(sighting(2, 1.0 + seconds, "coin-1"), sentence) is late

    @pytest.mark.parametrize(("seconds", "late"), [(8.2, False), (9.4, False), (9.5, True)])
    def test_a_target_counts_while_the_screen_shows_its_card(self, seconds: float, late: bool) -> None:
        assert _too_late(sighting(2, 1.0 + seconds, "seat-2"), said("stone")) is late


class TestPutBack:
    def bought(self) -> Context:
        history = match()
        assert isinstance(history.submit(Command(move="buy", by="Ana", card="apple#1")), Accepted)
        return Context(TOY, history.state, SEATS, history=history)

    @pytest.mark.parametrize(
        ("words", "asks"),
        [
            (("apple#1",), True),
            (("verb-gain", "apple#1"), False),
            (("seat-2", "apple#1"), False),
            (("apple#1", "seat-2"), False),
            (("apple#1", "pear#1"), False),
            (("seat-2",), False),
        ],
    )
    def test_words_mean_something_else(self, words: tuple[str, ...], asks: bool) -> None:
        found = _put_back(self.bought(), said(*words, role=SHELF), Readings((), (), ()))
        assert isinstance(found, AskTable) is asks

    @pytest.mark.parametrize(
        ("whole", "left_open", "options"),
        [
            ((offer(),), (), None),
            ((), (offer(),), None),
            ((offer(spoken=True),), (), [BACK, DO, PUT_BACK]),
            ((), (offer(spoken=True),), [BACK, PUT_BACK]),
            ((offer(spoken=True), offer()), (), None),
        ],
    )
    def test_only_a_move_that_wants_its_verb_leaves_room_for_it(
        self, whole: tuple[Offer, ...], left_open: tuple[Offer, ...], options: list[str] | None
    ) -> None:
        found = _put_back(self.bought(), said("apple#1", role=SHELF), Readings(whole, left_open, ()))
        assert (found and actions(found)) == options

    def test_at_most_eight_other_moves_are_shown(self) -> None:
        many = tuple(offer(f"move-{n}", spoken=True) for n in range(9))
        found = _put_back(self.bought(), said("apple#1", role=SHELF), Readings(many, (), ()))
        assert actions(found) == [BACK, *[DO] * 8, PUT_BACK]

    def test_a_verb_at_the_place_is_a_move(self) -> None:
        taps = Taps(zones={"shelf": "market"}).tap("apple#1").tap("verb-destroy").hear("apple#1", "shelf")
        assert taps.player.questions == ()
        assert isinstance(taps.last, Ignored)
        assert taps.last.args["refusal"] == "not-for-sale"


class TestWhole:
    def verdict(self, *words: str, context: Context | None = None, **found: tuple[Offer, ...]) -> Any:
        readings = Readings(**{"whole": (), "open": (), "refused": ()} | found)
        return _whole(context or quiz([]), said(*words), readings)

    def test_the_only_one_is_done_and_of_several_eight_are_asked(self) -> None:
        assert self.verdict("gem", whole=(offer(),)) == Submit((offer().command,), (1,))
        many = tuple(offer(f"move-{n}") for n in range(9))
        assert actions(self.verdict("gem", whole=many)) == [*[DO] * 8, PUT_BACK]

    @pytest.mark.parametrize(
        ("words", "left_open", "done"),
        [
            (("gem",), (offer(),), True),  # the only thing left to say
            (("gem",), (offer(tapped=True),), False),
            (("gem",), (offer(), offer("sell")), False),
            (("verb-buy",), (offer(),), False),  # a verb waits for its piece
        ],
    )
    def test_what_is_left_to_be_tapped(self, words: tuple[str, ...], left_open: tuple[Offer, ...], done: bool) -> None:
        assert self.verdict(*words, open=left_open) == (Submit((offer().command,), (1,)) if done else None)

    def test_what_may_go_on_is_not_refused_yet(self) -> None:
        assert self.verdict("verb-buy", open=(offer(),), refused=(offer(refusal=HARD, card=None),)) is None

    @pytest.mark.parametrize(
        ("words", "refused", "code"),
        [
            (("gem",), (offer(refusal=HARD),), "refused"),
            (("verb-buy",), (offer(refusal=HARD, card=None),), "refused"),
            (("verb-buy",), (offer(refusal=HARD), offer("pass", HARD, card=None)), "refused"),
            (("verb-buy",), (offer(refusal=HARD),), None),  # the piece may make it legal
        ],
    )
    def test_a_verb_alone_is_refused_if_it_was_the_whole_wish(
        self, words: tuple[str, ...], refused: tuple[Offer, ...], code: str | None
    ) -> None:
        assert getattr(self.verdict(*words, refused=refused), "code", None) == code

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("verb-defend",), "verb-no-use"),
            (("seat-2", "verb-no"), "words-dropped"),
            (("verb-no",), "verb-no-use"),
            (("seat-2", "verb-defend"), "verb-no-use"),
            (("seat-2",), None),
            (("verb-defend", "gem"), None),
        ],
    )
    def test_a_verb_that_fits_nothing(self, words: tuple[str, ...], code: str | None) -> None:
        assert getattr(self.verdict(*words), "code", None) == code

    @pytest.mark.parametrize(("refusal", "unasked"), [(None, True), (HARD, True), (SOFT, False)])
    def test_a_pair_is_done_unless_it_may_have_happened_otherwise(self, refusal: Refused | None, unasked: bool) -> None:
        history = match()
        assert isinstance(history.submit(Command(move="greet", by="Ana")), Accepted)
        refused = (offer(refusal=refusal),) if refusal is not None else ()
        context = Context(TOY, history.state, SEATS, history=history)
        found = self.verdict("coin-5", context=context, refused=refused)
        assert isinstance(found, Submit) is unasked
        if not unasked:
            assert actions(found) == [PUT_BACK, DO_BOTH, FORCE, IGNORE_TAG]


@pytest.mark.parametrize(("cards", "bare"), [((None,), True), (("gem",), False), ((None, "gem"), True), ((), False)])
def test_whether_one_of_them_needs_no_piece(cards: tuple[str | None, ...], bare: bool) -> None:
    assert _bare([offer(card=card) for card in cards]) is bare


class TestNoUse:
    def test_who_is_waited_for(self) -> None:
        asked = quiz([], prompt=True)
        found = _no_use(asked, said("verb-defend"))
        assert (found.code, found.args["seats"], found.refused) == ("verb-waits", ["Bo", "Cy"], True)
        done = replace(asked, state=fold(asked.state, [ev.Answered(2, "Bo"), ev.Answered(2, "Cy")]))
        assert _no_use(done, said("verb-defend")).code == _no_use(quiz([]), said("verb-defend")).code == "verb-no-use"
        assert _no_use(done, said("verb-defend")).refused


class TestRefused:
    def test_what_the_table_may_insist_on_comes_before_what_it_may_not(self) -> None:
        verdict = _refused(said("gem"), [offer("eat", HARD), offer("buy", SOFT), offer("sell", SOFT)])
        assert isinstance(verdict, AskTable)
        assert (verdict.question.refusal, actions(verdict)) == ("not-yet", [PUT_BACK, FORCE, IGNORE_TAG])

    def test_nothing_to_insist_on_is_said_and_a_pair_is_asked_all_the_same(self) -> None:
        both = (QuestionOption(DO_BOTH, offer().command, first=offer("done").command),)
        found = _refused(said("gem"), [offer("eat", HARD)])
        assert isinstance(found, Ignored)
        assert (found.code, found.refused, found.args["refusal"]) == ("refused", True, "no")
        assert actions(_refused(said("gem"), [offer("eat", HARD)], both)) == [PUT_BACK, DO_BOTH, IGNORE_TAG]

    def test_at_most_eight_of_one_move(self) -> None:
        many = [offer("buy", SOFT, target=f"mole#{n}") for n in range(9)]
        assert actions(_refused(said("gem"), many)) == [PUT_BACK, *[FORCE] * 8, IGNORE_TAG]

    @pytest.mark.parametrize(
        ("targets", "left"),
        [
            ((None, "Bo", "mole#1"), (None,)),
            (("mole#1", "Bo", "mole#2"), ("mole#1", "mole#2")),
            (("Bo", "mole#1"), ("Bo", "mole#1")),
            (("Bo", "Cy"), ("Bo", "Cy")),
        ],
    )
    def test_what_comes_to_the_same_is_one(self, targets: tuple[str | None, ...], left: tuple[str | None, ...]) -> None:
        offers = [offer(target=each) for each in targets]
        assert tuple(each.command.target for each in _told_apart(offers[0], offers)) == left


class TestCut:
    @pytest.mark.parametrize(
        ("words", "found", "code"),
        [
            (("gem",), [offer(target="Bo"), offer(target="Cy")], "which"),
            (("gem",), [offer(target="Bo", tapped=True), offer(target="Cy", tapped=True)], "words-expired"),
            (("verb-buy",), [offer(target="Bo")], "words-expired"),
            (("gem",), [], "words-expired"),
        ],
    )
    def test_a_choice_is_asked_and_words_run_out(self, words: tuple[str, ...], found: list[Offer], code: str) -> None:
        verdict = _cut(quiz(found), said(*words))
        assert (verdict.question.code if isinstance(verdict, AskTable) else getattr(verdict, "code", None)) == code


class TestAsked:
    def test_it_is_about_the_piece_and_else_the_last_word(self) -> None:
        assert asked(said("stone", "seat-2"), "which", ()).args == {"card": "stone#1"}
        assert asked(said("seat-2", "verb-gain"), "which", (), n=2).args == {"card": "verb-gain#1", "n": 2}

    def test_where_the_last_word_was_said(self) -> None:
        question = asked(said("stone", "seat-2"), "which", ())
        assert (question.id, question.rows, question.at, question.channel) == (1, (1, 2), 2.0, "tap")

    @pytest.mark.parametrize(("n", "shown"), [(2, 2), (8, 8), (9, 8)])
    def test_eight_readings_are_shown(self, n: int, shown: int) -> None:
        assert actions(_one_or_ask(said("gem"), [offer(f"move-{at}") for at in range(n)])) == [*[DO] * shown, PUT_BACK]


class TestAnswer:
    """An open question of two answers: to buy a gem from Bo, or to steal it from Cy."""

    OPTIONS = (QuestionOption(DO, Command(move="buy", by="Ana", card="gem#1", target="Bo")),
               QuestionOption(DO, Command(move="steal", by="Ana", card="gem#2", target="Cy")),
               QuestionOption(PUT_BACK))  # fmt: skip

    def chosen(self, what: str, code: str = "which", uid: str = "04AA") -> int | None:
        question = Question(1, code, (1,), 1.0, "tap", uid, "tap", options=self.OPTIONS)
        return _answer(Context(TOY, match().state, SEATS), question, sighting(2, 2.0, what), COMMON)

    @pytest.mark.parametrize(
        ("what", "at"),
        [("seat-2", 0), ("seat-3", 1), ("seat-1", None), ("gem#1", 0), ("gem#2", 1), ("gem#3", None), ("verb-no", 2),
         ("verb-confirm", None), ("verb-buy", None)],
    )  # fmt: skip
    def test_a_seat_or_a_piece_names_it(self, what: str, at: int | None) -> None:
        assert self.chosen(what) == at

    @pytest.mark.parametrize(
        ("code", "at"),
        [("which", 0), ("lifted", 0), ("wrong-tray", 0), ("refused", None), ("possible", None), ("carried", None)],
    )
    def test_only_where_a_choice_is_asked_for(self, code: str, at: int | None) -> None:
        assert self.chosen("seat-2", code) == at

    def test_the_piece_asked_about_names_nothing(self) -> None:
        assert self.chosen("gem#1", uid="04" + b"gem#1".hex().upper()) is None


class TestStandIns:
    """Ana might buy the gem; Bo was said instead."""

    def found(self, *words: str, role: Role = COMMON, decision: Decision = HARD, **how: Any) -> list[Offer]:
        return list(_stand_ins(said(*words, role=role), quiz([offer(**how)], decision)))

    def test_it_is_heard_why_not(self) -> None:
        wanted = replace(offer(), command=replace(offer().command, by="Bo"), refusal=HARD)
        assert self.found("seat-2", "verb-buy", "gem") == [wanted]
        assert self.found("verb-buy", "gem", role=Role("seat-2", seat="Bo")) == [wanted]

    @pytest.mark.parametrize(
        ("words", "how"),
        [
            (("seat-2", "gem"), {}),  # no verb
            (("verb-buy", "gem"), {}),  # nobody was said
            (("seat-1", "verb-buy", "gem"), {}),
            (("seat-2", "verb-buy", "gem"), {"by": "Cy"}),
            (("seat-2", "verb-buy"), {"card": None}),
            (("seat-2", "verb-buy", "gem"), {"decision": Refused("unknown", invalid=True)}),
            (("seat-2", "verb-buy", "gem"), {"decision": Accepted(())}),
        ],
    )
    def test_nobody_stands_in(self, words: tuple[str, ...], how: dict[str, Any]) -> None:
        assert self.found(*words, **how) == []


@pytest.mark.parametrize(
    ("code", "passed"),
    [("refused", True), (POSSIBLE, True), ("which", False), ("two-steps", False), ("take-back-piece", False)],
)
def test_of_what_is_no_sentence_any_more_a_did_it_happen_was_played_past(code: str, passed: bool) -> None:
    question = Question(1, code, (1,), 1.0, "tap", "04AA", "tap")
    assert review(Context(TOY, match().state, SEATS), question, ()) == replace(question, passed=passed)
