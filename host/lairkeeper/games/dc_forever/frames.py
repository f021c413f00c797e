"""Helpers of all steps: the seat that is asked, and offers of moves that name nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias, TypeVar

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import FrameKind, Move, no_options, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work
from lairkeeper.rules.step import StepData, read

S = TypeVar("S", bound=StepData)
Offers: TypeAlias = Callable[[State, str, Label | None], Iterable[Command]]


def typed(
    kind: type[S],
    moves: Mapping[str, Move],
    resume: Callable[[Work, S], None],
    options: Callable[[State, S, str], tuple[Option, ...]] | None = None,
    prompts: tuple[PromptSpec, ...] = (),
) -> FrameKind:
    """Return the kernel's kind of frame for a step whose functions get its typed data."""

    def on(work: Work, frame: Frame) -> None:
        resume(work, read(kind, frame))

    def shown(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
        return no_options(state, frame, viewer) if options is None else options(state, read(kind, frame), viewer)

    return FrameKind(kind.KIND, moves, on, shown, prompts, lambda frame: read(kind, frame))


def current(kind: type[S], state: State) -> S:
    """Return the data of the step that runs."""
    return read(kind, running(state))


def asked(state: State, viewer: str) -> tuple[Seat, int] | None:
    """Return the seat that is asked and the number of its question; None when this viewer may not act for it."""
    seat = running(state).data.get("seat")
    return (seat, question(state).id) if seat in seats_of(state, viewer) else None


def not_asked(state: State, command: Command, cite: str) -> Refused | None:
    """Refuse a command of a seat that is not asked."""
    seat = running(state).data.get("seat")
    return None if command.by == seat else Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, cite)


TURN: Final = "turn"


def off_turn(state: State, command: Command, cite: str = TURN) -> Refused | None:
    """Refuse a command in another player's turn, where only reactions may be used (df-39, df-169).

    "DC Forever, Glossary: Turn"; for a draft ``cite`` is the rule of drafting.
    """
    seat = running(state).data.get("seat")
    if command.by == seat:
        return None
    return Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": seat or ""}, cite)


def plain(move: str) -> Offers:
    """Return offers of a move that names nothing, for the seat that is asked."""

    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        found = asked(state, viewer)
        if found is not None and naming is None:
            yield Command(move=move, by=found[0], prompt=found[1])

    return offers
