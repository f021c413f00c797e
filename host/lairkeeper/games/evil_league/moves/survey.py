"""Survey: players say piece by piece what lies on the table, for a match that goes on at level ``full``.

The app makes nothing up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Moment, one_of
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from ..args import waiting
from ..cards import CORNERS, HAMMER, LOCATIONS, LOOT, PARTS, PAWNS, SCHEMES, sort_of
from ..loot import draw_read, draw_unseen, loot_kinds
from ..parts import fits, from_bag, in_bag
from ..places import (
    BAG,
    LOOT_DECK,
    LOOT_DISCARD,
    OFF_BOARD,
    RESOURCE,
    SCHEME_DECK,
    SCHEMES_OUT,
    SLOTS,
    hand_of,
    items,
    labels,
    owner_of_pawn,
    pawn_of,
    place_of,
    scheme_at,
    spare_of,
    to_act,
    unseen_of,
    weapon_of,
)
from ..powers import MOST, power, power_of
from ..refusals import EL, no
from .dealing import deal, in_scheme_deck, in_supply

RULE: Final = "game-structure"
WEAPON: Final = "weapon"
"""Target of a Part that is equipped."""
_STACKS: Final = {PARTS: BAG, LOOT: LOOT_DECK, SCHEMES: SCHEME_DECK}


def gather(work: Work) -> None:
    """Count all pieces as lying in bag, decks and beside the board, until the players say where they are."""
    state = work.state
    own = [place(seat) for seat in state.seats for place in (spare_of, weapon_of, hand_of)]
    for place in (*LOCATIONS, *own, LOOT_DISCARD, SCHEMES_OUT):
        for card in work.state.zone(place):
            sort = sort_of(card)
            if sort in _STACKS:
                work.move(card, _STACKS[sort])
            elif card != HAMMER and sort == PAWNS:
                work.move(card, OFF_BOARD)
    for seat in state.seats:
        if n := work.state.size(unseen_of(seat)):
            work.emit(ev.PoolShifted(unseen_of(seat), LOOT_DECK, n))


# Power ------------------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Powers(StepData):
    """Players say the Power on their sheets."""

    KIND: ClassVar[str] = "powers"
    left: tuple[Seat, ...]
    """Players who have not yet said theirs."""


def _powers_resume(work: Work, step: Powers) -> None:
    prompt = work.top.prompt
    if not step.left:
        work.pop()
    elif prompt is None or prompt.seats != step.left[:1]:
        to_act(work, step.left[0])
        work.ask("power-count", seats=step.left[:1], cite="locations", seat=step.left[0])


def _say_power(work: Work, step: Powers, by: Seat, option: str) -> None:
    work.count(power_of(by), int(option) - power(work.state, by))
    save(work, step, replace(step, left=step.left[1:]))
    work.again()


_NUMBERS: Final = tuple(str(n) for n in range(MOST + 1))
POWERS_STEP: Final = step_kind(
    Powers,
    move("answer", Powers, _say_power, by=waiting(RULE), rule="locations",
         option=one_of(lambda now: _NUMBERS, "locations", code=EL.NOT_A_CHOICE),
         answers=Answer("power-count", lambda now, command: {"n": int(str(command.option))})),
    resume=_powers_resume, prompts=(PromptSpec("power-count", ("power-count",), "locations"),),
)  # fmt: skip


# Pieces -----------------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Surveying(StepData):
    """Players tap every piece where it lies; a Loot hand face down, or as a number only."""

    KIND: ClassVar[str] = "survey"
    hammer: bool = False
    """True when Captain Hammer's corner is said."""
    over: bool = False


def _resume(work: Work, step: Surveying) -> None:
    if step.over:
        work.pop()
    elif work.top.prompt is None:
        to_act(work, None)
        work.ask("survey", cite=RULE)


def _nowhere(place: Path | None) -> Refused:
    return no(EL.NOT_A_PLACE, "locations", place=place if place is not None else "")


def _wrong_pawn(state: State, card: Label, place: Path | None) -> Refused | None:
    if place not in _pawn_places(card):
        return _nowhere(place)
    played = kind_of(card) == kind_of(HAMMER) or owner_of_pawn(state, card) is not None
    return None if played else no(EL.NOT_DUE, RULE, card=card)


def _pawn_places(card: Label) -> tuple[Path, ...]:
    return CORNERS if kind_of(card) == kind_of(HAMMER) else LOCATIONS


def _wrong_place(state: State, card: Label, sort: str, seat: Seat | None, place: Path | None) -> Refused | None:
    """Return why a piece cannot lie there.

    It may lie before a seat, at a location with room, or, as a Scheme, out of the game.
    """
    if sort == SCHEMES:
        if place is None or place not in (*CORNERS, SCHEMES_OUT):
            return _nowhere(place)
        return no(EL.SLOT_FULL, RULE, card=card, kind=place) if scheme_at(state, place) else None
    if place is None or place == WEAPON:
        if seat is None:
            return _nowhere(None)
        unfit = place == WEAPON and (sort != PARTS or not fits(state, seat, card))
        return no(EL.NOT_DUE, RULE, card=card) if unfit else None
    if RESOURCE.get(place) != sort:
        return _nowhere(place)
    return no(EL.SLOT_FULL, RULE, card=card, kind=place) if len(items(state, place)) >= SLOTS else None


