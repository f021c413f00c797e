"""Actions against Captain Hammer ("Evil League, Fight and Defeat Captain Hammer")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from ..args import TOKEN, active_seat, is_token, with_token
from ..cards import HAMMER, LOOT, PARTS
from ..parts import complete, in_bag
from ..places import DOWN, LOOT_DECK, UNTIL, hammer_at, labels, place_of
from ..powers import MOST, gain_power, power
from ..refusals import EL, no
from ..steps import OfSeat
from ..track import win
from .acting import acted
from .taking import draw, room

RULE: Final = "fight"


@quick
@dataclass(frozen=True, slots=True)
class Spoils(OfSeat):
    """A player chooses the resource of a Fight."""

    KIND: ClassVar[str] = "spoils"
    done: bool = False


def _not_hammer(now: Moment[StepData], card: Any) -> Verdict:
    if card is None or kind_of(card) == kind_of(HAMMER):
        return None
    return no(EL.NOT_A_CHOICE, RULE, option=card, allowed=kind_of(HAMMER))


PAWN: Final[Arg[StepData]] = Arg(lambda now: labels((HAMMER,), now.naming), _not_hammer, (EL.NOT_A_CHOICE,))
"""The pawn of Captain Hammer."""
UNFIT: Final = (EL.WEAPON_INCOMPLETE, EL.HAMMER_ELSEWHERE)


def _unfit(state: State, seat: Seat) -> Refused | None:
    """Return why a seat may neither Fight nor Defeat.

    Both need a complete weapon (el-100) and the location of Captain Hammer (el-35, el-36).
    """
    if not complete(state, seat):
        return no(EL.WEAPON_INCOMPLETE, RULE, seat=seat)
    if place_of(state, seat) != hammer_at(state):
        return no(EL.HAMMER_ELSEWHERE, RULE, seat=seat, kind=hammer_at(state))
    return None


def cannot_fight(now: Moment[StepData], by: Seat, card: Label | None = None) -> Verdict:
    """Return why a seat may not Fight; a Captain Hammer who lies down is refused by default (el-98)."""
    refused = _unfit(now.state, by)
    if refused is None and now.state.marked(HAMMER, DOWN) and now.state.rules.fight_again == "refused":
        return no(EL.HAMMER_DOWN, RULE)
    return refused


def fight(work: Work, step: StepData, by: Seat, card: Label | None = None) -> None:
    """Knock Captain Hammer down and give the seat one resource (el-35); this is separate from Defeat (el-37)."""
    acted(work, step, by)
    work.emit(ev.Marked(HAMMER, DOWN, by, 1, UNTIL))
    push(work, Spoils(by))


def _knocked_down(state: State, seat: str) -> bool:
    """Return whether a Fight of this round counts for a seat.

    By default any villain's does (el-38), for a bonus Defeat too (el-107).
    """
    marks = [mark for mark in state.marks.get(HAMMER, ()) if mark.name == DOWN]
    return any(mark.owner == seat or state.rules.fight_counts == "anyone" for mark in marks)


def cannot_defeat(now: Moment[StepData], by: Seat, card: Label | None = None) -> Verdict:
    """Return why a seat may not Defeat; Captain Hammer must lie down already (el-36)."""
    refused = _unfit(now.state, by)
    return no(EL.HAMMER_STANDS, RULE) if refused is None and not _knocked_down(now.state, by) else refused


def defeat(work: Work, step: StepData, by: Seat, card: Label | None = None) -> None:
    """Make the seat the winner at once, at any reputation (el-123)."""
    win(work, by)


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


def _resume(work: Work, step: Spoils) -> None:
    if step.done or not _choices(work.state, step.seat):
        work.pop()
    else:
        work.ask("spoils", cite=RULE, seat=work.state.active)


def _allowed(now: Moment[Spoils]) -> Iterable[str]:
    return _choices(now.state, now.step.seat)


def _wrong_token(now: Moment[Spoils], by: Seat, option: str, card: Label | None = None) -> Verdict:
    allowed = ", ".join(_allowed(now))
    return None if is_token(card, option) else no(EL.NOT_A_CHOICE, RULE, option=option, allowed=allowed)


def _spoils(work: Work, step: Spoils, by: Seat, option: str, card: Label | None = None) -> None:
    save(work, step, replace(step, done=True))
    work.again()
    if option == "power":
        gain_power(work, by, 1)
    else:
        draw(work, by, parts=int(option == PARTS), loot=int(option == LOOT))


SPOILS_STEP: Final = step_kind(
    Spoils,
    move("spoils", Spoils, _spoils, by=active_seat(RULE), option=with_token(_allowed, RULE), card=TOKEN,
         unless=_wrong_token, codes=(EL.NOT_A_CHOICE,), stamped=True, rule=RULE,
         answers=Answer(lambda now, command: f"spoils-{command.option}")),
    resume=_resume,
    prompts=(PromptSpec("spoils", ("spoils-parts", "spoils-loot", "spoils-power"), RULE),),
)  # fmt: skip
