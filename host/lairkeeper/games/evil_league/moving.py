"""Move phase: every pawn goes to another location, highest reputation first ("Evil League, Movement")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import LOCATIONS, PAWNS, PLACES, sort_of
from .places import hammer_at, labels, owner_of_pawn, pawn_of, place_of
from .refusals import EL, no
from .taking import to_act

RULE: Final = "movement"


def _order(state: State) -> tuple[Seat, ...]:
    """Return the order of the round."""
    found: tuple[Seat, ...] = next(frame for frame in state.frames if frame.kind == "round").data["order"]
    return found


def _resume(work: Work, frame: Frame) -> None:
    """Ask the next villain in the round's order to move, highest reputation first (el-17)."""
    moved = frame.data.get("moved", ())
    left = [seat for seat in _order(work.state) if seat not in moved]
    if not left:
        work.pop()
        return
    to_act(work, left[0])
    work.ask("move", cite=RULE, seat=left[0], kind=hammer_at(work.state))


def goal(command: Command) -> Path | None:
    """Return the location that a move names: its target, or the location token that was tapped."""
    if command.target is None and sort_of(command.card or "") == PLACES:
        return kind_of(command.card or "")
    return command.target


def _check(state: State, command: Command) -> Verdict:
    seat, card = command.by or "", command.card
    if seat != state.active:
        said = {"seat": seat, "active": state.active}
        moved = seat in running(state).data.get("moved", ())
        return Refused(CoreRefusal.OUT_OF_TURN, said, RULE, forcible=not moved)
    return wrong_pawn(state, seat, card) or wrong_goal(state, seat, goal(command))


def wrong_pawn(state: State, seat: Seat, card: Label | None) -> Refused | None:
    """Return why a piece is not this seat's pawn; a location token may stand for the pawn."""
    if card is None or sort_of(card) == PLACES or kind_of(card) == kind_of(pawn_of(state, seat) or ""):
        return None
    return no(EL.NOT_YOUR_PAWN, RULE, card=card, seat=seat)


def wrong_goal(state: State, seat: Seat, place: Path | None) -> Refused | None:
    """Return why a pawn may not go to a location.

    It must leave the location where it stands (el-16), even if an effect has moved it there (el-91). From outside the
    board it may enter at any location (el-14). Any number of pawns may share one (el-90).
    """
    if place not in LOCATIONS:
        return no(EL.NOT_A_PLACE, "locations", place=place or "")
    if place == place_of(state, seat):
        return no(EL.MUST_LEAVE, RULE, seat=seat, kind=place)
    return None


def _apply(work: Work, command: Command) -> None:
    seat, place = command.by or "", goal(command)
    work.set(moved=(*work.top.data.get("moved", ()), seat))
    move_pawn(work, seat, place or "")
    work.again()


def move_pawn(work: Work, seat: Seat, place: Path) -> None:
    """Move a pawn to a location; do nothing if it stands there."""
    pawn = pawn_of(work.state, seat)
    assert pawn is not None
    if work.state.where[pawn] != place:
        work.move(pawn, place)


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if naming is not None and sort_of(naming) == PLACES:
        yield Command(move="move", by=state.active, card=naming, prompt=prompt.id)
        return
    seats = (state.active,) if naming is None or sort_of(naming) != PAWNS else (owner_of_pawn(state, naming),)
    for seat in seats:
        if seat is not None:
            for label in labels((pawn_of(state, seat) or "",), naming):
                for place in LOCATIONS:
                    yield Command(move="move", by=seat, card=label, target=place, prompt=prompt.id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(
        Option("place", each, {"kind": each.target})
        for each in _offers(state, viewer, None)
        if each.target != place_of(state, each.by or "")
    )


MOVE_STEP: Final = FrameKind(
    "move",
    table_of(
        Move(
            "move", _apply, _check, _offers, ("by",), ("card", "target"),
            refusals=(CoreRefusal.OUT_OF_TURN, EL.NOT_YOUR_PAWN, EL.NOT_A_PLACE, EL.MUST_LEAVE), rule=RULE,
        ),
    ),
    _resume,
    _options,
    (PromptSpec("move", ("place",), RULE),),
)  # fmt: skip
"""Step that moves pawns: placing a pawn on a location is the move."""