def _cannot_lie(
    now: Moment[Surveying], by: Seat | None = None, card: Label | None = None, target: Path | None = None
) -> Verdict:
    """Return why a piece cannot lie there; a Loot card that nobody reads has no name, and lies in a hand."""
    sort = LOOT if card is None else sort_of(card)
    if sort == LOOT and not now.state.size(LOOT_DECK):
        return no(EL.NOT_IN_DECK, RULE, card=card or "loot")
    if card is None:
        return no(EL.NOT_DUE, RULE, card="loot") if by is None or target is not None else None
    if sort == PAWNS:
        return _wrong_pawn(now.state, card, target)
    if sort not in _STACKS:
        return no(EL.NOT_DUE, RULE, card=card)
    refused = _wrong_place(now.state, card, sort, by, target)
    if refused is None and not in_supply(now.state, card, sort):
        refused = no(EL.NOT_IN_DECK, RULE, card=card)
    return refused


def _lay(
    work: Work, step: Surveying, by: Seat | None = None, card: Label | None = None, target: Path | None = None
) -> None:
    if card is not None and target is not None and target != WEAPON:
        _lay_out(work, step, card, target)
        return
    assert by is not None
    if card is None:
        draw_unseen(work, by)
    elif sort_of(card) == PARTS:
        from_bag(work, card, weapon_of(by) if target == WEAPON else spare_of(by))
    else:
        draw_read(work, card, by)


def _lay_out(work: Work, step: Surveying, card: Label, place: Path) -> None:
    """Lay a piece on the board, or a Scheme out of the game."""
    if sort_of(card) == PAWNS:
        pawn = f"{kind_of(card)}#1"
        if work.state.where.get(pawn) != place:
            work.move(pawn, place)
        if pawn == HAMMER:
            save(work, step, replace(step, hammer=True), "hammer")
    elif place in CORNERS:
        deal(work, card, place)
    else:
        work.move(f"{kind_of(card)}#1", SCHEMES_OUT, source=SCHEME_DECK)


def _places(state: State, card: Label) -> Iterator[tuple[Seat | None, Path | None]]:
    """Yield the seats or locations where a piece may lie."""
    match sort_of(card):
        case "schemes":
            yield from ((None, place) for place in (*CORNERS, SCHEMES_OUT) if not scheme_at(state, place))
        case "pawns":
            yield from ((None, place) for place in _pawn_places(card))
        case "parts" | "loot" as sort:
            yield from ((None, p) for p in CORNERS if RESOURCE[p] == sort and len(items(state, p)) < SLOTS)
            for seat in state.seats:
                yield seat, None
                if sort == PARTS and fits(state, seat, card):
                    yield seat, WEAPON


def _pieces(state: State) -> Iterator[Label]:
    """Yield the kinds of all pieces that may lie on the table."""
    pawns = (pawn_of(state, seat) for seat in state.seats)
    yield from (kind_of(pawn) for pawn in pawns if pawn is not None)
    yield kind_of(HAMMER)
    yield from in_scheme_deck(state)
    yield from in_bag(state)
    yield from (kind for kind in loot_kinds(state) if in_supply(state, kind, LOOT))


def _everything(now: Moment[Surveying]) -> Iterable[tuple[Seat | None, Label | None, Path | None]]:
    """Offer every piece wherever it may lie; by click also a Loot card that is counted and not read."""
    for label in labels(_pieces(now.state), now.naming):
        yield from ((seat, label, place) for seat, place in _places(now.state, label))
    if now.naming is None and now.state.size(LOOT_DECK):
        yield from ((seat, None, None) for seat in now.state.seats)


def _unsaid(now: Moment[Surveying], by: Seat | None = None) -> Verdict:
    """Return why the survey may not end.

    Captain Hammer's corner must be said, since it decides his next one. If any pawn is on the board, all must be.
    """
    if not now.step.hammer:
        return no(EL.PLACE_UNSAID, RULE, card=kind_of(HAMMER))
    off = [seat for seat in now.state.seats if place_of(now.state, seat) is None]
    pawn = pawn_of(now.state, off[0]) if off and len(off) < len(now.state.seats) else None
    return no(EL.PLACE_UNSAID, RULE, card=kind_of(pawn)) if pawn is not None else None


def _done(work: Work, step: Surveying, by: Seat | None = None) -> None:
    save(work, step, replace(step, over=True))
    work.again()


SURVEY_STEP: Final = step_kind(
    Surveying,
    move("lay", Surveying, _lay, offers=_everything, unless=_cannot_lie, stamped=True, rule=RULE,
         codes=(EL.NOT_DUE, EL.NOT_A_PLACE, EL.SLOT_FULL, EL.NOT_IN_DECK),
         answers=Answer("holds-loot", lambda now, command: {"seat": command.by})),
    move("done", Surveying, _done, by=ANYBODY, unless=_unsaid, codes=(EL.PLACE_UNSAID,), answers=Answer("surveyed"),
         rule=RULE),
    resume=_resume, prompts=(PromptSpec("survey", ("surveyed", "holds-loot"), RULE),),
)  # fmt: skip
