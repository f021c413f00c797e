"""Places: locations and the pieces there, Captain Hammer's route, each player's sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Kind, Path, Seat, kind_of
from lairkeeper.core.result import Refused
from lairkeeper.core.showing import held_in
from lairkeeper.core.state import State
from lairkeeper.core.views import COUNT, PUBLIC, SECRET
from lairkeeper.core.work import Work

from .cards import HAMMER, LAIR, LOCATIONS, LOOT, PARTS, SCHEMES, sort_of
from .refusals import EL, no

RESOURCE: Final[Mapping[Path, str]] = {
    "scrap-heap": PARTS,
    "mall": PARTS,
    "exchange": LOOT,
    "ez-pawn": LOOT,
    LAIR: "power",
}
"""Resource of each location (el-86; "Evil League, Locations")."""
SLOTS: Final = 3
"""Loot cards (el-8) or Parts (el-9) that lie face up at a location."""

LOOT_DECK: Final = "loot-deck"
LOOT_DISCARD: Final = "loot-discard"
BAG: Final = "bag"
SCHEME_DECK: Final = "scheme-deck"
SCHEMES_OUT: Final = "schemes-out"
"""Place of the Schemes that are out of the game: nothing shuffles them back (el-66)."""
OFF_BOARD: Final = "box.pawns"
"""Place of the pawns before they enter the board."""

COMMITTED: Final = "committed"
DOWN: Final = "down"
BOOST: Final = "boost"
EQUIPPED: Final = "equipped"
EMPOWERED: Final = "empowered"
UNTIL: Final = "refresh"
"""Time at which the marks of a round end: when the board is refreshed."""

_SHORT: Final = {"heap": "scrap-heap", "exchange": "exchange", "pawn": "ez-pawn", "mall": "mall"}


def sheet_of(seat: Seat) -> Path:
    """Return the place of a seat's Villain sheet."""
    return f"villain.{seat}"


def spare_of(seat: Seat) -> Path:
    """Return the place of a seat's Spare Parts."""
    return f"spare.{seat}"


def weapon_of(seat: Seat) -> Path:
    """Return the place of a seat's equipped Parts."""
    return f"weapon.{seat}"


def hand_of(seat: Seat) -> Path:
    """Return the place of the Loot cards in a hand that the app has read, face down or open."""
    return f"hand.{seat}"


def unseen_of(seat: Seat) -> Path:
    """Return the place of the Loot cards in a hand that nobody tapped: a number only."""
    return f"unseen.{seat}"


# Pieces -----------------------------------------------------------------------------------------------------------


def lying(state: State, place: Path, sort: str) -> tuple[Label, ...]:
    """Return the pieces of one sort at a location."""
    return tuple(card for card in state.zone(place) if sort_of(card) == sort)


def items(state: State, place: Path) -> tuple[Label, ...]:
    """Return the Parts or Loot cards that can be picked up at a location; empty for the Lair."""
    sort = RESOURCE.get(place, "")
    return lying(state, place, sort) if sort in (PARTS, LOOT) else ()


def scheme_at(state: State, place: Path) -> Component | None:
    """Return the Scheme that lies at a corner, or None."""
    return next(iter(lying(state, place, SCHEMES)), None)


def villain_of(state: State, seat: Seat) -> Kind | None:
    """Return the kind of the Villain sheet that a seat plays, or None."""
    cards = state.zone(sheet_of(seat))
    return kind_of(cards[0]) if cards else None


def pawn_of(state: State, seat: Seat) -> Component | None:
    """Return the pawn of a seat's villain, or None."""
    villain = villain_of(state, seat)
    return f"pawn-{villain.removeprefix('villain-')}#1" if villain else None


def owner_of_pawn(state: State, card: Label) -> Seat | None:
    """Return the seat of a pawn; None for Captain Hammer's and for pawns that nobody plays."""
    pawns = ((seat, pawn_of(state, seat)) for seat in state.seats)
    return next((seat for seat, pawn in pawns if pawn is not None and kind_of(pawn) == kind_of(card)), None)


def place_of(state: State, seat: Seat) -> Path | None:
    """Return the location of a seat's pawn, or None while it is off the board."""
    pawn = pawn_of(state, seat)
    where = state.where.get(pawn) if pawn is not None else None
    return where if where in LOCATIONS else None


def seats_at(state: State, place: Path) -> tuple[Seat, ...]:
    """Return the seats whose pawns are at a location, committed or not (el-109; "Evil League, Schemes").

    All of them take part in the Scheme there (el-55).
    """
    return tuple(seat for seat in state.seats if place_of(state, seat) == place)


def committed(state: State, seat: Seat) -> bool:
    """Return whether a seat's pawn lies down."""
    return bool(state.marked(seat, COMMITTED))


