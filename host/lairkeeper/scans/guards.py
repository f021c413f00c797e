"""Taps that have one meaning and may belong to another turn: they are asked about, never counted in silence.

The wrong tray, the next player's purchase or a refill while a turn is open, a turn ended before anything was done.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.ids import Seat
from lairkeeper.core.pieces import SHARED
from lairkeeper.core.result import Refused
from lairkeeper.scans.asking import HAPPENED, MOST_OPTIONS, asked
from lairkeeper.scans.context import LOOK_BACK, Context
from lairkeeper.scans.pairs import pairs
from lairkeeper.scans.question import DO, DO_BOTH, FORCE, PUT_BACK, TURN_OPEN, Question, QuestionOption
from lairkeeper.scans.reading import readings
from lairkeeper.scans.sentence import Sentence
from lairkeeper.scans.turn_memory import END_TURN
from lairkeeper.scans.verdict import AskTable, Ignored, ScanVerdict, Submit
from lairkeeper.scans.zones import COMMON

UNTOUCHED: Final = "turn-untouched"
"""The question whether a turn in which nothing was done is over."""
ROUND_UNTOUCHED: Final = "round-untouched"
"""The same question about a round, which is nobody's turn."""
WRONG_TRAY: Final = "wrong-tray"
"""The question whose card it is that lies on the tray of somebody whose turn it is not."""


FIRST_CLICK: Final = 800_000_000
"""The id of a question about a click is this and the length of the log: no row of the inbox comes so far."""


def guarded(context: Context, sentence: Sentence, verdict: ScanVerdict) -> ScanVerdict:
    """Return the verdict on a sentence, or the question that must be asked first."""
    if context.history is None:
        return verdict
    if isinstance(verdict, Submit) and len(verdict.commands) == 1:
        (command,) = verdict.commands
        if command.move in END_TURN:
            return _untouched(context, sentence, verdict)
        if command.by is None:
            return _turn_open(context, sentence, verdict)
    return _wrong_tray(context, sentence, verdict)


def _untouched(context: Context, sentence: Sentence, verdict: Submit) -> ScanVerdict:
    """Ask once before a turn or round ends in which nobody has done anything."""
    if touched(context, verdict.commands[0].by):
        return verdict
    options = (QuestionOption(DO, verdict.commands[0]), QuestionOption(PUT_BACK))
    seat = context.state.active
    return AskTable(asked(sentence, UNTOUCHED if seat is not None else ROUND_UNTOUCHED, options, seat=seat))


def asked_of_click(context: Context, command: Command) -> Question | None:
    """Return the question before a click ends a turn or round in which nobody has done anything, as a tap is asked."""
    if context.history is None or command.move not in END_TURN or touched(context, command.by):
        return None
    if isinstance(context.game.decide(context.state, command), Refused):
        return None
    seat = context.state.active
    return Question(
        id=FIRST_CLICK + len(context.history), code=UNTOUCHED if seat is not None else ROUND_UNTOUCHED, rows=(),
        at=0.0, zone="", uid="", channel=COMMON.channel, args={"card": "verb-end-turn", "seat": seat},
        options=(QuestionOption(DO, command), QuestionOption(PUT_BACK)),
    )  # fmt: skip


def touched(context: Context, whose: Seat | None) -> bool:
    """Return True when anybody has done anything in this turn, or in this round if it is nobody's turn that ends."""
    history, now = context.history, context.state
    assert history is not None
    for depth, record in enumerate(islice(reversed(history.live), min(LOOK_BACK, len(history.live) - 1)), 1):
        before = history.state_at(depth)
        command = record.command
        # A game that counts rounds only may have no number for them.
        other = before.turn != now.turn or (whose is not None and before.active != now.active)
        if other or (command is not None and command.move in END_TURN):
            break
        if command is not None and command.by is not None:
            return True
    return False


def _turn_open(context: Context, sentence: Sentence, verdict: Submit) -> ScanVerdict:
    """Ask whether the turn is over when nobody's move, such as a refill, would be the next thing after its end."""
    (command,) = verdict.commands
    after = [
        pair
        for pair in pairs(sentence, context)
        if pair.first.move in END_TURN and (pair.then.move, pair.then.card) == (command.move, command.card)
    ]
    # Before that, cards are dealt to begin with. Who says what a card is for means no refill.
    active = context.state.active
    if not after or sentence.verb is not None or active is None or not touched(context, active):
        return verdict
    ends = tuple(QuestionOption(DO_BOTH, pair.then, first=pair.first) for pair in after[:1])
    options = (*ends, QuestionOption(DO, command), QuestionOption(PUT_BACK))
    return AskTable(asked(sentence, TURN_OPEN, options, seat=context.state.active))


def _wrong_tray(context: Context, sentence: Sentence, verdict: ScanVerdict) -> ScanVerdict:
    """Ask whose it is when a card lies on the tray of somebody else than who acts, and would be that player's move."""
    actor, tray = context.actor, sentence.tray
    waiting = context.state.prompt.waiting if context.state.prompt is not None else ()
    if tray is None or actor is None or tray == actor or tray in waiting:
        return verdict
    # Where no piece was said, a seat or a verb was.
    if sentence.verb is not None or sentence.seats or sentence.last.game == SHARED or _counter(context, sentence):
        return verdict
    own, rest = _commands(verdict)
    where = context.state.where.get(sentence.card or "")
    if own is None or (where is not None and sentence.role.covers(where)):
        return verdict
    likely = _at(context, sentence, actor)
    # A move that means the same at every tray is the tray owner's: the tray is there to say who.
    if {option.command.move for option in likely if option.command} <= {command.move for command in own}:
        return verdict
    over = tuple(
        QuestionOption(DO_BOTH, pair.then, first=pair.first)
        for pair in pairs(sentence, context)
        if pair.first.move in END_TURN
    )
    question = asked(sentence, WRONG_TRAY, (*likely, *over, *rest), seat=tray, owner=actor)
    return AskTable(question)


def _commands(verdict: ScanVerdict) -> tuple[tuple[Command, ...] | None, tuple[QuestionOption, ...]]:
    """Return what the tray's owner may have meant, and those options; None: this verdict is not about that."""
    match verdict:
        case Submit((command,)):
            return (command,), (QuestionOption(DO, command), QuestionOption(PUT_BACK))
        case AskTable(question) if question.code in ("which", "refused", "two-steps"):
            legal = tuple(option for option in question.options if option.action != DO_BOTH)
            return tuple(option.command for option in legal if option.command is not None), legal
        case Ignored(code) if code in ("refused", "no-use"):
            return (), (QuestionOption(PUT_BACK),)
    return None, ()


def _at(context: Context, sentence: Sentence, seat: str) -> tuple[QuestionOption, ...]:
    """Return what the sentence would mean on the tray of this seat; if nothing, what the table may insist on."""
    found = readings(replace(sentence, role=replace(sentence.role, seat=seat)), context)
    insist = [offer for offer in found.refused if offer.refusal is not None and offer.refusal.forcible]
    # A piece that would wait for its target on that tray: each target is an answer, which a tap of it chooses.
    if meant := found.whole or (found.open if insist else ()):
        return tuple(QuestionOption(DO, offer.command) for offer in meant[:MOST_OPTIONS])
    return tuple(QuestionOption(FORCE, replace(offer.command, force=HAPPENED)) for offer in insist[:1])


def _counter(context: Context, sentence: Sentence) -> bool:
    """Return True for a piece of any number, such as a token: on a tray it is its owner's in any turn."""
    kind = context.game.catalog.kinds.get((sentence.card or "").partition("#")[0])
    return kind is not None and kind.copies is None
