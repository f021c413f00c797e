"""Two commands for one tap: which question a tap answers by itself, and when nobody need be asked about it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.evolve import fold
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted, Decision, Offer, Refused
from lairkeeper.core.state import State
from lairkeeper.scans import Context
from lairkeeper.scans.pairs import Pair, pairs
from lairkeeper.scans.sentence import Sentence
from lairkeeper.scans.zones import COMMON, Role

from .taps import SEATS

START = State("quiz", "score", SEATS, None, "Ana", 1)
ASKED = fold(START, [ev.FramePushed(1, "quiz"), ev.Asked(1, 2, "ready", seats=("Ana",))])
"""The game asks Ana whether she is ready; before that nobody may take a gem."""
READY = Offer(Command(move="ready", by="Ana", prompt=2))
TAKE = Offer(Command(move="take", by="Ana", card="gem#1"))
DONE = (ev.FramePopped(1),)
GEM = Sentence(COMMON, card="gem#1")


def quiz(
    first: Offer = READY, then: Offer = TAKE, events: tuple[ev.Event, ...] = DONE, decision: Decision | None = None
) -> Context:
    """Return a game that offers ``first`` while it asks, which comes to ``events``, and ``then`` afterwards."""
    game: Any = SimpleNamespace(
        possible=lambda state, viewer, naming=None: (first,) if state.prompt is not None else (then,),
        decide=lambda state, command: decision or Accepted(events, after=fold(state, events)),
    )
    return Context(game, ASKED, SEATS)


def quiet(context: Context, sentence: Sentence = GEM) -> bool:
    (pair,) = pairs(sentence, context)
    return pair.quiet


def test_the_question_is_answered_first() -> None:
    assert pairs(GEM, quiz()) == (Pair(READY.command, TAKE.command, quiet=True),)


def test_the_events_alone_tell_what_comes_after() -> None:
    assert pairs(GEM, quiz(decision=Accepted(DONE))) == (Pair(READY.command, TAKE.command, quiet=True),)


def test_without_a_question_nothing_comes_first() -> None:
    assert pairs(GEM, replace(quiz(), state=START)) == ()


def test_without_a_piece_there_is_nothing_to_do_after_it() -> None:
    then = Offer(Command(move="gain", by="Ana"), spoken=True)
    assert pairs(Sentence(COMMON, verb="verb-gain"), quiz(then=then)) == ()


@pytest.mark.parametrize(
    "first",
    [
        replace(READY, refusal=Refused("not-yet")),
        Offer(replace(READY.command, prompt=1)),
        Offer(replace(READY.command, prompt=None)),
        Offer(replace(READY.command, card="bell#1")),
        Offer(replace(READY.command, target="Bo")),
    ],
)
def test_only_a_legal_answer_that_needs_no_piece_comes_first(first: Offer) -> None:
    assert pairs(GEM, quiz(first)) == ()


def test_an_answer_that_is_refused_after_all_comes_to_nothing() -> None:
    assert pairs(GEM, quiz(decision=Refused("not-yet"))) == ()


def test_nothing_is_done_after_the_end_of_the_match() -> None:
    assert pairs(GEM, quiz(events=(*DONE, ev.Finished(("Ana",))))) == ()


@pytest.mark.parametrize(
    ("events", "unasked"),
    [
        (DONE, True),
        ((*DONE, ev.SeatsOrdered(SEATS, "Bo", 2)), False),
        ((*DONE, ev.SeatsOrdered(SEATS, "Ana", 2)), False),
        ((*DONE, ev.Faced("gem#1", (TABLE,))), False),
    ],
)
def test_what_changes_the_turn_or_shows_a_card_is_asked_about(events: tuple[ev.Event, ...], unasked: bool) -> None:
    assert quiet(quiz(events=events)) is unasked


def test_an_answer_that_wants_its_verb_is_asked_about() -> None:
    assert not quiet(quiz(replace(READY, spoken=True)))


@pytest.mark.parametrize(("by", "unasked"), [("Ana", True), (None, True), ("Bo", False)])
def test_nobody_answers_for_somebody_else_unasked(by: str | None, unasked: bool) -> None:
    assert quiet(quiz(Offer(replace(READY.command, by=by)))) is unasked


@pytest.mark.parametrize(
    ("spoken", "verb", "found"),
    [(False, None, 1), (True, None, 0), (False, "verb-gain", 1), (True, "verb-gain", 1)],
)
def test_a_move_that_wants_its_verb_is_meant_with_it_only(spoken: bool, verb: str | None, found: int) -> None:
    gain = Offer(replace(TAKE.command, move="gain"), spoken=spoken)
    sentence = replace(GEM, verb=verb)
    assert len(pairs(sentence, quiz(then=gain))) == found


def test_on_a_tray_its_owner_acts() -> None:
    then = Offer(replace(TAKE.command, by="Bo"))
    tray = replace(GEM, role=Role("seat-2", seat="Bo"))
    assert pairs(tray, quiz(then=then)) == (Pair(READY.command, then.command, quiet=False),)
