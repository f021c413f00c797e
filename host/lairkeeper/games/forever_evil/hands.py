"""Hands and decks at level `full`: drawing, and the shuffle that waits until a card is needed.

A hand is a number of cards; the app knows its cards together with those of the deck. A shuffle empties the deck first.
What is left of the pool is then exactly the hand ("Forever Evil, Shuffling Your Deck").
"""

from __future__ import annotations

from collections.abc import Iterable

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.pool import exactly
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .places import bottom_of, deck_of, discard_of, hand_of, top_of

HAND_SIZE = 5


def draw(work: Work, seat: Seat, n: int) -> int:
    """Draw ``n`` cards, and return how many were drawn: fewer if deck and discard pile run out (fe-47).

    The player takes what is left of the deck, shuffles and takes the rest (fe-46).
    """
    deck, hand = deck_of(seat), hand_of(seat)
    left = n
    while left:
        top = work.state.zone(top_of(seat))
        if top:
            work.move(top[0], hand)
            left -= 1
            continue
        low = work.state.zone(bottom_of(seat))
        some = min(left, work.state.size(deck))
        if some:
            work.emit(ev.PoolShifted(deck, hand, some))
            left -= some
        elif low:
            work.move(low[0], hand)
            left -= 1
        # Only now is a card needed that the deck does not have (fe-45).
        elif not shuffle(work, seat):
            break
    return n - left


def shuffle(work: Work, seat: Seat) -> bool:
    """Turn the discard pile into the deck, which is empty; return False if there is nothing to shuffle.

    Cards bought or gained this turn are shuffled too (fe-151), cards in play are not (fe-25).
    """
    cards = work.state.zone(discard_of(seat))
    for card in cards:
        work.move(card, deck_of(seat))
    return bool(cards)


def make_ready(work: Work, seat: Seat, n: int) -> int:
    """Shuffle if no unseen card and fewer than ``n`` seen ones are left; return how many can be looked at.

    The player looks first at what is left. The shuffle waits until the deck has run out ("Forever Evil, Shuffling Your
    Deck") (fe-45).
    """
    have = len(work.state.zone(top_of(seat)))
    if have < n and not unseen_below(work.state, seat):
        shuffle(work, seat)
    return min(n, have + unseen_below(work.state, seat) + work.state.size(discard_of(seat)))


def unseen_below(state: State, seat: Seat) -> int:
    """Return how many cards a deck has below those on top that everybody has seen."""
    return state.size(deck_of(seat)) + state.size(bottom_of(seat))


def hand_cards(state: State, seat: Seat) -> tuple[Label, ...] | None:
    """Return the cards of a hand, or None where they cannot be told."""
    unseen = exactly(state, hand_of(seat))
    if unseen is None:
        kinds = {kind_of(card) for card, _ in unseen_at(state, hand_of(seat))}
        return tuple(kinds) * state.size(hand_of(seat)) if len(kinds) == 1 else None
    return tuple(card for card, n in sorted(unseen.items()) for _ in range(n))


def unseen_at(state: State, place: Path) -> Iterable[tuple[Label, int]]:
    """Return the cards that may lie unseen at a place, with the number of each in its pool."""
    name = state.pooled.get(place)
    if name is None or not state.pools[name].places.get(place):
        return ()
    return state.pools[name].contents.items()


def begin_hands(work: Work, seats: Iterable[Seat]) -> None:
    """Draw the opening hand of five cards for each seat ("Forever Evil, Gameplay") (fe-11)."""
    for seat in seats:
        if hand_of(seat) not in work.state.pooled:
            work.emit(ev.Shuffled(hand_of(seat)))
        draw(work, seat, HAND_SIZE - work.state.size(hand_of(seat)))
