"""Change of the tracking level during a match.

It happens at the start of a round. The app makes up nothing that it did not follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import set_level, table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import settle
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import AGENT, CHASE, PLOT, TARGET, ZONES
from .cleaners import fill_hands
from .numbers import numbers_missing
from .places import (
    DISCARDS,
    PLOT_HAND,
    ROUND,
    ROW,
    TAKEN,
    aside_of,
    ask_active,
    chase_of,
    handler,
    in_order,
    owner_at,
    placed,
    shift,
    turn_to,
)
from .plotting import asked, own_turn
from .refusals import E1, refuse
from .rounds import begin_round, tied_of, wanted_targets

LEVELS: Final = ("score", "full")
CITE: Final = "setup"
_PLACES: Final = {
    PLOT: ("hand", "aside", "plot", "unread"),
    AGENT: ("agents-hand", "agent"),
    CHASE: ("chase", "chased"),
    TARGET: (),
}
"""First words of the places where cards of a sort may lie; each place is one seat's."""


# Numbers that players must say first ------------------------------------------------------------------------------


def _questions(state: State) -> tuple[tuple[str, Seat, int], ...]:
    """Return the numbers that no rule tells: the subject, the seat, and the highest possible number.

    At the start of a round each Evil player holds five Plots and the Handler seven Agents. The number of laid-aside
    Plots is known in the first round only. The number of bought Chase cards that are left is never known.
    """
    first = handler(state)
    found = [("aside", first, PLOT_HAND)] if state.counters.get(ROUND, 0) > 1 else []
    bought = ((seat, state.counters.get(f"bought.{seat}", 0)) for seat in in_order(state))
    return (*found, *(("chase", seat, n) for seat, n in bought if n))


def _gather(work: Work) -> None:
    """Count all cards as lying in their decks, until the table says where they are."""
    state = work.state
    for card in state.zone(ROW):
        if owner_at(state, card) is not None:
            work.emit(ev.Unmarked(card, TAKEN))
    for sort, deck in ZONES.items():
        before = (f"{head}.{seat}" for head in _PLACES[sort] for seat in state.seats)
        for place in (DISCARDS[deck], *([ROW] if sort == TARGET else ()), *before):
            _back(work, place, deck)


def _back(work: Work, place: Path, deck: Path) -> None:
    """Move all cards of a place into a deck."""
    shift(work, place, deck, work.state.size(place) - len(work.state.zone(place)))
    for card in work.state.zone(place):
        settle(work, card)
        work.move(card, deck)


def _unsaid(frame: Frame) -> tuple[str, Seat, int] | None:
    """Return the next number that a player must say, or None when all are said."""
    questions: tuple[tuple[str, Seat, int], ...] = frame.data["questions"]
    at: int = frame.data["at"]
    return questions[at] if at < len(questions) else None


def _resume(work: Work, frame: Frame) -> None:
    at = frame.data["at"]
    if frame.prompt is not None and frame.prompt.args["at"] == at:
        return
    unsaid = _unsaid(frame)
    if unsaid is None:
        turn_to(work, None)
        work.ask("gather", cite=CITE, at=at)
        return
    what, seat, most = unsaid
    turn_to(work, seat)
    ask_active(work, f"{what}-count", cite=CITE, at=at, most=most)


def _count_check(state: State, command: Command) -> Verdict:
    unsaid = _unsaid(running(state))
    if unsaid is None:
        return Refused(CoreRefusal.NOT_NOW, {"move": "answer", "step": "gather"}, CITE)
    refused = own_turn(state, command)
    allowed = [str(n) for n in range(unsaid[2] + 1)]
    if refused is None and command.option not in allowed:
        args = {"option": command.option, "allowed": ", ".join(allowed)}
        refused = Refused(CoreRefusal.UNKNOWN_OPTION, args, CITE)
    return refused


