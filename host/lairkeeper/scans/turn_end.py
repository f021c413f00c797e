"""The end of a turn that nobody says: the next player does what only the player whose turn it is does.

The first time it is asked about. Once the table has said yes, the turn ends without a word.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.evolve import fold
from lairkeeper.core.ids import Seat
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.scans.asking import asked
from lairkeeper.scans.context import LOOK_BACK, Context
from lairkeeper.scans.guards import WRONG_TRAY, touched
from lairkeeper.scans.question import DO, DO_BOTH, PUT_BACK, TURN_OPEN, WHOSE, Question, QuestionOption
from lairkeeper.scans.sentence import Sentence
from lairkeeper.scans.turn_memory import END_TURN, ends_turn
from lairkeeper.scans.verdict import AskTable, ScanVerdict, Submit

TWO_STEPS: Final = "two-steps"
"""The question about what is possible only once an open question is answered."""
TURN_END: Final = "turn-end"
"""The option of a game that can do without the word for the end of a turn."""
TOLD: Final = "told"
UNDERSTOOD: Final = "understood"
"""The value of a game's option ``turn_end`` with which the next player's first move ends the turn."""


def understood(context: Context, sentence: Sentence, verdict: ScanVerdict) -> ScanVerdict:
    """Return the verdict on a sentence with the end of the turn that it tells, or the verdict as it is."""
    rules = context.state.rules
    if context.history is None or getattr(rules, "turn_end", None) != UNDERSTOOD or context.state.active is None:
        return verdict
    match verdict:
        case AskTable(question):
            over = [option for option in question.options if option.action == DO_BOTH and ends_turn(option)]
            agreed = context.turns.agreed and touched(context, context.state.active)
            if agreed and len(over) == 1 and _tells(sentence, question, over[0]):
                return Submit(over[0].commands, sentence.rows)
        case Submit((command,)):
            return _begun(context, sentence, command) or _whose(context, sentence, command) or verdict
    return verdict


def _tells(sentence: Sentence, question: Question, over: QuestionOption) -> bool:
    """Return True when somebody else than whose turn it is has begun, or something that is nobody's move is due."""
    if question.code in (WRONG_TRAY, TWO_STEPS) or sentence.seats:
        return True
    return question.refusal is not None and over.command is not None and over.command.by is None


def _begun(context: Context, sentence: Sentence, command: Command) -> ScanVerdict | None:
    """Return the verdict on a tray's move that is legal at any time, but as a rule begins its owner's turn.

    Players who had nothing to tell in their turn are passed over once the table has agreed. Before that only the next
    player's move is asked about, once the player whose turn it is has done something.
    """
    seat, state = command.by, context.state
    if sentence.tray is None or seat in (None, state.active) or not _in_turn(context, command):
        return None
    ends = _ends(context, seat)
    if context.turns.agreed and ends:
        return Submit((*ends, command), sentence.rows)
    if len(ends) != 1 or not _has_acted(context):
        return None
    options = (QuestionOption(DO_BOTH, command, first=ends[0]), QuestionOption(DO, command), QuestionOption(PUT_BACK))
    return AskTable(asked(sentence, TURN_OPEN, options, seat=state.active))


def _has_acted(context: Context) -> bool:
    """Return True when the player whose turn it is has done something in it."""
    history, now = context.history, context.state
    assert history is not None
    for depth, record in enumerate(islice(reversed(history.live), min(LOOK_BACK, len(history.live) - 1)), 1):
        if history.state_at(depth).turn != now.turn:
            break
        if record.command is not None and record.command.by == now.active:
            return True
    return False


def _whose(context: Context, sentence: Sentence, command: Command) -> ScanVerdict | None:
    """Return the question whose move a tap at the tap point is, where the turn before it ended without a word."""
    before = context.turns.unsaid(context.state)
    if before is None or command.by != context.state.active or sentence.tray is not None or sentence.seats:
        return None
    whose = [each for each in (command, replace(command, by=before)) if _in_turn(context, each)]
    if len(whose) < 2:
        return None
    options = (*(QuestionOption(DO, each) for each in whose), QuestionOption(PUT_BACK))
    return AskTable(asked(sentence, WHOSE, options))


def _in_turn(context: Context, command: Command) -> bool:
    """Return True for a legal move that as a rule only whose turn it is makes."""
    if not context.game.in_turn(context.state, command):
        return False
    offers = context.naming(command.card or "")
    return any(offer.refusal is None and offer.command == command for offer in offers)


def _ends(context: Context, seat: Seat | None) -> tuple[Command, ...]:
    """Return the ends of turns until it is this seat's, none where one of them is not to be had."""
    state, found = context.state, list[Command]()
    for _ in context.seats:
        if state.active == seat:
            return tuple(found)
        end = _end(context, state)
        if end is None:
            break
        found.append(end[0])
        state = end[1]
    return ()


def _end(context: Context, state: State) -> tuple[Command, State] | None:
    """Return the command that ends the turn in a state, and the state after it."""
    for offer in context.game.possible(state, context.viewer):
        if offer.command.move in END_TURN and offer.refusal is None:
            decision = context.game.decide(state, offer.command)
            if not isinstance(decision, Refused):
                return offer.command, decision.after or fold(state, decision.events)
    return None
