"""Steps before the first round: Villain sheets, places on START, the deal, and the first draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.command import Command
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Kind, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.result import Args
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Arg, Moment, one_of
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from ..args import waiting
from ..cards import CATALOG, VILLAINS
from ..loot import hand_size
from ..places import OFF_BOARD, labels, place_of, sheet_of, spare_of, to_act, villain_of, weapon_of
from ..refusals import EL, no
from ..steps import Round
from ..track import home_of, order, put
from .dealing import Dealing
from .survey import Powers, Surveying
from .taking import draw

FIRST_PARTS: Final = 2
"""Spare Parts that each player draws at the start (el-9); the app believes that nobody looks into the bag."""
FIRST_LOOT: Final = 2
"""Loot cards that each player draws at the start (el-8)."""
SHEETS: Final = "box.sheets"
"""Place of the sheets and pawns that nobody plays."""


# Villain sheets ---------------------------------------------------------------------------------------------------


def sheets(state: State) -> tuple[Kind, ...]:
    """Return the villains that nobody plays yet."""
    taken = {villain_of(state, seat) for seat in state.seats}
    return tuple(kind for kind, facts in CATALOG.kinds.items() if facts.zone == VILLAINS and kind not in taken)


def seat_villain(work: Work, seat: Seat, kind: Kind) -> None:
    """Give a sheet to a seat; its pawn waits off the board (el-10)."""
    work.move(f"{kind}#1", sheet_of(seat), source=SHEETS)
    pawn = f"pawn-{kind.removeprefix('villain-')}#1"
    work.move(pawn, OFF_BOARD, source=SHEETS)


@quick
@dataclass(frozen=True, slots=True)
class Casting(StepData):
    """Each player taps the sheet kept of the two dealt; the others stay out (el-1)."""

    KIND: ClassVar[str] = "cast"


def _cast_resume(work: Work, step: Casting) -> None:
    left = tuple(seat for seat in work.state.seats if villain_of(work.state, seat) is None)
    if work.top.prompt is None and left:
        work.ask("cast", seats=left, cite="villain-sheets")
    elif not left:
        work.pop()


def _not_free(now: Moment[Casting], card: Any) -> Verdict:
    kind = kind_of(card)
    facts = CATALOG.find(kind)
    if facts is None or facts.zone != VILLAINS:
        return no(EL.NOT_A_VILLAIN, "villain-sheets", card=card)
    owner = next((seat for seat in now.state.seats if villain_of(now.state, seat) == kind), None)
    return no(EL.VILLAIN_TAKEN, "villain-sheets", card=kind, seat=owner) if owner else None


_SHEET: Final[Arg[Casting]] = Arg(
    lambda now: labels(sheets(now.state), now.naming), _not_free, (EL.NOT_A_VILLAIN, EL.VILLAIN_TAKEN),
    lambda now, said: kind_of(said),
)  # fmt: skip


def _cast(work: Work, step: Casting, by: Seat, card: Kind) -> None:
    work.answer(by, card=card)
    seat_villain(work, by, card)


def _for_the_next(now: Moment[Casting], command: Command) -> Args | None:
    """Return the seat and the sheet; None for the seats that are not yet next."""
    return {"seat": command.by, "card": command.card} if command.by == now.asked else None


CAST_STEP: Final = step_kind(
    Casting,
    move("choose", Casting, _cast, by=waiting(), card=_SHEET, stamped=True, rule="villain-sheets",
         answers=Answer("villain", _for_the_next, cards=True)),
    resume=_cast_resume, prompts=(PromptSpec("cast", ("villain",), "villain-sheets"),),
)  # fmt: skip


# Places on START --------------------------------------------------------------------------------------------------


def age(state: State, seat: Seat) -> int | None:
    """Return the age on the sheet that a seat has kept (el-1), or None if nobody has typed it."""
    cards = state.zone(sheet_of(seat))
    found = state.printed(cards[0]).get("age") if cards else None
    return int(found) if found is not None else None


def placed_on_start(state: State) -> tuple[Seat, ...]:
    """Return the seats whose markers have a place on START."""
    return tuple(seat for seat in state.seats if home_of(seat) in state.counters)


def set_on_start(work: Work, seat: Seat) -> None:
    """Give a seat the free START space nearest to 1 (el-88; "Evil League, Starting Reputation")."""
    taken = {work.state.counters.get(home_of(each)) for each in work.state.seats}
    n = next(each for each in range(1, 6) if each not in taken)
    work.count(home_of(seat), n)
    put(work, seat, 1 - n)


def _eldest(state: State) -> tuple[Seat, ...]:
    """Return the seats that may be next on START: the oldest (el-2), several if ages are equal or unknown."""
    left = [seat for seat in state.seats if home_of(seat) not in state.counters]
    ages = {seat: age(state, seat) for seat in left}
    if None in ages.values():
        return tuple(left)
    oldest = max((each for each in ages.values() if each is not None), default=0)
    return tuple(seat for seat in left if ages[seat] == oldest)


@quick
@dataclass(frozen=True, slots=True)
class Ages(StepData):
    """The table says who is ahead on START where ages are equal or unknown."""

    KIND: ClassVar[str] = "ages"


def _ages_resume(work: Work, step: Ages) -> None:
    """Place the markers on START, oldest nearest to 1, so that the first round goes by age (el-87).

    Of equal ages the table draws lots and says who is ahead, or the seats decide (el-4).
    """
    while found := _eldest(work.state):
        if len(found) > 1 and work.state.rules.equal_ages == "asked":
            to_act(work, None)
            work.ask("oldest", cite="start", cards=found, n=len(placed_on_start(work.state)) + 1)
            return
        set_on_start(work, found[0])
    work.pop()


def _older(work: Work, step: Ages, target: Seat, by: Seat | None = None) -> None:
    set_on_start(work, target)
    work.again()


AGES_STEP: Final = step_kind(
    Ages,
    move("older", Ages, _older, target=one_of(lambda now: _eldest(now.state), "start", code=EL.NOT_A_CHOICE),
         by=ANYBODY, seat_target=True, answers=Answer("older", lambda now, command: {"seat": command.target}),
         rule="start"),
    resume=_ages_resume, prompts=(PromptSpec("oldest", ("older",), "start"),),
)  # fmt: skip


# All steps --------------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Opening(StepData):
    """Set-up in the order of the rulebook ("Evil League, Setup")."""

    KIND: ClassVar[str] = "opening"
    step: str
    """Name of the part that begins next."""
    survey: bool = False
    """True when the match goes on at another level: the pieces are surveyed, not dealt."""
    left: tuple[Seat, ...] = ()
    """Players who have not drawn yet."""


def _opening_resume(work: Work, step: Opening) -> None:
    match step.step:
        case "cast":
            save(work, step, replace(step, step="ages"))
            push(work, Casting())
        case "ages":
            save(work, step, replace(step, step="survey" if step.survey else "deal"))
            push(work, Ages())
        case "survey":
            save(work, step, replace(step, step="resume"))
            push(work, Surveying())
            push(work, Powers(order(work.state)))
        case "resume":
            begun = any(place_of(work.state, seat) for seat in work.state.seats)
            work.pop()
            push(work, Round(first=not begun))
        case "deal":
            save(work, step, replace(step, step="hands"))
            push(work, Dealing())
        case "hands":
            _first_draw(work, step)
        case _:
            work.pop()
            push(work, Round(first=True))


def _first_draw(work: Work, step: Opening) -> None:
    """Let the next player draw, in turn order."""
    seat, *rest = step.left or order(work.state)
    save(work, step, replace(step, left=tuple(rest), step=step.step if rest else "round"))
    have = work.state.size(spare_of(seat)) + work.state.size(weapon_of(seat))
    draw(
        work, seat, parts=max(0, FIRST_PARTS - have), loot=max(0, FIRST_LOOT - hand_size(work.state, seat))
    )  # fmt: skip


OPENING: Final = step_kind(Opening, resume=_opening_resume)
