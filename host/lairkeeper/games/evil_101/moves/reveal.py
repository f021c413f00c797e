"""Reveal: Plots are turned up and judged ("Evil:101, The DIC Moves")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Component, Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.sealed import mark_wrong, reveal
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, ASKED, one_of
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push

from .. import scoring
from ..args import from_hand
from ..places import FOILED, PLOT, VOID, agent_of, ask_seat, facts_of, plot_of, pull, target_under, turn_to, unread_of
from ..refusals import E1
from .plots import wrong_with

CITE: Final = "agents"


@quick
@dataclass(frozen=True, slots=True)
class Showing(StepData):
    """A player turns up and taps a Plot that no antenna has read."""

    KIND: ClassVar[str] = "show"
    seat: Seat


@quick
@dataclass(frozen=True, slots=True)
class Judging(StepData):
    """Step of the house rule ``illegal-plot``: the table decides what a Plot that does not match is worth."""

    KIND: ClassVar[str] = "judge"
    seat: Seat
    card: Component
    token: Component


def turn_up(work: Work, seat: Seat) -> None:
    """Turn a seat's Plot up (e1-18): at once if an antenna has read it, else by a tap."""
    if work.state.zone(plot_of(seat)):
        shown(work, seat)
    else:
        push(work, Showing(seat))


def shown(work: Work, seat: Seat) -> None:
    """Reveal a Plot and judge it.

    A Plot that does not match its Target is worthless, and no chase can free it. With the house rule ``illegal-plot``
    the table decides instead (e1-62).
    """
    plot = work.state.zone(plot_of(seat))[0]
    reveal(work, plot)
    target = target_under(work.state, seat) or ""
    if wrong_with(work.state, plot, target) is not None:
        if work.state.rules.illegal_plot == "table-decides":
            push(work, Judging(seat, plot, target))
            return
        work.emit(ev.Marked(seat, VOID))
    judge_agent(work, seat)


def judge_agent(work: Work, seat: Seat) -> None:
    """Mark a Plot as foiled if its Agent matches at least one of its symbols (e1-19).

    A worthless Plot is never foiled.
    """
    agent = work.state.zone(agent_of(seat))
    plot = work.state.zone(plot_of(seat))[0]
    if not agent or work.state.marked(seat, VOID):
        return
    if scoring.shares(facts_of(work.state, agent[0]), facts_of(work.state, plot)["symbols"]):
        work.emit(ev.Marked(seat, FOILED))


def turned_up(state: State, seat: Seat) -> bool:
    """Return whether everybody has seen a seat's Plot."""
    return any(TABLE in state.known.get(card, ()) for card in state.zone(plot_of(seat)))


def _show(work: Work, step: Showing, by: Seat, card: Component) -> None:
    pull(work, card, unread_of(by), plot_of(by))
    mark_wrong(work, card, by, wrong_with(work.state, card, target_under(work.state, by) or ""))
    work.pop()
    shown(work, by)


SHOW: Final = step_kind(
    Showing,
    move("show", Showing, _show, by=ASKED, card=from_hand(PLOT, lambda now: unread_of(now.asked), E1.NOT_A_PLOT, CITE),
         rule=CITE),
    resume=lambda work, step: ask_seat(work, step.seat, "show", cite=CITE), prompts=(PromptSpec("show", (), CITE),),
)  # fmt: skip


def _judge(work: Work, step: Judging, option: str, by: Seat | None = None) -> None:
    work.pop()
    if option != "counts":
        work.emit(ev.Marked(step.seat, VOID))
    judge_agent(work, step.seat)


def _worthless(work: Work, step: Judging, by: Seat | None = None) -> None:
    _judge(work, step, "worthless")


def _ask_table(work: Work, step: Judging) -> None:
    if work.top.prompt is None:
        turn_to(work, None)
        work.ask("judge", cite="plots", seat=step.seat, card=step.card, token=step.token)


_VERDICTS: Final = ("worthless", "counts")
JUDGE: Final = step_kind(
    Judging,
    move("answer", Judging, _judge, option=one_of(lambda now: _VERDICTS, "plots", lambda now: ("counts",)), by=ANYBODY,
         answers=Answer("counts"), rule="plots"),
    move("no", Judging, _worthless, by=ANYBODY, answers=Answer("worthless"), rule="plots"),
    resume=_ask_table, prompts=(PromptSpec("judge", _VERDICTS, "plots"),),
)  # fmt: skip
