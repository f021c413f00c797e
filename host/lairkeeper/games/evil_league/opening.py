"""Steps before the first round: Villain sheets, places on START, the deal, and the first draws."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Kind, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import CATALOG, VILLAINS
from .loot import hand_size
from .places import OFF_BOARD, labels, place_of, sheet_of, spare_of, villain_of, weapon_of
from .refusals import EL, no
from .taking import draw, to_act
from .track import home_of, order, put

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


def _cast_resume(work: Work, frame: Frame) -> None:
    left = tuple(seat for seat in work.state.seats if villain_of(work.state, seat) is None)
    if frame.prompt is None and left:
        work.ask("cast", seats=left, cite="villain-sheets")
    elif not left:
        work.pop()


def _cast_check(state: State, command: Command) -> Verdict:
    refused = waiting_check(state, command)
    if refused is not None:
        return refused
    kind = kind_of(command.card or "")
    facts = CATALOG.find(kind)
    if facts is None or facts.zone != VILLAINS:
        return no(EL.NOT_A_VILLAIN, "villain-sheets", card=command.card)
    owner = next((seat for seat in state.seats if villain_of(state, seat) == kind), None)
    return no(EL.VILLAIN_TAKEN, "villain-sheets", card=kind, seat=owner) if owner else None


def _cast(work: Work, command: Command) -> None:
    kind = kind_of(command.card or "")
    work.answer(command.by, card=kind)
    seat_villain(work, command.by or "", kind)


def _cast_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if prompt.code != "cast":
        return
    for seat in prompt.waiting:
        for label in labels(sheets(state), naming):
            yield Command(move="choose", by=seat, card=label, prompt=prompt.id)


def _cast_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    seats = frame.prompt.waiting[:1] if frame.prompt else ()
    offers = _cast_offers(state, viewer, None)
    return tuple(Option("villain", each, {"seat": each.by, "card": each.card}) for each in offers if each.by in seats)


CAST_STEP: Final = FrameKind(
    "cast",
    table_of(
        Move(
            "choose", _cast, _cast_check, _cast_offers, ("by", "card"),
            refusals=(CoreRefusal.NOT_ASKED, EL.NOT_A_VILLAIN, EL.VILLAIN_TAKEN), rule="villain-sheets",
        ),
    ),
    _cast_resume,
    _cast_options,
    (PromptSpec("cast", ("villain",), "villain-sheets"),),
)  # fmt: skip
"""Step in which each player taps the sheet kept of the two dealt; the others stay out (el-1)."""


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


def _ages_resume(work: Work, frame: Frame) -> None:
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


def _older_check(state: State, command: Command) -> Verdict:
    found = _eldest(state)
    if command.target not in found:
        return no(EL.NOT_A_CHOICE, "start", option=command.target, allowed=", ".join(found))
    return None


def _older(work: Work, command: Command) -> None:
    set_on_start(work, command.target or "")
    work.again()


def _older_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        for seat in _eldest(state):
            yield Command(move="older", target=seat, prompt=question(state).id)


def _older_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("older", each, {"seat": each.target}) for each in _older_offers(state, viewer, None))


AGES_STEP: Final = FrameKind(
    "ages",
    table_of(
        Move("older", _older, _older_check, _older_offers, ("target",), ("by",), target="seat",
             refusals=(EL.NOT_A_CHOICE,), rule="start"),
    ),
    _ages_resume,
    _older_options,
    (PromptSpec("oldest", ("older",), "start"),),
)  # fmt: skip
"""Step that asks who is ahead on START where ages are equal or unknown."""


# All steps --------------------------------------------------------------------------------------------------------


def _opening_resume(work: Work, frame: Frame) -> None:
    step = frame.data["step"]
    match step:
        case "ages" if frame.data.get("survey"):
            work.set(step="survey")
            work.push("ages")
        case "survey":
            work.set(step="resume")
            work.push("survey")
            work.push("powers", left=order(work.state))
        case "resume":
            begun = any(place_of(work.state, seat) for seat in work.state.seats)
            work.pop()
            work.push("round", first=not begun)
        case "cast" | "ages" | "deal":
            work.set(step={"cast": "ages", "ages": "deal", "deal": "hands"}[step])
            work.push(step)
        case "hands":
            left: tuple[Seat, ...] = frame.data.get("left") or order(work.state)
            work.set(left=left[1:], **({} if left[1:] else {"step": "round"}))
            state = work.state
            draw(
                work,
                left[0],
                parts=max(0, FIRST_PARTS - state.size(spare_of(left[0])) - state.size(weapon_of(left[0]))),
                loot=max(0, FIRST_LOOT - hand_size(state, left[0])),
            )
        case _:
            work.pop()
            work.push("round", first=True)


OPENING: Final = FrameKind("opening", {}, _opening_resume)
"""Set-up in the order of the rulebook ("Evil League, Setup")."""