def _count(work: Work, command: Command) -> None:
    what, seat, _ = _unsaid(work.top) or ("", "", 0)
    place, deck = (aside_of(seat), ZONES[PLOT]) if what == "aside" else (chase_of(seat), ZONES[CHASE])
    shift(work, deck, place, min(int(command.option or ""), work.state.size(deck)))
    work.set(at=work.top.data["at"] + 1)
    work.again()


def _count_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    unsaid = _unsaid(running(state))
    if naming is None and unsaid is not None:
        for n in range(unsaid[2] + 1):
            yield Command(move="answer", by=asked(state), option=str(n), prompt=question(state).id)


def _gathered_check(state: State, command: Command) -> Verdict:
    if _unsaid(running(state)) is not None:
        return Refused(CoreRefusal.NOT_NOW, {"move": "done", "step": "catch-up"}, CITE)
    return None


def _gathered(work: Work, command: Command) -> None:
    """Fill the hands and begin the round again at level ``full``; the decks hold all discards."""
    tied = work.top.data["tied"]
    work.pop()
    first = handler(work.state)
    if work.state.counters.get(ROUND, 0) == 1:
        shift(work, ZONES[PLOT], aside_of(first), min(PLOT_HAND, work.state.size(ZONES[PLOT])))
    fill_hands(work)
    work.count(ROUND, -1)
    begin_round(work, tied)
    work.push("deal", empty=tuple(range(wanted_targets(work.state, tied))), lying=True)


def _gathered_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None and _unsaid(running(state)) is None:
        yield Command(move="done", prompt=question(state).id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return (*(Option("cards", each, {"n": int(each.option or "")}) for each in _count_offers(state, viewer, None)),
            *(Option("gathered", each) for each in _gathered_offers(state, viewer, None)))  # fmt: skip


CATCH_UP: Final = FrameKind(
    "catch-up",
    table_of(
        Move("answer", _count, _count_check, _count_offers, ("by", "option"),
             refusals=(CoreRefusal.NOT_NOW, CoreRefusal.OUT_OF_TURN, CoreRefusal.UNKNOWN_OPTION), rule=CITE),
        Move("done", _gathered, _gathered_check, _gathered_offers, takes=("by",),
             refusals=(CoreRefusal.NOT_NOW,), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("aside-count", ("cards",), CITE), PromptSpec("chase-count", ("cards",), CITE),
     PromptSpec("gather", ("gathered",), CITE)),
)  # fmt: skip
"""Step that asks for the numbers that nobody followed, before the Targets are tapped."""


# The move ---------------------------------------------------------------------------------------------------------


def _fresh(state: State) -> bool:
    """Return whether the round has just begun: no Plot placed, nothing collected."""
    top = state.top
    if top is None:
        return False
    if top.kind == "tally":
        prompt = top.prompt
        return prompt is not None and not prompt.answers and not top.data["used"]
    return top.kind in {"deal", "plots"} and not any(placed(state, seat) for seat in state.seats)


_PLAIN: Final = set_level(LEVELS, lambda work, before, after: None)


def _check(state: State, command: Command) -> Verdict:
    refused = _PLAIN.check(state, command)
    if isinstance(refused, Refused):
        return refused
    if not _fresh(state):
        return refuse(E1.LEVEL_LATER, CITE, step=state.top.kind if state.top else "")
    return numbers_missing(state) if command.option == "full" else None


def _apply(work: Work, command: Command) -> None:
    tied = tied_of(work.state)
    while work.state.frames:
        work.pop()
    _PLAIN.apply(work, command)
    if work.state.level == "full":
        _gather(work)
        work.push("catch-up", questions=_questions(work.state), at=0, tied=tied)
        return
    work.count(ROUND, -1)
    begin_round(work, tied)


LEVEL: Final = Move("set-level", _apply, _check, _PLAIN.candidates, _PLAIN.needs, _PLAIN.takes, spoken=True,
                    refusals=(*_PLAIN.refusals, E1.LEVEL_LATER, E1.NUMBERS_MISSING), rule=CITE)  # fmt: skip
