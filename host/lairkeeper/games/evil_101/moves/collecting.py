"""Points: players collect one after the other, and the app shows each sum ("Evil:101, Hoarding")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.purse import worth
from lairkeeper.core.quick import quick
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from .. import scoring
from ..places import ESCAPED, FOILED, GOAL, POCKETED, VOID, evil, facts_of, handler, plot_of, target_under, turn_to

CITE: Final = "hoarding"


@quick
@dataclass(frozen=True, slots=True)
class Hoarding(StepData):
    """Players collect the points of their Plots."""

    KIND: ClassVar[str] = "hoarding"
    claims: tuple[tuple[Seat, Seat], ...]
    """The seat that collects and the owner of the Plot, in the order of play."""
    at: int
    """Index of the claim that is paid next."""


def parts_of(state: State, plot: str, target: str) -> tuple[int, ...]:
    """Return the parts that a Plot pays on a Target: the matching symbols, then its own points (e1-32)."""
    once = state.rules.same_symbol == "once"
    paid = scoring.payments(facts_of(state, plot), facts_of(state, target), once=once, partial=True) or ()
    return (*paid, facts_of(state, plot)["points"])


def sum_text(parts: Iterable[int]) -> str:
    """Return the parts of a sum as text: ``3 + 1 + 2``."""
    return " + ".join(str(each) for each in parts)


def earns(state: State, seat: Seat) -> bool:
    """Return whether a seat's Plot pays.

    It must be turned up and match its Target. A foiled Plot pays nothing (e1-20), unless it has escaped (e1-34).
    """
    if not state.zone(plot_of(seat)) or state.marked(seat, VOID):
        return False
    return bool(state.marked(seat, ESCAPED)) or not state.marked(seat, FOILED)


def claims(state: State) -> tuple[tuple[Seat, Seat], ...]:
    """Return pairs of the seat that collects and the owner of the Plot, in the order of play.

    The Handler collects for a pocketed Plot only (e1-21). Without such Plots the Handler is never among the tied
    (e1-78).
    """
    found = []
    for seat in evil(state):
        if earns(state, seat):
            found.append((seat, seat))
        elif state.marked(seat, POCKETED):
            found.append((handler(state), seat))
    return tuple(found)


def credit(work: Work, seat: Seat, parts: tuple[int, ...], *, pocketed: bool = False) -> None:
    """Add points to a seat's tracker (e1-70) and record their sources.

    ``parts`` ends with the Plot's own points. Nothing limits a score (e1-35).
    """
    for points in parts[:-1]:
        work.count(f"pocketed.{seat}" if pocketed else f"symbols.{seat}", points)
    work.count(f"pocketed.{seat}" if pocketed else f"own.{seat}", parts[-1])
    if sum(parts):
        work.pay(BANK, seat, sum(parts))


def reached(state: State) -> bool:
    """Return whether any seat has 20 points or more (e1-42; "Evil:101, Calling the Cleaners")."""
    return any(worth(state, seat) >= GOAL for seat in state.seats)


def _sum(state: State, owner: Seat) -> dict[str, Any]:
    """Return the Plot of a claim, its Target and its points, as arguments of the question."""
    plot, target = state.zone(plot_of(owner))[0], target_under(state, owner) or ""
    parts = parts_of(state, plot, target)
    return {"card": plot, "token": target, "points": sum(parts), "sum": sum_text(parts)}


def _collect(work: Work, step: Hoarding, by: Seat) -> None:
    """Pay a claim; with ``game-end=at-once`` nobody collects after a seat has reached 20 points."""
    seat, owner = step.claims[step.at]
    plot, target = work.state.zone(plot_of(owner))[0], target_under(work.state, owner) or ""
    credit(work, seat, parts_of(work.state, plot, target), pocketed=seat != owner)
    over = work.state.rules.game_end == "at-once" and reached(work.state)
    save(work, step, replace(step, at=len(step.claims) if over else step.at + 1))
    work.again()


def _resume(work: Work, step: Hoarding) -> None:
    prompt = work.top.prompt
    if step.at >= len(step.claims):
        turn_to(work, None)
        work.pop()
    elif prompt is None or prompt.args["at"] != step.at:
        seat, owner = step.claims[step.at]
        args = _sum(work.state, owner)
        turn_to(work, seat)
        work.ask("collect", seats=(seat,), cite=CITE, at=step.at, seat=seat, **args)


HOARD: Final = step_kind(
    Hoarding,
    move("done", Hoarding, _collect, by=ASKED, rule=CITE,
         answers=Answer("collected", lambda now, command: dict(now.prompt.args) if now.prompt else {})),
    resume=_resume, prompts=(PromptSpec("collect", ("collected",), CITE),),
)  # fmt: skip
