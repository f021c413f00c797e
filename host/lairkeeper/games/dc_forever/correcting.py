"""Moves at any time: corrections by number, and single steps by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push, read

from .citizens import PURSES, citizens
from .steps import Action, Activation, Asking, ByHand, Phase, Resolution, Strike
from .words import BY_HAND


def _said(command: Command) -> tuple[Path, int]:
    """Return the target and the amount, which the kernel has asked for."""
    assert command.target is not None
    assert command.amount is not None
    return command.target, command.amount


def _adjust_check(state: State, command: Command) -> Verdict:
    """Refuse corrections of other numbers than citizens of a purse or completed Schemes, and results below 0."""
    target, amount = _said(command)
    if target not in PURSES and target != "completed":
        return Refused(CoreRefusal.BAD_SETUP, {"path": target}, invalid=True)
    have = state.counters.get("completed", 0) if target == "completed" else citizens(state, target)
    if not amount or have + amount < 0:
        args = {"option": "amount", "value": amount, "allowed": f"-{have}..999"}
        return Refused(CoreRefusal.BAD_VALUE, args, invalid=True)
    return None


def _adjust(work: Work, command: Command) -> None:
    target, amount = _said(command)
    why = "" if command.option is None else command.option
    work.emit(ev.Adjusted(target, amount, command.by, why))
    if target == "completed":
        work.count("completed", amount)
    elif amount > 0:
        work.pay("bank", target, amount)
    else:
        work.pay(target, "bank", -amount)


def _adjust_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        for target in ("sanctuary", "completed") if state.level == "score" else ("sanctuary",):
            for amount in (1, -1):
                yield Command(move="adjust", target=target, amount=amount)


ADJUST: Final = Move(
    "adjust", _adjust, _adjust_check, _adjust_offers, ("target", "amount"), ("by", "option"), amount=(-999, 999),
    spoken=True, refusals=(CoreRefusal.BAD_VALUE, CoreRefusal.BAD_SETUP),
)  # fmt: skip


_BY_HAND_IN: Final[Mapping[str, type[Asking]]] = {
    each.KIND: each for each in (Action, Activation, Phase, Strike, Resolution)
}
"""Steps in which the table may carry out something that the app does not follow."""


def _by_hand_check(state: State, command: Command) -> Verdict:
    top = state.top
    if top is None or top.kind not in _BY_HAND_IN:
        return Refused(CoreRefusal.NOT_NOW, {"move": BY_HAND, "step": top.kind if top else ""}, "resolving")
    return None


def _by_hand(work: Work, command: Command) -> None:
    """Begin single steps: for a text that the app cannot read, or for a correction."""
    assert command.by is not None
    push(work, ByHand(command.by, "" if command.card is None else command.card))


def _by_hand_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    top = state.top
    if naming is None and top is not None and top.kind in _BY_HAND_IN and not state.finished:
        yield Command(move=BY_HAND, by=read(_BY_HAND_IN[top.kind], top).seat)


RESOLVE_BY_HAND: Final = Move(
    BY_HAND, _by_hand, _by_hand_check, _by_hand_offers, ("by",), ("card",), levels=("full",), spoken=True,
    refusals=(CoreRefusal.NOT_NOW,), rule="resolving",
)  # fmt: skip
