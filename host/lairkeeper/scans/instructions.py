"""Instructions for hands when the log goes back or forth: the physical difference between two states, line by line.

Pure and game-free. Copies of one kind are as good as each other; what is only known or only counted by the app (facts,
frames, counters, which unseen card is which) moves nothing on the table and makes no line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import TABLE, Kind, Path, kind_of
from lairkeeper.core.pieces import FACE_DOWN
from lairkeeper.core.state import BANK, NOTHING, State

CARD: Final = "card"
"""A piece goes from one place to another."""
UNSEEN: Final = "unseen"
"""Cards that nobody scanned go from one place to another."""
PURSE: Final = "purse"
"""Tokens of one denomination go from one purse to another."""
MARKER: Final = "marker"
"""Tokens that mark something are taken off it or put on it; the supply is the bank."""
FACE: Final = "face"
"""A card is turned over where it lies; ``target`` is ``up`` or ``down``."""
UP, DOWN = "up", "down"


@dataclass(frozen=True, slots=True)
class Instruction:
    """One line. ``source`` and ``target`` are places, purses (seats or ``bank``) or marked pieces.

    None for either: the piece comes into the match, or leaves it, and nobody knows from or to where. ``index`` is its
    place from the top; None where it joins unseen cards. ``buried``: it lies among unseen cards. ``value`` is a
    denomination. ``secret``: which card it is, is not for everybody.
    """

    what: str
    card: Label = ""
    source: Path | None = None
    target: Path | None = None
    n: int = 1
    index: int | None = None
    value: int = 0
    buried: bool = False
    secret: bool = False

    @property
    def shown(self) -> Label:
        """Return the card as it may be named on a page."""
        return FACE_DOWN if self.secret else self.card

    @property
    def by_hand(self) -> bool:
        """Return True when anybody at the table has something to do."""
        return self.source is not None and self.target is not None


def instructions_of(before: State, after: State, markers: Mapping[str, Kind] = NOTHING) -> tuple[Instruction, ...]:
    """Return what turns the table of ``before`` into that of ``after``, in the order in which it is best done.

    Lift everything first, then put it down line by line. ``markers`` names the tokens that stand for marks.
    """
    return (
        *_cards(before, after),
        *_purses(before, after),
        *_markers(before, after, markers),
        *_faces(before, after),
    )


# Cards ------------------------------------------------------------------------------------------------------------


def _cards(before: State, after: State) -> tuple[Instruction, ...]:
    old = {zone: list(cards) for zone, cards in before.zones.items() if cards}
    new = {zone: list(cards) for zone, cards in after.zones.items() if cards}
    _same_kinds(old, new)
    leaving, arriving = _changes(old, new)
    missing = _missing(before, after)
    lines: list[Instruction] = []
    for same in (lambda one, other: one == other, lambda one, other: kind_of(one) == kind_of(other)):
        for label, target, index in tuple(arriving):
            pair = next((each for each in leaving if same(each[0], label)), None)
            if pair is not None:
                leaving.remove(pair)
                arriving.remove((label, target, index))
                lines.append(Instruction(CARD, label, pair[1], target, index=index))
    for label, source in leaving:
        lines.append(Instruction(CARD, label, source, _pool_place(after, label, missing, 1)))
    for label, target, index in arriving:
        place = _pool_place(before, label, missing, -1)
        lines.append(Instruction(CARD, label, place, target, index=index, buried=place is not None))
    for zone, cards in new.items():
        lines += _reordered(zone, old.get(zone, []), cards)
    lines.sort(key=lambda line: (line.target or "", -1 if line.index is None else line.index))
    return (*lines, *_unseen(missing))


def _same_kinds(old: dict[Path, list[Label]], new: Mapping[Path, list[Label]]) -> None:
    """Rename in ``old`` each copy that is taken for another of its kind at the same place: nothing moves there."""
    for zone, cards in old.items():
        gone = Counter(cards) - Counter(new.get(zone, ()))
        come = list((Counter(new.get(zone, ())) - Counter(cards)).elements())
        for label in gone.elements():
            twin = next((each for each in come if kind_of(each) == kind_of(label)), None)
            if twin is not None:
                come.remove(twin)
                cards[cards.index(label)] = twin


def _changes(
    old: Mapping[Path, list[Label]], new: Mapping[Path, list[Label]]
) -> tuple[list[tuple[Label, Path]], list[tuple[Label, Path, int]]]:
    """Return which piece leaves which place, and which piece comes to which place and position."""
    leaving: list[tuple[Label, Path]] = []
    arriving: list[tuple[Label, Path, int]] = []
    for zone, cards in old.items():
        leaving += ((label, zone) for label in (Counter(cards) - Counter(new.get(zone, ()))).elements())
    for zone, cards in new.items():
        more = Counter(cards) - Counter(old.get(zone, ()))
        for index in range(len(cards) - 1, -1, -1):
            if more[cards[index]] > 0:
                more[cards[index]] -= 1
                arriving.append((cards[index], zone, index))
    return leaving, arriving


def _reordered(zone: Path, old: Sequence[Label], new: Sequence[Label]) -> list[Instruction]:
    """Return the lines for cards that stay at a place, but not in their order; as few as can be."""
    positions: dict[Label, list[int]] = {}
    for at, label in enumerate(old):
        positions.setdefault(label, []).append(at)
    found: list[tuple[int, int]] = []
    for index, label in enumerate(new):
        if positions.get(label):
            found.append((index, positions[label].pop(0)))
    keep = _longest_rise([at for _, at in found])
    return [
        Instruction(CARD, new[index], zone, zone, index=index) for n, (index, _) in enumerate(found) if n not in keep
    ]


def _longest_rise(numbers: Sequence[int]) -> frozenset[int]:
    """Return the positions of a longest rising row among ``numbers``."""
    best: list[tuple[int, int]] = []  # length and the position before, by position
    for at, number in enumerate(numbers):
        length, back = max(((best[i][0], i) for i in range(at) if numbers[i] < number), default=(0, -1))
        best.append((length + 1, back))
    at = max(range(len(best)), key=lambda i: best[i][0], default=-1)
    kept = set()
    while at >= 0:
        kept.add(at)
        at = best[at][1]
    return frozenset(kept)


def _missing(before: State, after: State) -> dict[Path, int]:
    """Return how many unseen cards each place must get (below zero: give)."""
    found: dict[Path, int] = {}
    for state, sign in ((before, -1), (after, 1)):
        for pool in state.pools.values():
            for place, n in pool.places.items():
                found[place] = found.get(place, 0) + sign * n
    return found


def _pool_place(state: State, label: Label, missing: dict[Path, int], sign: int) -> Path | None:
    """Return the place among whose unseen cards this one is in ``state``; None: nowhere.

    Of several places it is the likeliest by the numbers.
    """
    kind = kind_of(label)
    tests: tuple[Callable[[Label], bool], ...] = (
        lambda each: each == label,
        lambda each: each == kind,
        lambda each: kind_of(each) == kind,
    )
    for fits in tests:
        places = [
            place
            for pool in state.pools.values()
            if any(n and fits(each) for each, n in pool.contents.items())
            for place, n in pool.places.items()
            if n
        ]
        if places:
            place = max(places, key=lambda each: sign * missing.get(each, 0))
            missing[place] = missing.get(place, 0) - sign
            return place
    return None


def _unseen(missing: Mapping[Path, int]) -> list[Instruction]:
    return [
        Instruction(UNSEEN, source=source, target=target, n=n) for source, target, n in _balance(missing, outside=None)
    ]


def _balance(missing: Mapping[Any, int], outside: Any) -> list[tuple[Any, Any, int]]:
    """Return who gives how many to whom, so that nobody misses anything.

    The rest goes to and comes from ``outside``.
    """
    give = [[name, -n] for name, n in missing.items() if n < 0]
    get = [[name, n] for name, n in missing.items() if n > 0]
    found: list[tuple[Any, Any, int]] = []
    while give and get:
        n = min(give[0][1], get[0][1])
        found.append((give[0][0], get[0][0], n))
        for side in (give, get):
            side[0][1] -= n
            if not side[0][1]:
                side.pop(0)
    return found + [(name, outside, n) for name, n in give] + [(outside, name, n) for name, n in get]


# Tokens, markers, faces -------------------------------------------------------------------------------------------


def _purses(before: State, after: State) -> Iterable[Instruction]:
    names = tuple(dict.fromkeys((*before.purses, *after.purses)))
    values = {value for state in (before, after) for purse in state.purses.values() for value in purse}
    for value in sorted(values, reverse=True):
        missing = {
            name: after.purses.get(name, NOTHING).get(value, 0) - before.purses.get(name, NOTHING).get(value, 0)
            for name in names
        }
        for source, target, n in _balance(missing, outside=BANK):
            yield Instruction(PURSE, source=source, target=target, n=n, value=value)


def _markers(before: State, after: State, markers: Mapping[str, Kind]) -> Iterable[Instruction]:
    for bearer in dict.fromkeys((*before.marks, *after.marks)):
        for name, kind in markers.items():
            more = after.marked(bearer, name) - before.marked(bearer, name)
            if more > 0:
                yield Instruction(MARKER, kind, BANK, bearer, more)
            elif more < 0:
                yield Instruction(MARKER, kind, bearer, BANK, -more)


def _faces(before: State, after: State) -> Iterable[Instruction]:
    """Yield the lines for cards that stay where they are and are known to everybody in one of the states only."""
    for label, to in before.known.items():
        seen = after.known.get(label)
        place = before.where.get(label)
        if seen and place is not None and after.where.get(label) == place and (TABLE in to) != (TABLE in seen):
            yield Instruction(FACE, label, place, UP if TABLE in seen else DOWN)
