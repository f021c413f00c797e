"""Drawing, discarding and shuffling ("DC Forever, Player Decks" and "Glossary: Draw, Discard")."""

from __future__ import annotations

from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.kernel import Unverified, Verdict
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .catalog import CARDS, RESOURCE, sort_of
from .places import (
    BLANK,
    CONTROL,
    EXHAUSTED,
    ROGUE,
    USED,
    deck_of,
    discard_of,
    hand_is_known,
    hand_of,
    may_come,
    numbered,
    owner_of,
    sealed_at,
    side,
    solo,
    unmark,
    unread_at,
)
from .refusals import DC, no

HAND, SOLO_HAND = 6, 8
LIMIT, SOLO_LIMIT = 10, 12


def opening_hand(state: State, seat: Seat) -> int:
    """Return the size of an opening hand: 6, or 8 for a player alone against two (df-11; "DC Forever, Draw Cards")."""
    return SOLO_HAND if solo(state, seat) else HAND


def limit(state: State, seat: Seat) -> int:
    """Return the maximum hand at the draw phases: 10 cards for a Rogue player, 6 for a Hero player.

    Each player of a pair has this maximum (df-61). Alone against two it is 12 for a Rogue (df-59) and 8 for a Hero
    (df-60).
    """
    if side(state, seat) == ROGUE:
        return SOLO_LIMIT if solo(state, seat) else LIMIT
    return SOLO_HAND if solo(state, seat) else HAND


def draw(work: Work, seat: Seat, n: int) -> int:
    """Draw cards one at a time and return how many came ("DC Forever, Glossary: Draw").

    A shuffle can fall inside the draw (df-184).

    The draw stops when deck and discard pile are both empty (df-186).
    """
    deck, hand = deck_of(seat), hand_of(seat)
    left = n
    while left:
        some = min(left, work.state.size(deck))
        if not some and not shuffle(work, seat):
            break
        if some:
            work.emit(ev.PoolShifted(deck, hand, some))
            left -= some
            _at_once(work, seat)
    return n - left


def _at_once(work: Work, seat: Seat) -> None:
    """Make an empty deck anew from the discard pile at once (df-58; "DC Forever, Player Decks")."""
    if work.state.rules.reshuffle == "at-once" and not work.state.size(deck_of(seat)):
        shuffle(work, seat)


def shuffle(work: Work, seat: Seat) -> bool:
    """Shuffle the discard pile, and nothing else, into the deck (df-185); return False when it is empty."""
    cards = work.state.zone(discard_of(seat))
    for card in cards:
        work.move(card, deck_of(seat))
    return bool(cards)


def mill(work: Work, seat: Seat, cards: tuple[Label, ...]) -> int:
    """Discard these cards from the deck and return how many went; a shuffle on the way ends it (df-58)."""
    done = 0
    for card in cards:
        if not may_come(work.state, deck_of(seat), card):
            break
        take(work, card, deck_of(seat), discard_of(seat))
        done += 1
        if not work.state.size(deck_of(seat)):
            _at_once(work, seat)
            break
    return done


def take(work: Work, label: Label, source: Path, target: Path) -> Component:
    """Move a card from a hand or deck to a zone where it is told from others, and return it."""
    card = numbered(work.state, label)
    at = sealed_at(work.state, card)
    if at is None:
        work.move(card, target, source=source)
    else:  # another card lies there, and nobody has read that one
        work.move(card, target)
        work.emit(ev.PoolShifted(source, unread_at(at), 1))
    return card


_NOT_READ: Final = Unverified(("hand",))


def in_hand(state: State, seat: Seat, card: Label, cite: str) -> Verdict:
    """Return why a card cannot come from a hand; else None or ``Unverified``.

    The app knows a hand only when no other zone shares its cards; otherwise the verdict is ``Unverified``.
    """
    if sort_of(card) not in (CARDS, RESOURCE) or not may_come(state, hand_of(seat), card):
        return no(DC.NOT_IN_HAND, cite, card=card, seat=seat)
    if not state.printed(card):
        return no(DC.NO_NUMBERS, cite, card=kind_of(card))
    return None if hand_is_known(state, seat) else _NOT_READ


def home_pile(state: State, card: Component) -> Path:
    """Return the discard pile of a card's owner, not of its player or controller (df-25, df-51, df-52).

    "DC Forever, Glossary: Discard". A card without an owner is removed from the game.
    """
    seat = owner_of(state, card)
    return discard_of(seat) if seat else "removed"


def discard_from_hand(work: Work, seat: Seat, label: Label) -> Component:
    """Discard a card of a hand to its owner's pile, and return it."""
    pile = home_pile(work.state, label) if sort_of(label) == CARDS else discard_of(seat)
    return take(work, label, hand_of(seat), pile)


def discard(work: Work, card: Component) -> None:
    """Discard a card that everybody sees to its owner's pile (df-196).

    All marks come off: a later use of the card is neither blank (df-49) nor under anybody else's control (df-164).
    """
    pile = home_pile(work.state, card)
    for name in (EXHAUSTED, USED, CONTROL, BLANK):
        unmark(work, card, name)
    if card in work.state.attached:
        work.emit(ev.Attached(card, None))
    work.move(card, pile)
