"""Tokens and price of a Super-Villain of another set, which only its card can tell.

The player who defeated it takes the tokens and, where Power is followed, pays the price.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
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

from .effects.by_hand import POWER_BY_HAND
from .gaining import GAIN
from .levels import FULL
from .team import PRINTED_VP, RULE

PRINTED_VP_DONE: Final = "printed-vp-done"
PRINTED_PRICE: Final = "printed-vp-and-price"


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        seat: Seat = frame.data["seat"]
        code = PRINTED_PRICE if work.state.level in FULL else PRINTED_VP
        work.ask(code, seats=(seat,), cite=RULE, seat=seat, card=frame.data["card"])
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
    table_of(
        GAIN,
        replace(POWER_BY_HAND, levels=FULL),
        Move("done", _done, waiting_check, _offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=RULE),
    ),
    _resume,
    _options,
    tuple(PromptSpec(code, (PRINTED_VP_DONE,), RULE) for code in (PRINTED_VP, PRINTED_PRICE)),
)
"""Step in which the player takes the tokens; the card is destroyed already."""
