"""Change of the tracking level during a match.

It happens at the start of a round. The app makes up nothing that it did not follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import settle
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, ASKED, Moment, given, one_of
from lairkeeper.rules.levels import change_of_level
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, read, replace, save

from .cards import AGENT, CHASE, PLOT, TARGET, ZONES
from .cleaners import fill_hands
from .moves.tally import Tallying
from .moves.targets import Dealing
from .places import (
    DISCARDS,
    PLOT_HAND,
    ROUND,
    ROW,
    TAKEN,
    aside_of,
    chase_of,
    handler,
    in_order,
    owner_at,
    placed,
    shift,
    turn_to,
)
from .refusals import E1, refuse
from .round import begin_round, wanted_targets
from .setup import numbers_missing
from .steps import tied_of

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


@quick
@dataclass(frozen=True, slots=True)
class CatchUp(StepData):
    """Players say the numbers that nobody followed, before the Targets are tapped."""

    KIND: ClassVar[str] = "catch-up"
    questions: tuple[tuple[str, Seat, int], ...]
    """The subject of each question, the seat, and the highest possible number."""
    at: int
    """Index of the question that is open; past the last one the cards are gathered."""
    tied: tuple[Seat, ...]
    """Players of the tie round that goes on."""

    @property
    def unsaid(self) -> tuple[str, Seat, int] | None:
        """Return the question that is open, or None when all numbers are said."""
        return self.questions[self.at] if self.at < len(self.questions) else None


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


def _resume(work: Work, step: CatchUp) -> None:
    prompt = work.top.prompt
    if prompt is not None and prompt.args["at"] == step.at:
        return
    if step.unsaid is None:
        turn_to(work, None)
        work.ask("gather", cite=CITE, at=step.at)
        return
    what, seat, most = step.unsaid
    turn_to(work, seat)
    work.ask(f"{what}-count", seats=(seat,), cite=CITE, seat=seat, at=step.at, most=most)


def _not_now(move_name: str, step: str) -> Refused:
    return Refused(CoreRefusal.NOT_NOW, {"move": move_name, "step": step}, CITE)


def _all_said(now: Moment[CatchUp]) -> Verdict:
    return _not_now("answer", "gather") if now.step.unsaid is None else None


def _some_unsaid(now: Moment[CatchUp]) -> Verdict:
    return None if now.step.unsaid is None else _not_now("done", "catch-up")


def _numbers(now: Moment[CatchUp]) -> tuple[str, ...]:
    return tuple(str(n) for n in range(now.step.unsaid[2] + 1)) if now.step.unsaid is not None else ()


def _count(work: Work, step: CatchUp, by: Seat, option: str) -> None:
    what, seat, _ = step.unsaid or ("", by, 0)
    place, deck = (aside_of(seat), ZONES[PLOT]) if what == "aside" else (chase_of(seat), ZONES[CHASE])
    shift(work, deck, place, min(int(option), work.state.size(deck)))
    save(work, step, replace(step, at=step.at + 1))
    work.again()


def _gathered(work: Work, step: CatchUp, by: Seat | None = None) -> None:
    """Fill the hands and begin the round again at level ``full``; the decks hold all discards."""
    work.pop()
    first = handler(work.state)
    if work.state.counters.get(ROUND, 0) == 1:
        shift(work, ZONES[PLOT], aside_of(first), min(PLOT_HAND, work.state.size(ZONES[PLOT])))
    fill_hands(work)
    work.count(ROUND, -1)
    begin_round(work, step.tied)
    push(work, Dealing(tuple(range(wanted_targets(work.state, step.tied))), lying=True))


def _at_the_end(now: Moment[CatchUp]) -> Iterable[tuple[None]]:
    return ((None,),) if now.step.unsaid is None else ()


CATCH_UP: Final = step_kind(
    CatchUp,
    move("answer", CatchUp, _count, by=given(_all_said, ASKED, CoreRefusal.NOT_NOW), option=one_of(_numbers, CITE),
         answers=Answer("cards", lambda now, command: {"n": int(str(command.option))}), rule=CITE),
    move("done", CatchUp, _gathered, by=given(_some_unsaid, ANYBODY, CoreRefusal.NOT_NOW), offers=_at_the_end,
         answers=Answer("gathered"), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("aside-count", ("cards",), CITE), PromptSpec("chase-count", ("cards",), CITE),
             PromptSpec("gather", ("gathered",), CITE)),
)  # fmt: skip


# The move ---------------------------------------------------------------------------------------------------------


def _fresh(state: State) -> bool:
    """Return whether the round has just begun: no Plot placed, nothing collected."""
    top = state.top
    if top is None:
        return False
    if top.kind == Tallying.KIND:
        prompt = top.prompt
        return prompt is not None and not prompt.answers and not read(Tallying, top).used
    return top.kind in {"deal", "plots"} and not any(placed(state, seat) for seat in state.seats)


def _not_yet(state: State, level: str) -> Verdict:
    """Return why the level may not change now."""
    if not _fresh(state):
        return refuse(E1.LEVEL_LATER, CITE, step=state.top.kind if state.top else "")
    return numbers_missing(state) if level == "full" else None


def _begin(work: Work, before: State) -> None:
    """Begin the round again at the new level, at ``full`` after the cards are counted."""
    tied = tied_of(before)
    if work.state.level == "full":
        _gather(work)
        push(work, CatchUp(_questions(work.state), at=0, tied=tied))
        return
    work.count(ROUND, -1)
    begin_round(work, tied)


LEVEL: Final = change_of_level(LEVELS, _begin, unless=_not_yet, codes=(E1.LEVEL_LATER, E1.NUMBERS_MISSING), rule=CITE)
