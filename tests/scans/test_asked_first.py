"""Which taps are asked about although they have one meaning, on the market where everybody's trays are watched."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.evolve import fold
from lairkeeper.core.result import Accepted, Offer, Refused
from lairkeeper.core.state import State
from lairkeeper.scans import AskTable, Context, Ignored, Question, QuestionOption, ScanVerdict, Submit
from lairkeeper.scans.guards import _at, _commands, _counter, _turn_open, guarded
from lairkeeper.scans.guards import touched as _touched
from lairkeeper.scans.question import DO, DO_BOTH, FORCE, PUT_BACK
from lairkeeper.scans.sentence import Sentence
from lairkeeper.scans.zones import COMMON, Role

from .taps import SEATS, match, sighting
from .toy import TOY

BO = Role("seat-2", seat="Bo")
NO_USE = Ignored("no-use", (1,))


def context(*done: Command) -> Context:
    history = match()
    for command in done:
        assert isinstance(history.submit(command), Accepted)
    return Context(TOY, history.state, SEATS, history=history)


def said(what: str = "apple#1", role: Role = BO, **words: Any) -> Sentence:
    """Return a sentence: a piece on a tray, Bo's if nothing else is said, while Ana acts."""
    seen = sighting(1, 1.0, what)
    return Sentence(role, (seen,), **{"card": seen.component} | words)


def gain(seat: str | None = "Ana", card: str = "coin-1") -> Command:
    return Command(move="gain", by=seat, card=card)


