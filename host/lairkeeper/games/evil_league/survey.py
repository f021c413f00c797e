"""Survey: players say piece by piece what lies on the table, for a match that goes on at level ``full``.

The app makes nothing up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import CATALOG, CORNERS, HAMMER, LOCATIONS, LOOT, PARTS, PAWNS, SCHEMES, sort_of
from .dealing import deal, in_scheme_deck, in_supply
from .loot import draw_read, draw_unseen, loot_kinds
from .parts import fits, from_bag, in_bag
from .places import (
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
    unseen_of,
    weapon_of,
)
from .powers import MOST, power, power_of
from .refusals import EL, no
from .taking import to_act

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


def _power_resume(work: Work, frame: Frame) -> None:
    left: tuple[Seat, ...] = frame.data["left"]
    if not left:
        work.pop()
    elif frame.prompt is None or frame.prompt.seats != left[:1]:
        to_act(work, left[0])
        work.ask("power-count", seats=left[:1], cite="locations", seat=left[0])


def _power_check(state: State, command: Command) -> Verdict:
    if command.by not in question(state).waiting:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, RULE)
    allowed = [str(n) for n in range(MOST + 1)]
    if command.option not in allowed:
        return no(EL.NOT_A_CHOICE, "locations", option=command.option, allowed=", ".join(allowed))
    return None


def _power(work: Work, command: Command) -> None:
    seat = command.by or ""
    work.count(power_of(seat), int(command.option or "") - power(work.state, seat))
    work.set(left=work.top.data["left"][1:])
    work.again()


def _power_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if naming is None:
        for n in range(MOST + 1):
            yield Command(move="answer", by=prompt.waiting[0], option=str(n), prompt=prompt.id)


def _power_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("power-count", each, {"n": n}) for n, each in enumerate(_power_offers(state, viewer, None)))


POWERS_STEP: Final = FrameKind(
    "powers",
    table_of(Move("answer", _power, _power_check, _power_offers, ("by", "option"),
                  refusals=(CoreRefusal.NOT_ASKED, EL.NOT_A_CHOICE), rule="locations")),
    _power_resume,
    _power_options,
    (PromptSpec("power-count", ("power-count",), "locations"),),
)  # fmt: skip
"""Step that asks for the Power on each sheet."""


# Pieces -----------------------------------------------------------------------------------------------------------


def _resume(work: Work, frame: Frame) -> None:
    if frame.data.get("over"):
        work.pop()
    elif frame.prompt is None:
        to_act(work, None)
        work.ask("survey", cite=RULE)


def _wrong_pawn(state: State, card: Label, place: Path | None) -> Refused | None:
    places = CORNERS if kind_of(card) == kind_of(HAMMER) else LOCATIONS
    if place not in places:
        return no(EL.NOT_A_PLACE, "locations", place=place or "")
    played = kind_of(card) == kind_of(HAMMER) or owner_of_pawn(state, card) is not None
    return None if played else no(EL.NOT_DUE, RULE, card=card)


def _wrong_place(state: State, command: Command, sort: str) -> Refused | None:
    """Return why a piece cannot lie there.

    It may lie before a seat, at a location with room, or, as a Scheme, out of the game.
    """
    card, place, seat = command.card or "", command.target, command.by
    if sort == SCHEMES:
        if place not in (*CORNERS, SCHEMES_OUT):
            return no(EL.NOT_A_PLACE, "locations", place=place or "")
        return no(EL.SLOT_FULL, RULE, card=card, kind=place) if scheme_at(state, place) else None
    if place is None or place == WEAPON:
        if seat is None:
            return no(EL.NOT_A_PLACE, "locations", place="")
        unfit = place == WEAPON and (sort != PARTS or not fits(state, seat, card))
        return no(EL.NOT_DUE, RULE, card=card) if unfit else None
    if RESOURCE.get(place) != sort:
        return no(EL.NOT_A_PLACE, "locations", place=place)
    return no(EL.SLOT_FULL, RULE, card=card, kind=place) if len(items(state, place)) >= SLOTS else None


def _check(state: State, command: Command) -> Verdict:
    card = command.card
    sort = LOOT if card is None else sort_of(card)
    if sort == LOOT and not state.size(LOOT_DECK):
        return no(EL.NOT_IN_DECK, RULE, card=card or "loot")
    if card is not None and sort == PAWNS:
        return _wrong_pawn(state, card, command.target)
    if sort not in _STACKS or (card is None and (command.by is None or command.target is not None)):
        return no(EL.NOT_DUE, RULE, card=card or "loot")
    refused = _wrong_place(state, command, sort)
    if refused is None and card is not None and not in_supply(state, card, sort):
        refused = no(EL.NOT_IN_DECK, RULE, card=card)
    return refused


def _lay(work: Work, command: Command) -> None:
    card, place, seat = command.card, command.target, command.by or ""
    sort = LOOT if card is None else sort_of(card)
    if card is None:
        draw_unseen(work, seat)
    elif sort == PAWNS:
        pawn = f"{kind_of(card)}#1"
        if work.state.where.get(pawn) != place:
            work.move(pawn, place or "")
        if pawn == HAMMER:
            work.set(hammer=True)
    elif place in CORNERS:
        deal(work, card, place)
    elif sort == SCHEMES:
        work.move(f"{kind_of(card)}#1", SCHEMES_OUT, source=SCHEME_DECK)
    elif sort == PARTS:
        from_bag(work, card, weapon_of(seat) if place == WEAPON else spare_of(seat))
    else:
        draw_read(work, card, seat)


def _places(state: State, card: Label) -> Iterator[tuple[Seat | None, Path | None]]:
    """Yield the seats or locations where a piece may lie."""
    match sort_of(card):
        case "schemes":
            yield from ((None, place) for place in (*CORNERS, SCHEMES_OUT) if not scheme_at(state, place))
        case "pawns":
            places = CORNERS if kind_of(card) == kind_of(HAMMER) else LOCATIONS
            yield from ((None, place) for place in places)
        case "parts" | "loot" as sort:
            yield from ((None, p) for p in CORNERS if RESOURCE[p] == sort and len(items(state, p)) < SLOTS)
            for seat in state.seats:
                yield seat, None
                if sort == PARTS and fits(state, seat, card):
                    yield seat, WEAPON


def _pieces(state: State) -> Iterator[Label]:
    """Yield the kinds of all pieces that may lie on the table."""
    yield from (kind_of(pawn_of(state, seat) or "") for seat in state.seats)
    yield kind_of(HAMMER)
    yield from in_scheme_deck(state)
    yield from in_bag(state)
    yield from (kind for kind in loot_kinds(state) if in_supply(state, kind, LOOT))


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    for label in labels(tuple(_pieces(state)), naming):
        for seat, place in _places(state, label):
            yield Command(move="lay", by=seat, card=label, target=place, prompt=prompt.id)
    if naming is None:
        yield from _unseen(state)


def _unseen(state: State) -> Iterator[Command]:
    """Yield the commands for a Loot card that is counted and not read."""
    if state.size(LOOT_DECK):
        yield from (Command(move="lay", by=seat, prompt=question(state).id) for seat in state.seats)


def _done_check(state: State, command: Command) -> Verdict:
    """Return why the survey may not end.

    Captain Hammer's corner must be said, since it decides his next one. If any pawn is on the board, all must be.
    """
    if not running(state).data.get("hammer"):
        return no(EL.PLACE_UNSAID, RULE, card=kind_of(HAMMER))
    on = [seat for seat in state.seats if place_of(state, seat) is not None]
    off = next((seat for seat in state.seats if seat not in on), None)
    return no(EL.PLACE_UNSAID, RULE, card=kind_of(pawn_of(state, off) or "")) if on and off else None


def _done(work: Work, command: Command) -> None:
    work.set(over=True)
    work.again()


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="done", prompt=question(state).id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    done = (Option("surveyed", each) for each in _done_offers(state, viewer, None) if _done_check(state, each) is None)
    return (*done, *(Option("holds-loot", each, {"seat": each.by}) for each in _unseen(state)))


SURVEY_STEP: Final = FrameKind(
    "survey",
    table_of(
        Move("lay", _lay, _check, _offers, takes=("by", "card", "target"),
             refusals=(EL.NOT_DUE, EL.NOT_A_PLACE, EL.SLOT_FULL, EL.NOT_IN_DECK), rule=RULE),
        Move("done", _done, _done_check, _done_offers, takes=("by",), refusals=(EL.PLACE_UNSAID,), rule=RULE),
    ),
    _resume,
    _options,
    (PromptSpec("survey", ("surveyed", "holds-loot"), RULE),),
)  # fmt: skip
"""Step in which players tap every piece where it lies; a Loot hand face down, or as a number only."""


def line_of(command: Command, place: Path | None) -> tuple[str, Args]:
    """Return the log line of a piece that was laid: of Loot in a hand only that a card is there."""
    args: Args = {"by": command.by or "", "card": command.card or "", "kind": place or ""}
    if command.card is None or (sort_of(command.card) == LOOT and command.target is None):
        return "lay-loot", {"by": command.by or ""}
    if command.by is not None:
        return ("lay-weapon" if command.target == WEAPON else "lay-own"), args
    return ("lay-out" if place == SCHEMES_OUT or place not in CATALOG.kinds else "lay"), args
