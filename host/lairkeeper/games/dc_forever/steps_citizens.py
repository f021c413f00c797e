"""Single steps about citizens and Schemes."""

from __future__ import annotations

from collections.abc import Callable

from lairkeeper.core import events as ev
from lairkeeper.core.ids import TABLE, Path, Seat
from lairkeeper.core.work import Work

from .citizens import BANK, all_from, claim_goal, shift, supply
from .hands import discard
from .harm import suffer
from .locations import emptied
from .places import (
    FACE_UP,
    MASTER_PLAN,
    deck_of,
    fact,
    mark,
    marked,
    neutral,
    place_of,
    rogues,
    scheme,
    scheme_at,
    unmark,
    unread_at,
)


def do_to(goal: Path) -> Callable[[Work, Seat, str, str, int], None]:
    def do(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
        shift(work, target, goal, n)
        emptied(work, target)

    return do


def do_to_scheme(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Moved, not claimed, and yet the Scheme advances ("DC Forever, Glossary: Advancing a Scheme")."""
    shift(work, target, scheme_at(target), n)
    emptied(work, target)


def do_to_location(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    shift(work, scheme_at(target), target, n)


def do_from_supply(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    supply(work, target, n)


def do_claim(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """The Unaligned character of a Location claims with its own value."""
    found = neutral(work.state, target)
    shift(work, target, claim_goal(work.state, target), fact(work.state, found or "", "claim", 0))
    emptied(work, target)


def do_struck(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """The Unaligned character of a Location attacks a character there with its own value."""
    found = neutral(work.state, target)
    if found is not None and place_of(work.state, card) == target:
        suffer(work, card, fact(work.state, found, "attack", 0), None, attack=True)


def do_look(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    show(work, target, seat)


def do_reveal(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    show(work, target, TABLE)


def show(work: Work, place: Path, who: str) -> None:
    """A face-down Scheme is looked at or revealed, and lies as before."""
    card = scheme(work.state, place)
    if card is not None and who not in work.state.known.get(card, ()):
        work.emit(ev.Faced(card, (*work.state.known.get(card, ()), who)))


def do_turn_up(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A Scheme lies face up before it is completed: its text works at once."""
    show(work, target, TABLE)
    found = scheme(work.state, target)
    if found is not None and not marked(work.state, found, FACE_UP):
        mark(work, found, FACE_UP)


def discard_scheme(work: Work, place: Path) -> None:
    """A Scheme leaves its Location without being completed."""
    all_from(work, scheme_at(place), BANK if work.state.rules.scheme_citizens == "supply" else place)
    for card in work.state.zone(scheme_at(place)):
        show(work, place, TABLE)
        unmark(work, card, FACE_UP)
        discard(work, card)
    if work.state.size(unread_at(place)):  # nobody knows which card it is: it goes back among those nobody knows
        work.emit(ev.PoolShifted(unread_at(place), deck_of(rogues(work.state)[0]), 1))


def do_discard_scheme(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    discard_scheme(work, target)


def do_icons(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    work.count(f"icons.{seat}", n)


def do_turn_down(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A single-use Scheme of the Master Plan has been used."""
    for each in work.state.zone(MASTER_PLAN):
        if each == card:
            unmark(work, each, FACE_UP)