def wrong_goal(state: State, seat: Seat, place: Path) -> Refused | None:
    """Return why a pawn may not go to a location.

    It must leave the location where it stands (el-16), even if an effect has moved it there (el-91). From outside the
    board it may enter at any location (el-14). Any number of pawns may share one (el-90).
    """
    if place not in LOCATIONS:
        return no(EL.NOT_A_PLACE, "locations", place=place)
    return no(EL.MUST_LEAVE, "movement", seat=seat, kind=place) if place == place_of(state, seat) else None


def move_pawn(work: Work, seat: Seat, place: Path) -> None:
    """Move a pawn to a location; do nothing if it stands there."""
    pawn = pawn_of(work.state, seat)
    assert pawn is not None
    if work.state.where[pawn] != place:
        work.move(pawn, place)


# Captain Hammer ---------------------------------------------------------------------------------------------------


def hammer_at(state: State) -> Path:
    """Return the corner of Captain Hammer.

    His pawn stands on the difficulty number of the Scheme there (el-92), which the app takes for granted.
    """
    return state.where[HAMMER]


def circle(rules: Any) -> tuple[Path, ...]:
    """Return the corners clockwise from the Scrap Heap, as the board in play has them (el-13)."""
    return _circle(rules.circle)


@cache
def _circle(words: str) -> tuple[Path, ...]:
    return tuple(_SHORT[word] for word in words.split("-"))


def next_scheme(state: State) -> Path | None:
    """Return the next corner clockwise from Captain Hammer with a Scheme, or None without any Scheme.

    Corners without a Scheme are skipped (el-15; "Evil League, Movement"). His own corner comes last (el-18).
    """
    corners = circle(state.rules)
    at = corners.index(hammer_at(state))
    after = (corners[(at + step) % len(corners)] for step in range(1, len(corners) + 1))
    return next((place for place in after if scheme_at(state, place)), None)


def move_hammer(work: Work) -> None:
    """Move Captain Hammer to the next corner with a Scheme (el-12); if only his own has one, he stays."""
    target = next_scheme(work.state)
    if target is not None and target != hammer_at(work.state):
        work.move(HAMMER, target)


# Turns and marks --------------------------------------------------------------------------------------------------


def to_act(work: Work, seat: Seat | None) -> None:
    """Make a seat active, or none; the number of the turn stays that of the round."""
    state = work.state
    if state.active != seat:
        work.emit(ev.SeatsOrdered(state.seats, seat, state.turn))


def unmark(work: Work, target: str, name: str) -> None:
    """Remove a mark if it is there."""
    if work.state.marked(target, name):
        work.emit(ev.Unmarked(target, name))


def stand_up(work: Work) -> None:
    """Stand all pawns up, Captain Hammer's too (el-75); each seat may equip and use its superpower again (el-43)."""
    for seat in work.state.seats:
        for name in (COMMITTED, EQUIPPED, EMPOWERED):
            unmark(work, seat, name)
    unmark(work, HAMMER, DOWN)


# Who sees what ----------------------------------------------------------------------------------------------------

_FACE_DOWN: Final = frozenset({LOOT_DECK, BAG, SCHEME_DECK})
holder: Final = held_in("hand", "unseen")


def sees(state: State, path: Path, viewer: str) -> str:
    """Return how much of a place a viewer sees: its cards, their number, or nothing.

    Hands of Loot are secret (el-45), face-down stacks are counted, everything else lies open.
    """
    head = path.partition(".")[0]
    if head in ("hand", "unseen") or (state.level == "score" and head not in ("villain", "box")):
        return SECRET
    return COUNT if path in _FACE_DOWN else PUBLIC


# Labels -----------------------------------------------------------------------------------------------------------


def labels(cards: Iterable[Label], naming: Label | None) -> tuple[Label, ...]:
    """Return the labels of pieces to offer: one of each kind, or the tapped one if its kind is among them."""
    kinds = tuple(dict.fromkeys(kind_of(card) for card in cards))
    if naming is None:
        return kinds
    return (naming,) if kind_of(naming) in kinds else ()


def held(cards: Iterable[Label], label: Label) -> Component | None:
    """Return the piece among these that a label means: the same one, else another copy of its kind, else None."""
    found = [card for card in cards if kind_of(card) == kind_of(label)]
    return label if label in found else next(iter(found), None)


def take(work: Work, label: Label, source: Path, target: Path) -> Component:
    """Move a known piece, or the copy of its kind that lies there, from one open place to another, and return it.

    If the app believed the tapped copy to lie elsewhere, the two copies change places: they are alike.
    """
    card = held(work.state.zone(source), label)
    assert card is not None
    if "#" in label and card != label:
        other = work.state.where.get(label) or (BAG if label in contents(work.state, BAG) else None)
        if other is not None:
            work.move(card, other, source=source)
            work.move(label, source, source=other)
            card = label
    work.move(card, target, source=source)
    return card


def contents(state: State, place: Path) -> Mapping[Label, int]:
    """Return the labels that the unseen pieces at a place may have, with their numbers."""
    at = state.pooled.get(place)
    return state.pools[at].contents if at is not None else {}
