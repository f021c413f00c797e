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
    """Return the step that moves citizens to a purse; moving is not claiming (df-91)."""

    def do(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
        shift(work, target, goal, n)
        emptied(work, target)

    return do


def do_to_scheme(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move citizens onto a Scheme: it advances without a claim (df-207).

    "DC Forever, Glossary: Advancing a Scheme".
    """
    shift(work, target, scheme_at(target), n)
    emptied(work, target)


def do_to_location(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move citizens from a Scheme to its Location."""
    shift(work, scheme_at(target), target, n)


def do_from_supply(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Add citizens from the supply."""
    supply(work, target, n)


def do_claim(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Let the Unaligned character of a Location claim with its own Claim value (df-229)."""
    found = neutral(work.state, target)
    shift(work, target, claim_goal(work.state, target), fact(work.state, found or "", "claim", 0))
    emptied(work, target)


def do_struck(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Let the Unaligned character of a Location attack a character there with its own Attack value (df-229)."""
    found = neutral(work.state, target)
    if found is not None and place_of(work.state, card) == target:
        suffer(work, card, fact(work.state, found, "attack", 0), None, attack=True)


def do_look(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Show a face-down Scheme to one player only (df-53)."""
    show(work, target, seat)


def do_reveal(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Show a face-down Scheme to everybody (df-53)."""
    show(work, target, TABLE)


def show(work: Work, place: Path, who: str) -> None:
    """Show a face-down Scheme, which lies as before (df-165)."""
    card = scheme(work.state, place)
    if card is not None and who not in work.state.known.get(card, ()):
        work.emit(ev.Faced(card, (*work.state.known.get(card, ()), who)))


def do_turn_up(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Turn a Scheme face up before it is completed (df-31); the table carries out its text by hand."""
    show(work, target, TABLE)
    found = scheme(work.state, target)
    if found is not None and not marked(work.state, found, FACE_UP):
        mark(work, found, FACE_UP)


def discard_scheme(work: Work, place: Path) -> None:
    """Discard a Scheme that was not completed.

    Citizens on it go to the supply, by a house rule to the Location (df-139).
    """
    all_from(work, scheme_at(place), BANK if work.state.rules.scheme_citizens == "supply" else place)
    for card in work.state.zone(scheme_at(place)):
        show(work, place, TABLE)
        unmark(work, card, FACE_UP)
        discard(work, card)
    if work.state.size(unread_at(place)):  # its card is unknown, so it returns to the unknown cards
        work.emit(ev.PoolShifted(unread_at(place), deck_of(rogues(work.state)[0]), 1))


def do_discard_scheme(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Discard the Scheme of a Location."""
    discard_scheme(work, target)


def do_icons(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Add resources to a player's pool."""
    work.count(f"icons.{seat}", n)


def do_turn_down(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Turn a single-use Scheme of the Master Plan face down once it has been used (df-209)."""
    for each in work.state.zone(MASTER_PLAN):
        if each == card:
            unmark(work, each, FACE_UP)
