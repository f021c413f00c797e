"""Points: players collect one after the other, and the app shows each sum ("Evil:101, Hoarding")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.purse import worth
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.state import BANK, Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from . import scoring
from .places import ESCAPED, FOILED, GOAL, POCKETED, VOID, evil, facts_of, handler, plot_of, target_under, turn_to
from .plotting import asked, own_turn

CITE: Final = "hoarding"


def parts_of(state: State, plot: Label, target: Label) -> tuple[int, ...]:
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


def _args(state: State, frame: Frame) -> dict[str, Any]:
    seat, owner = frame.data["claims"][frame.data["at"]]
    plot = state.zone(plot_of(owner))[0]
    target = target_under(state, owner) or ""
    parts = parts_of(state, plot, target)
    return {"seat": seat, "card": plot, "token": target, "points": sum(parts), "sum": sum_text(parts)}


def _check(state: State, command: Command) -> Verdict:
    return own_turn(state, command)


def _done(work: Work, command: Command) -> None:
    """Pay a claim; with ``game-end=at-once`` nobody collects after a seat has reached 20 points."""
    frame = work.top
    seat, owner = frame.data["claims"][frame.data["at"]]
    plot = work.state.zone(plot_of(owner))[0]
    parts = parts_of(work.state, plot, target_under(work.state, owner) or "")
    credit(work, seat, parts, pocketed=seat != owner)
    over = work.state.rules.game_end == "at-once" and reached(work.state)
    work.set(at=len(frame.data["claims"]) if over else frame.data["at"] + 1)
    work.again()


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="done", by=asked(state), prompt=question(state).id)


def _resume(work: Work, frame: Frame) -> None:
    at = frame.data["at"]
    if at >= len(frame.data["claims"]):
        turn_to(work, None)
        work.pop()
    elif frame.prompt is None or frame.prompt.args["at"] != at:
        args = _args(work.state, frame)
        turn_to(work, args["seat"])
        work.ask("collect", seats=(args["seat"],), cite=CITE, at=at, **args)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    args = dict(question(state).args)
    return tuple(Option("collected", each, args) for each in _offers(state, viewer, None))


HOARD: Final = FrameKind(
    "hoarding",
    table_of(Move("done", _done, _check, _offers, ("by",), refusals=(CoreRefusal.OUT_OF_TURN,), rule=CITE)),
    _resume,
    _options,
    (PromptSpec("collect", ("collected",), CITE),),
)  # fmt: skip