class TestWrongTray:
    def test_what_the_one_who_acts_might_do_is_asked(self) -> None:
        verdict = guarded(context(), said(), NO_USE)
        assert isinstance(verdict, AskTable)
        assert (verdict.question.code, verdict.question.args["seat"], verdict.question.args["owner"]) == (
            "wrong-tray", "Bo", "Ana",
        )  # fmt: skip
        assert [(each.action, each.command and each.command.by) for each in verdict.question.options] == [
            (DO, "Ana"), (DO_BOTH, "Bo"), (PUT_BACK, None),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        "sentence",
        [
            said(role=COMMON),
            said(role=Role("seat-1", seat="Ana")),
            said(verb="verb-buy"),
            said(seats=("Ana",)),
            said("plus-1"),  # of no game
            said("coin-5"),  # of any number: its owner's in any turn
            said("seat-1", card=None, seats=("Ana",)),
            said("verb-buy", card=None, verb="verb-buy"),
        ],
    )
    def test_nobody_is_asked(self, sentence: Sentence) -> None:
        assert guarded(context(), sentence, NO_USE) is NO_USE

    @pytest.mark.parametrize(
        ("where", "role", "asks"),
        [
            ("market", BO, True),
            ("basket.Bo", BO, False),  # it lies on that tray anyway
            ("basket.Ana", BO, True),
            (None, BO, True),
            (None, COMMON, False),
            ("market", COMMON, False),
        ],
    )
    def test_what_lies_on_that_tray_is_no_news(self, where: str | None, role: Role, asks: bool) -> None:
        """Ana could buy the apple wherever it is."""
        offer = Offer(Command(move="buy", by="Ana", card="apple#1"))
        game: Any = SimpleNamespace(possible=lambda state, viewer, naming=None: [offer], catalog=TOY.catalog, id=TOY.id)
        state = context().state._replace(where={"apple#1": where} if where is not None else {})
        assert (
            isinstance(guarded(replace(context(), game=game, state=state), said(role=role), NO_USE), AskTable) is asks
        )

    @pytest.mark.parametrize("verdict", [Submit((gain(), gain()), (1,)), Ignored("in-place", (1,))])
    def test_what_is_not_about_whose_it_is_stays(self, verdict: ScanVerdict) -> None:
        assert guarded(context(), said(), verdict) is verdict

    def test_the_tray_of_somebody_who_is_asked_is_not_wrong(self) -> None:
        question = (ev.Asked(1, 9, "who-sings", seats=("Ana", "Bo")),)
        asked = replace(context(), state=fold(context().state, question))
        assert guarded(asked, said(), NO_USE) is NO_USE
        assert isinstance(guarded(asked, said(role=Role("seat-3", seat="Cy")), NO_USE), AskTable)

    def test_without_a_log_and_without_anybody_who_acts_nobody_is_asked(self) -> None:
        assert guarded(replace(context(), history=None), said(), NO_USE) is NO_USE
        nobody = context().state._replace(active=None)
        assert guarded(replace(context(), state=nobody), said(), NO_USE) is NO_USE

    def test_a_move_that_is_the_same_at_every_tray_is_the_owners(self) -> None:
        buy = Submit((Command(move="buy", by="Bo", card="apple#1"),), (1,))
        assert guarded(context(), said(), buy) is buy
        eat = Submit((Command(move="eat", by="Bo", card="apple#1"),), (1,))
        assert isinstance(guarded(context(), said(), eat), AskTable)

    def test_a_piece_of_any_number(self) -> None:
        pieces = ("coin-5#3", "coin-5", "apple#1", "king#1", None)
        assert [_counter(context(), said(card=each)) for each in pieces] == [True, True, False, False, False]

    @pytest.mark.parametrize(
        ("verdict", "own", "left"),
        [
            (Submit((gain(),), (1,)), (gain(),), [DO, PUT_BACK]),
            (Submit((gain(), gain()), (1,)), None, []),
            (Ignored("no-use", (1,)), (), [PUT_BACK]),
            (Ignored("refused", (1,)), (), [PUT_BACK]),
            (Ignored("in-place", (1,)), None, []),
        ],
    )
    def test_what_the_owner_of_the_tray_may_have_meant(
        self, verdict: ScanVerdict, own: tuple[Command, ...] | None, left: list[str]
    ) -> None:
        commands, options = _commands(verdict)
        assert commands == own
        assert [each.action for each in options] == left

    @pytest.mark.parametrize(
        ("code", "about"),
        [("which", True), ("refused", True), ("two-steps", True), ("lifted", False), ("unknown-tag", False)],
    )
    def test_the_answers_that_are_left_of_a_question(self, code: str, about: bool) -> None:
        options = (
            QuestionOption(DO, gain()),
            QuestionOption(DO_BOTH, gain(), first=gain()),
            QuestionOption(FORCE, gain()),
            QuestionOption(PUT_BACK),
        )
        commands, left = _commands(AskTable(Question(1, code, (1,), 1.0, "tap", "04AA", "tap", options=options)))
        assert commands == ((gain(), gain()) if about else None)
        assert [each.action for each in left] == ([DO, FORCE, PUT_BACK] if about else [])

    def test_what_the_table_may_insist_on_if_there_is_nothing_else(self) -> None:
        def offer(by: str, refusal: Refused | None) -> Offer:
            return Offer(Command(move="buy", by=by, card="apple#1"), refusal)

        hard, soft = Refused("no"), Refused("not-yet", forcible=True)
        for found, actions in (
            ([offer("Ana", None), offer("Ana", soft)], [DO]),
            ([offer("Ana", hard), offer("Ana", soft)], [FORCE]),
            ([offer("Ana", soft), Offer(Command(move="eat", by="Ana", card="apple#1"), soft)], [FORCE]),
            ([offer("Ana", hard)], []),
            ([offer("Bo", None)], []),
        ):
            game: Any = SimpleNamespace(possible=lambda state, viewer, naming, found=found: found, id=TOY.id)
            options = _at(Context(game, match().state, SEATS), said(), "Ana")
            assert [each.action for each in options] == actions
            assert all(each.command.force == "it-happened" for each in options if each.action == FORCE and each.command)


