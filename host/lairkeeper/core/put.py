"""Put a piece by hand where it lies on the table, whatever the rules say; with a reason, which the log keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from . import events as ev
from .command import Command
from .events import Label
from .ids import TABLE, Path, kind_of
from .kernel import Move, Verdict, public
from .log_words import PUT
from .refusals import CoreRefusal
from .result import Refused
from .showing import seat_of
from .state import State
from .views import PUBLIC
from .work import Work

Sees: TypeAlias = Callable[[State, Path, str], str]


@dataclass(frozen=True, slots=True)
class Passage:
    """Places, by the first word of their paths (none: all), among which pieces may be put whose ``kinds`` begin so.

    ``own``: pieces stay with the player whose places they are.
    """

    places: frozenset[str]
    kinds: tuple[str, ...] = ()
    own: bool = False

    def joins(self, state: State, card: Label, source: Path, target: Path) -> bool:
        """Return True when this piece may be put from one of these places at the other one."""
        if self.own and seat_of(state, source) != seat_of(state, target):
            return False
        return self.fits(card, source) and self.fits(card, target)

    def fits(self, card: Label, path: Path) -> bool:
        """Return True when this piece may come from there, or go there."""
        there = not self.places or path.partition(".")[0] in self.places
        return there and (not self.kinds or card.startswith(self.kinds))


def passage(places: str, *kinds: str, own: bool = False) -> Passage:
    """Return the passage among these places, named in one text."""
    return Passage(frozenset(places.split()), kinds, own)


def put_by_hand(*passages: Passage, sees: Sees = public) -> Move:
    """Build the move. It is never offered and no tap means it: the sheet of a piece lists where it may go."""

    def check(state: State, command: Command) -> Verdict:
        card, target = command.card or "", command.target or ""
        source = lies_at(state, card)
        if source is None:
            return Refused(CoreRefusal.NOT_TRACKED, {"card": card}, invalid=True)
        if source == target:
            return Refused(CoreRefusal.THERE_ALREADY, {"card": card, "place": target}, invalid=True)
        if target not in places_of(state) or not any(each.joins(state, card, source, target) for each in passages):
            return Refused(CoreRefusal.NO_PLACE_FOR, {"card": card, "place": target}, invalid=True)
        return None

    def apply(work: Work, command: Command) -> None:
        card, target = command.card or "", command.target or ""
        source = lies_at(work.state, card)
        assert source is not None
        told = target not in work.state.pooled and sees(work.state, target, TABLE) == PUBLIC
        work.emit(ev.Adjusted(target, int(told), command.by, command.option or ""))
        if card in work.state.attached:
            work.emit(ev.Attached(card, None))
        work.move(card, target, source=source)

    codes = (CoreRefusal.NOT_TRACKED, CoreRefusal.THERE_ALREADY, CoreRefusal.NO_PLACE_FOR)
    return Move(PUT, apply, check, needs=("card", "target", "option"), takes=("by",), refusals=codes)


def places_of(state: State) -> tuple[Path, ...]:
    """Return every place that has held a piece in this match, and the same place of each other seat."""
    return tuple(dict.fromkeys(path for known in (*state.zones, *state.pooled) for path in _of_each(state, known)))


def _of_each(state: State, path: Path) -> Iterator[Path]:
    seat = seat_of(state, path)
    if seat is None:
        yield path
    else:
        head = path.removesuffix(seat)
        yield from (f"{head}{each}" for each in state.seats) if head.endswith(".") else (path,)


def lies_at(state: State, card: Label) -> Path | None:
    """Return the place of a piece; None when it is not in the match, or one of several places may hold it."""
    if card in state.where:
        return state.where[card]
    found = [
        place
        for pool in state.pools.values()
        if pool.contents.get(card) or pool.contents.get(kind_of(card))
        for place, n in pool.places.items()
        if n
    ]
    return found[0] if len(found) == 1 else None
