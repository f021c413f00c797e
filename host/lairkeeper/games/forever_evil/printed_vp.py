"""What a Super-Villain of another set is worth, only its card can tell: who defeated it takes the tokens for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import FrameKind, Move
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .gaining import GAIN
from .team import PRINTED_VP, RULE

PRINTED_VP_DONE: Final = "printed-vp-done"


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        seat: Seat = frame.data["seat"]
        work.ask(PRINTED_VP, seats=(seat,), cite=RULE, seat=seat, card=frame.data["card"])
    elif not frame.prompt.waiting:
        work.pop()


def _done(work: Work, command: Command) -> None:
    work.answer(command.by, option=PRINTED_VP_DONE)


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = state.prompt
    for seat in prompt.waiting if prompt else ():
        yield Command(move="done", by=seat, prompt=prompt.id if prompt else None)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option(PRINTED_VP_DONE, command, {"seat": command.by}) for command in _offers(state, viewer, None))


PRINTED_VP_STEP: Final = FrameKind(
    PRINTED_VP,
    table_of(GAIN, Move("done", _done, waiting_check, _offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=RULE)),
    _resume,
    _options,
    (PromptSpec(PRINTED_VP, (PRINTED_VP_DONE,), RULE),),
)
"""The card is destroyed already; its points are on it."""
