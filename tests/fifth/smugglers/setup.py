"""Set-up of a match: the decks, the hands, and the lines of the header ("Smugglers, Setup")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.ids import COMPONENT, Path, Seat
from lairkeeper.core.pieces import piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import APP, BANK
from lairkeeper.core.work import Work

from .cards import CATALOG, COVES, CREW, GOODS, NOTHING, kinds_of, sort_of
from .places import DISCARDS, ROW, TAVERN, courses_of, fill_hands, hand_of, may_come, set_captain, shift, take_out
from .round import begin_round

CITE: Final = "setup"
_MOST_COINS: Final = 999
_BOX: Final = "box"
"""First word of the places of cards that do not take part."""


def knows(rules: Any, label: Label) -> bool:
    """Return whether a label is a kind of the catalog or of the shared set, or a copy of one."""
    kind, _, copy = label.partition("#")
    if kind not in CATALOG.kinds:
        return piece(kind) is not None and (not copy or COMPONENT.fullmatch(label) is not None)
    if not copy:
        return "#" not in label
    return COMPONENT.fullmatch(label) is not None and int(copy) <= (CATALOG.kinds[kind].copies or 0)


def set_up(work: Work, header: Header) -> Refused | None:
    """Set the match up as the header says, or return why that is impossible.

    The first Captain is the seat that the set-up names, else the first seat (sm-2). Nobody has coins (sm-1).
    """
    given = dict(header.setup)
    first = given.pop("captain", header.seats[0])
    if first not in header.seats:
        return Refused(CoreRefusal.UNKNOWN_SEAT, {"seat": str(first)}, CITE, invalid=True)
    set_captain(work, first)
    _lay_out(work)
    for path in sorted(given, key=lambda each: each in DISCARDS):
        refused = _set(work, path, given[path])
        if refused is not None:
            return refused
    if work.state.level == "full":
        fill_hands(work)
    begin_round(work)
    return None


def _lay_out(work: Work) -> None:
    """Place two shuffled decks face down (sm-3), the crew in the tavern, and course cards with everybody (sm-5)."""
    for deck in (GOODS, COVES):
        work.emit(ev.Shuffled(deck))
        for each in kinds_of(deck):
            for _ in range(each.copies or 0):
                work.place(each.kind, deck, each.facts)
    for each in kinds_of(CREW):
        for n in range(1, (each.copies or 0) + 1):
            work.place(f"{each.kind}#{n}", TAVERN, each.facts)
    for n, seat in enumerate(work.state.seats, 1):
        for at in range(1, len(work.state.seats) + 1):
            work.place(f"course-{at}#{n}", courses_of(seat), NOTHING)
            work.emit(ev.Faced(f"course-{at}#{n}", (APP, seat)))


def _set(work: Work, path: Path, value: Any) -> Refused | None:
    """Apply one line of the set-up: coins, or cards at a place."""
    head, _, seat = path.partition(".")
    if head == "purse" and seat in work.state.seats:
        return _set_coins(work, path, seat, value)
    if work.state.level == "full":
        if path in DISCARDS:
            return _set_size(work, path, value)
        if path == ROW:
            return _set_cards(work, path, COVES, len(work.state.seats), value)
        if head == "crew" and seat in work.state.seats:
            return _set_crew(work, path, value)
        if head == "hand" and seat in work.state.seats:
            return _set_cards(work, path, GOODS, work.state.rules.hand, value)
    return Refused(CoreRefusal.BAD_SETUP, {"path": path}, CITE, invalid=True)


def _set_coins(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    coins = value.get("1", value.get(1)) if isinstance(value, Mapping) and len(value) == 1 else value
    if not isinstance(coins, int) or isinstance(coins, bool) or not 0 < coins <= _MOST_COINS:
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, CITE, invalid=True)
    work.pay(BANK, seat, coins)
    return None


def _set_crew(work: Work, path: Path, value: Any) -> Refused | None:
    """Move the named crew from the tavern to a seat (sm-36)."""
    for card in map(str, value) if isinstance(value, list | tuple) else ("",):
        if card not in work.state.zone(TAVERN):
            return Refused(CoreRefusal.BAD_SETUP, {"path": path}, CITE, invalid=True)
        work.move(card, path)
    return None


def _set_size(work: Work, path: Path, value: Any) -> Refused | None:
    """Leave ``value`` cards in a deck after the first hands, and put the others out of reach."""
    state = work.state
    lacking = (max(0, state.rules.hand - state.size(hand_of(seat))) for seat in state.seats)
    have = state.size(path) - (sum(lacking) if path == GOODS else 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= have:
        args = {"option": path, "value": str(value), "allowed": f"1..{have}"}
        return Refused(CoreRefusal.BAD_VALUE, args, CITE, invalid=True)
    shift(work, path, f"{_BOX}.{path}", have - value)
    return None


def _set_cards(work: Work, path: Path, sort: str, most: int, value: Any) -> Refused | None:
    """Move the named cards from their deck to a place, or return why that is impossible."""
    cards = tuple(map(str, value)) if isinstance(value, list | tuple) and len(value) <= most else ("",)
    for card in cards:
        fits = sort_of(card) == sort and COMPONENT.fullmatch(card) is not None
        if not fits or not may_come(work.state, sort, card):
            return Refused(CoreRefusal.BAD_SETUP, {"path": path}, CITE, invalid=True)
        take_out(work, card, sort, path)
        if path != ROW:
            work.emit(ev.Faced(card, (APP, path.partition(".")[2])))
    return None
