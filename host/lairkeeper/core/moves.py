"""Moves that every game has: corrections, the tracking level, and the choice between replacements."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from . import events as ev
from .codec import event_from_json
from .command import Command
from .events import Event, Label
from .game import PromptSpec
from .kernel import FrameKind, Move, Verdict
from .purse import worth
from .refusals import CoreRefusal
from .result import Refused
from .state import BANK, Frame, State
from .view import Option
from .work import CHOOSE, Work


def _adjust_check(state: State, command: Command) -> Verdict:
    assert command.by is not None
    amount = command.amount or 0
    have = worth(state, command.by) if command.target is None else state.counters.get(command.target, 0)
    if amount == 0 or max(amount, have + amount) < 0:
        args = {"option": "amount", "value": amount, "allowed": f"-{have}..999"}
        return Refused(CoreRefusal.BAD_VALUE, args, invalid=True)
    if command.target is not None and command.target not in state.counters:
        return Refused(CoreRefusal.BAD_SETUP, {"path": command.target}, invalid=True)
    return None


def _adjust(work: Work, command: Command) -> None:
    assert command.by is not None
    assert command.amount is not None
    amount = command.amount
    path = command.target or f"purse.{command.by}"
    work.emit(ev.Adjusted(path, amount, command.by, command.option or ""))
    if command.target is not None:
        work.count(command.target, amount)
    elif amount > 0:
        work.pay(BANK, command.by, amount)
    else:
        work.pay(command.by, BANK, -amount)


def _adjust_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in state.seats:
        for amount in (1, -1):
            yield Command(move="adjust", by=seat, amount=amount)


ADJUST = Move(
    "adjust",
    _adjust,
    _adjust_check,
    _adjust_offers,
    needs=("by", "amount"),
    takes=("option", "target"),
    amount=(-999, 999),
    spoken=True,
    refusals=(CoreRefusal.BAD_VALUE, CoreRefusal.BAD_SETUP),
)
"""Put a purse or counter right: conservation holds, since the bank is the other side."""


def set_level(levels: tuple[str, ...], census: Callable[[Work, str, str], None]) -> Move:
    """Build the move that follows more or less from now on; ``census`` asks what must be known for more."""

    def check(state: State, command: Command) -> Verdict:
        if command.option not in levels:
            args = {"level": command.option, "allowed": ", ".join(levels)}
            return Refused(CoreRefusal.UNKNOWN_LEVEL, args, invalid=True)
        if command.option == state.level:
            return Refused(CoreRefusal.SAME_LEVEL, {"level": state.level})
        return None

    def apply(work: Work, command: Command) -> None:
        before, after = work.state.level, command.option or ""
        work.emit(ev.LevelSet(after))
        census(work, before, after)

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        return (Command(move="set-level", option=level) for level in levels if level != state.level)

    codes = (CoreRefusal.UNKNOWN_LEVEL, CoreRefusal.SAME_LEVEL)
    return Move("set-level", apply, check, candidates, needs=("option",), takes=("by",), spoken=True, refusals=codes)


def waiting_check(state: State, command: Command) -> Verdict:
    """Refuse a seat whose answer is not awaited; return None for the others."""
    prompt = state.prompt
    if prompt is None or (prompt.seats and command.by not in prompt.waiting):
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by})
    return None


def table_of(*moves: Move) -> dict[str, Move]:
    """Return the moves by name."""
    return {move.name: move for move in moves}


def _choose_check(state: State, command: Command) -> Verdict:
    refused = waiting_check(state, command)
    top = state.top
    if refused is None and top is not None and command.option not in top.data["options"]:
        return Refused(
            CoreRefusal.UNKNOWN_OPTION, {"option": command.option, "allowed": ", ".join(top.data["options"])}
        )
    return refused


def _choose(work: Work, command: Command) -> None:
    frame = work.top
    event: Event = event_from_json(_plain_dict(frame.data["event"]))
    used = frozenset(frame.data["used"])
    chosen = work.replacement(event, command.option or "")
    work.pop()
    for each in chosen.events if chosen else (event,):
        work.emit(each, used | {command.option or ""})


def _plain_dict(data: Any) -> dict[str, Any]:
    return {key: _plain_dict(value) if isinstance(value, dict) else value for key, value in data.items()}


def _choose_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        seat = frame.data["seat"]
        work.ask(CHOOSE, seats=(seat,) if seat else ())


def _choose_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    top, prompt = state.top, state.prompt
    if top is None or prompt is None:
        return
    for id in top.data["options"]:
        for seat in prompt.waiting or (None,):
            yield Command(move="answer", by=seat, option=id, prompt=prompt.id)


def _choose_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option(each.option or "", each) for each in _choose_offers(state, viewer, None))


CHOOSE_FRAME = FrameKind(
    CHOOSE,
    table_of(
        Move(
            "answer",
            _choose,
            _choose_check,
            _choose_offers,
            needs=("option",),
            takes=("by",),
            refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.UNKNOWN_OPTION),
        )
    ),
    _choose_resume,
    _choose_options,
    (PromptSpec(CHOOSE),),
)
"""Several things could happen instead of one: whoever it happens to chooses."""

__all__ = ["ADJUST", "CHOOSE_FRAME", "set_level", "table_of", "waiting_check"]