class TestTouched:
    END = Command(move="end-turn", by="Ana")

    def test_something_done_in_this_turn(self) -> None:
        assert not _touched(context(), "Ana")
        assert _touched(context(gain()), "Ana")
        assert not _touched(context(gain(), self.END), "Ana")
        assert _touched(context(gain(), self.END, gain("Bo")), "Bo")

    @pytest.mark.parametrize(
        ("by", "turn", "active", "touched"),
        [("Ana", 1, "Ana", True), (None, 1, "Ana", False), ("Ana", 2, "Ana", False), ("Ana", 1, "Bo", False)],
    )
    def test_somebodys_command_since_this_seats_turn_began(
        self, by: str | None, turn: int, active: str, touched: bool
    ) -> None:
        """``turn`` and ``active`` are those of the state before the command."""
        record: Any = SimpleNamespace(command=gain(by))
        before = State("toy", "full", SEATS, None, active, turn)
        history: Any = SimpleNamespace(live=(SimpleNamespace(command=None), record), state_at=lambda depth: before)
        now = State("toy", "full", SEATS, None, "Ana", 1)
        assert _touched(Context(TOY, now, SEATS, history=history), "Ana") is touched

    @pytest.mark.parametrize(("turn", "active", "touched"), [(1, "Bo", True), (1, None, True), (2, None, False)])
    def test_a_round_is_all_that_was_done_since_the_last_one(
        self, turn: int, active: str | None, touched: bool
    ) -> None:
        record: Any = SimpleNamespace(command=gain())
        before = State("toy", "full", SEATS, None, active, turn)
        history: Any = SimpleNamespace(live=(SimpleNamespace(command=None), record), state_at=lambda depth: before)
        now = State("toy", "full", SEATS, None, None, 1)
        assert _touched(Context(TOY, now, SEATS, history=history), None) is touched

    def test_the_set_up_is_not_looked_at(self) -> None:
        history: Any = SimpleNamespace(live=(SimpleNamespace(command=gain()),), state_at=lambda depth: match().state)
        assert not _touched(Context(TOY, match().state, SEATS, history=history), "Ana")

    @pytest.mark.parametrize(("since", "touched"), [(199, True), (200, False)])
    def test_two_hundred_commands_are_looked_through(self, since: int, touched: bool) -> None:
        start, mine, nobodys = (SimpleNamespace(command=each) for each in (None, gain(), gain(None)))
        live = (start, mine, *[nobodys] * since)
        history: Any = SimpleNamespace(live=live, state_at=lambda depth: match().state)
        assert _touched(Context(TOY, match().state, SEATS, history=history), "Ana") is touched


class TestEndOfTurn:
    @pytest.mark.parametrize(
        ("move", "by", "asks"), [("end-turn", "Ana", True), ("end-turn", None, True), ("play", "Ana", False)]
    )
    def test_only_an_end_of_a_turn_or_round_is_asked_about(self, move: str, by: str | None, asks: bool) -> None:
        verdict = Submit((Command(move=move, by=by),), (1,))
        found = guarded(context(), said("verb-end-turn", COMMON, card=None, verb="verb-end-turn"), verdict)
        assert isinstance(found, AskTable) is asks
        if isinstance(found, AskTable):
            assert (found.question.code, found.question.args["seat"]) == ("turn-untouched", "Ana")
            assert [each.action for each in found.question.options] == [DO, PUT_BACK]

    def test_two_commands_are_as_they_are(self) -> None:
        both = Submit((Command(move="end-turn", by="Ana"), gain("Bo")), (1,))
        assert guarded(context(), said(role=COMMON), both) is both


class TestTurnOpen:
    """Nobody deals an apple while Ana's turn is open; at its end it would be due."""

    DEAL = Command(move="deal", card="apple#1")

    def asked(
        self,
        then: Command = DEAL,
        first: str = "end-turn",
        touched: bool = True,
        active: str | None = "Ana",
        n: int = 1,
    ) -> ScanVerdict:
        start = State(TOY.id, "full", SEATS, None, active, 1)
        state = fold(start, [ev.FramePushed(1, "turn"), ev.Asked(1, 2, "your-turn")])
        ends = [Offer(Command(move=first, by="Ana", option=str(each), prompt=2)) for each in range(n)]
        game: Any = SimpleNamespace(
            id=TOY.id,
            possible=lambda state, viewer, naming=None: ends if state.prompt is not None else [Offer(then)],
            decide=lambda state, command: Accepted((ev.FramePopped(1),)),
        )
        done: Any = SimpleNamespace(command=gain())
        history: Any = SimpleNamespace(live=(done, done) if touched else (done,), state_at=lambda depth: state)
        deal = Submit((self.DEAL,), (1,))
        found = _turn_open(Context(game, state, SEATS, history=history), said(role=COMMON), deal)
        assert found is deal or isinstance(found, AskTable)
        return found

    def test_the_end_of_the_turn_comes_first(self) -> None:
        verdict = self.asked(n=2)
        assert isinstance(verdict, AskTable)
        assert [each.action for each in verdict.question.options] == [DO_BOTH, DO, PUT_BACK]
        assert (verdict.question.code, verdict.question.args["seat"]) == ("turn-open", "Ana")

    def test_it_is_asked_about_only_where_the_turn_may_be_over(self) -> None:
        assert isinstance(self.asked(), AskTable)
        assert isinstance(self.asked(replace(self.DEAL, move="buy")), Submit)
        assert isinstance(self.asked(replace(self.DEAL, card="apple")), Submit)
        assert isinstance(self.asked(first="done"), Submit)
        assert isinstance(self.asked(touched=False), Submit)
        assert isinstance(self.asked(active=None), Submit)
