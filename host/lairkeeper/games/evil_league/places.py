"""Where everything is: locations and what lies there, Captain Hammer's route, each player's sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Kind, Path, Seat, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .catalog import HAMMER, LAIR, LOCATIONS, LOOT, PARTS, SCHEMES, sort_of

RESOURCE: Final[Mapping[Path, str]] = {
    "scrap-heap": PARTS,
    "mall": PARTS,
    "exchange": LOOT,
    "ez-pawn": LOOT,
    LAIR: "power",
}
"""What each location has to give ("Evil League, Locations")."""
SLOTS: Final = 3
"""Loot cards or Parts that lie face up at a location."""

LOOT_DECK: Final = "loot-deck"
LOOT_DISCARD: Final = "loot-discard"
BAG: Final = "bag"
SCHEME_DECK: Final = "scheme-deck"
SCHEMES_OUT: Final = "schemes-out"
OFF_BOARD: Final = "box.pawns"
"""Where pawns are before they enter the board."""

COMMITTED: Final = "committed"
DOWN: Final = "down"
BOOST: Final = "boost"
EQUIPPED: Final = "equipped"
EMPOWERED: Final = "empowered"
UNTIL: Final = "refresh"
"""Marks of a round are gone when the board is refreshed."""

_SHORT: Final = {"heap": "scrap-heap", "exchange": "exchange", "pawn": "ez-pawn", "mall": "mall"}


def sheet_of(seat: Seat) -> Path:
    return f"villain.{seat}"


def spare_of(seat: Seat) -> Path:
    return f"spare.{seat}"


def weapon_of(seat: Seat) -> Path:
    return f"weapon.{seat}"


def hand_of(seat: Seat) -> Path:
    """Loot cards of a hand that the app has read, face down or open."""
    return f"hand.{seat}"


def unseen_of(seat: Seat) -> Path:
    """Loot cards of a hand that nobody tapped: a number only."""
    return f"unseen.{seat}"


# Pieces -----------------------------------------------------------------------------------------------------------


def lying(state: State, place: Path, sort: str) -> tuple[Label, ...]:
    """The pieces of one sort at a location."""
    return tuple(card for card in state.zone(place) if sort_of(card) == sort)


def items(state: State, place: Path) -> tuple[Label, ...]:
    """The Parts or Loot cards that can be picked up at a location; none in the Lair."""
    sort = RESOURCE.get(place, "")
    return lying(state, place, sort) if sort in (PARTS, LOOT) else ()


def scheme_at(state: State, place: Path) -> Component | None:
    """The Scheme that lies at a corner."""
    return next(iter(lying(state, place, SCHEMES)), None)


def villain_of(state: State, seat: Seat) -> Kind | None:
    """The Villain sheet that a seat plays, by kind."""
    cards = state.zone(sheet_of(seat))
    return kind_of(cards[0]) if cards else None


def pawn_of(state: State, seat: Seat) -> Component | None:
    """The pawn of a seat's villain."""
    villain = villain_of(state, seat)
    return f"pawn-{villain.removeprefix('villain-')}#1" if villain else None


def owner_of_pawn(state: State, card: Label) -> Seat | None:
    """Whose pawn it is; None for Captain Hammer's and for pawns that nobody plays."""
    return next((seat for seat in state.seats if kind_of(pawn_of(state, seat) or "") == kind_of(card)), None)


def place_of(state: State, seat: Seat) -> Path | None:
    """The location where a seat's pawn is; None while it is off the board."""
    where = state.where.get(pawn_of(state, seat) or "")
    return where if where in LOCATIONS else None


def seats_at(state: State, place: Path) -> tuple[Seat, ...]:
    """Who is at a location, committed or not ("Evil League, Schemes")."""
    return tuple(seat for seat in state.seats if place_of(state, seat) == place)


def committed(state: State, seat: Seat) -> bool:
    """Whether a seat's pawn lies down."""
    return bool(state.marked(seat, COMMITTED))


# Captain Hammer ---------------------------------------------------------------------------------------------------


def hammer_at(state: State) -> Path:
    """Where Captain Hammer is: always at a corner."""
    return state.where[HAMMER]


def circle(rules: Any) -> tuple[Path, ...]:
    """The corners clockwise from the Scrap Heap, as the board in play has them."""
    return tuple(_SHORT[word] for word in rules.circle.split("-"))


def next_scheme(state: State) -> Path | None:
    """The next corner clockwise from Captain Hammer with a Scheme, his own last; None without any Scheme.

    "Evil League, Movement": corners without a Scheme are skipped.
    """
    corners = circle(state.rules)
    at = corners.index(hammer_at(state))
    after = (corners[(at + step) % len(corners)] for step in range(1, len(corners) + 1))
    return next((place for place in after if scheme_at(state, place)), None)


def move_hammer(work: Work) -> None:
    """Captain Hammer goes on to the next available Scheme; with none but his own he stays."""
    target = next_scheme(work.state)
    if target is not None and target != hammer_at(work.state):
        work.move(HAMMER, target)


# What can be named ------------------------------------------------------------------------------------------------


def labels(cards: Iterable[Label], naming: Label | None) -> tuple[Label, ...]:
    """How pieces are offered: one of each kind; the one that was tapped, if its kind is among them."""
    kinds = tuple(dict.fromkeys(kind_of(card) for card in cards))
    if naming is None:
        return kinds
    return (naming,) if kind_of(naming) in kinds else ()


def held(cards: Iterable[Label], label: Label) -> Component | None:
    """The piece meant by a label among these: itself, or a copy as good as it."""
    found = [card for card in cards if kind_of(card) == kind_of(label)]
    return label if label in found else next(iter(found), None)


def take(work: Work, label: Label, source: Path, target: Path) -> Component:
    """Move a known piece, or the copy of its kind that lies there, from one open place to another.

    The tapped copy may be thought to lie elsewhere: then the two have changed places, since copies are alike.
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
    """What the unseen pieces at a place may be."""
    at = state.pooled.get(place)
    return state.pools[at].contents if at is not None else {}


def unmark(work: Work, target: str, name: str) -> None:
    if work.state.marked(target, name):
        work.emit(ev.Unmarked(target, name))
