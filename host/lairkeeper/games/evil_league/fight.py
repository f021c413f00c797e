"""Actions against Captain Hammer ("Evil League, Fight and Defeat Captain Hammer")."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .acting import acted, turn_check
from .catalog import HAMMER, LOOT, PARTS
from .parts import complete, in_bag
from .places import DOWN, LOOT_DECK, UNTIL, hammer_at, labels, place_of
from .powers import MOST, gain_power, power
from .refusals import EL, no
from .taking import draw, room
from .track import win

RULE: Final = "fight"


def _fit_check(state: State, command: Command) -> Refused | None:
    """Return why a seat may neither Fight nor Defeat.

    Both need a complete weapon (el-100) and the location of Captain Hammer (el-35, el-36).
    """
    seat = command.by or ""
    refused = turn_check(state, command)
    if refused is not None:
        return refused
    if command.card is not None and kind_of(command.card) != kind_of(HAMMER):
        return no(EL.NOT_A_CHOICE, RULE, option=command.card, allowed=kind_of(HAMMER))
    if not complete(state, seat):
        return no(EL.WEAPON_INCOMPLETE, RULE, seat=seat)
    if place_of(state, seat) != hammer_at(state):
        return no(EL.HAMMER_ELSEWHERE, RULE, seat=seat, kind=hammer_at(state))
    return None


def _fight_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not Fight; a Captain Hammer who lies down is refused by default (el-98)."""
    refused = _fit_check(state, command)
    if refused is None and state.marked(HAMMER, DOWN) and state.rules.fight_again == "refused":
        return no(EL.HAMMER_DOWN, RULE)
    return refused


def _fight(work: Work, command: Command) -> None:
    """Knock Captain Hammer down and give the seat one resource (el-35)."""
    seat = command.by or ""
    acted(work, seat)
    work.emit(ev.Marked(HAMMER, DOWN, seat, 1, UNTIL))
    work.push("spoils", seat=seat)


def _knocked_down(state: State, seat: str) -> bool:
    """Return whether a Fight of this round counts for a seat.

    By default any villain's does (el-38), for a bonus Defeat too (el-107).
    """
    marks = [mark for mark in state.marks.get(HAMMER, ()) if mark.name == DOWN]
    return any(mark.owner == seat or state.rules.fight_counts == "anyone" for mark in marks)


def _defeat_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not Defeat; Captain Hammer must lie down already (el-36)."""
    refused = _fit_check(state, command)
    if refused is None and not _knocked_down(state, command.by or ""):
        return no(EL.HAMMER_STANDS, RULE)
    return refused


def _defeat(work: Work, command: Command) -> None:
    """Make the seat the winner at once, at any reputation (el-123)."""
    win(work, command.by)


def _offers(move: str) -> Callable[[State, str, Label | None], Iterable[Command]]:
    """Return a function that offers one move against Captain Hammer."""

    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        for label in labels((HAMMER,), naming):
            yield Command(move=move, by=state.active, card=label)

    return offers


_CODES: Final = (
    CoreRefusal.OUT_OF_TURN, EL.COMMITTED, EL.NOT_A_CHOICE, EL.WEAPON_INCOMPLETE, EL.HAMMER_ELSEWHERE,
)  # fmt: skip
FIGHT: Final = Move(
    "fight", _fight, _fight_check, _offers("fight"), ("by",), ("card",), refusals=(*_CODES, EL.HAMMER_DOWN), rule=RULE
)
"""Move that knocks Captain Hammer down: an action separate from Defeat (el-37)."""
DEFEAT: Final = Move(
    "defeat", _defeat, _defeat_check, _offers("defeat"), ("by",), ("card",),
    refusals=(*_CODES, EL.HAMMER_STANDS), rule=RULE,
)  # fmt: skip
"""Move that wins the game."""


# The resource of a Fight ------------------------------------------------------------------------------------------


def _choices(state: State, seat: str) -> tuple[str, ...]:
    """Return the resources on offer: a Part of the bag, a Loot card of the deck, or 1 Power (el-35).

    A resource that has run out, or that the seat has no room for, is left out.
    """
    there = {
        PARTS: in_bag(state) and room(state, seat, PARTS),
        LOOT: state.size(LOOT_DECK) and room(state, seat, LOOT),
        "power": power(state, seat) < MOST,
    }
    return tuple(name for name, any_left in there.items() if any_left)


def _resume(work: Work, frame: Frame) -> None:
    if frame.data.get("done") or not _choices(work.state, frame.data["seat"]):
        work.pop()
    else:
        work.ask("spoils", cite=RULE, seat=work.state.active)


def _check(state: State, command: Command) -> Verdict:
    if command.by != state.active:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, RULE)
    allowed = _choices(state, command.by or "")
    fits = command.card is None or kind_of(command.card) == f"take-{command.option}"
    if command.option not in allowed or not fits:
        return no(EL.NOT_A_CHOICE, RULE, option=command.option, allowed=", ".join(allowed))
    return None


def _apply(work: Work, command: Command) -> None:
    seat = command.by or ""
    work.set(done=True)
    work.again()
    if command.option == "power":
        gain_power(work, seat, 1)
    else:
        draw(work, seat, parts=int(command.option == PARTS), loot=int(command.option == LOOT))


def _spoil_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt, seat = question(state), running(state).data["seat"]
    if prompt.code != "spoils":
        return
    for choice in _choices(state, seat):
        if naming is None:
            yield Command(move="spoils", by=seat, option=choice, prompt=prompt.id)
        elif kind_of(naming) == f"take-{choice}":
            yield Command(move="spoils", by=seat, card=naming, option=choice, prompt=prompt.id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option(f"spoils-{each.option}", each) for each in _spoil_offers(state, viewer, None))


SPOILS_STEP: Final = FrameKind(
    "spoils",
    table_of(
        Move("spoils", _apply, _check, _spoil_offers, ("by", "option"), ("card",),
             refusals=(CoreRefusal.NOT_ASKED, EL.NOT_A_CHOICE), rule=RULE),
    ),
    _resume,
    _options,
    (PromptSpec("spoils", ("spoils-parts", "spoils-loot", "spoils-power"), RULE),),
)  # fmt: skip
"""Step that asks for the resource of a Fight."""
