"""Drawing, discarding and shuffling ("DC Forever, Player Decks" and "Glossary: Draw, Discard")."""

from __future__ import annotations

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
    """ "DC Forever, Draw Cards": 6; 8 for whoever plays alone against two."""
    return SOLO_HAND if solo(state, seat) else HAND


def limit(state: State, seat: Seat) -> int:
    """Most cards in a hand at the draw phases: a Rogue's 10 or 12, a Hero's 6 or 8."""
    if side(state, seat) == ROGUE:
        return SOLO_LIMIT if solo(state, seat) else LIMIT
    return SOLO_HAND if solo(state, seat) else HAND


def draw(work: Work, seat: Seat, n: int) -> int:
    """One card at a time from the deck; a shuffle can fall inside ("DC Forever, Glossary: Draw"); how many it were."""
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
    """An empty deck is made anew at once ("DC Forever, Player Decks")."""
    if work.state.rules.reshuffle == "at-once" and not work.state.size(deck_of(seat)):
        shuffle(work, seat)


def shuffle(work: Work, seat: Seat) -> bool:
    """The discard pile becomes the deck; False when there is nothing to shuffle."""
    cards = work.state.zone(discard_of(seat))
    for card in cards:
        work.move(card, deck_of(seat))
    return bool(cards)


def mill(work: Work, seat: Seat, cards: tuple[Label, ...]) -> int:
    """These cards come off the deck into the discard pile; a shuffle on the way ends it."""
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
    """A card leaves a hand or deck for a place where it can be told from others."""
    card = numbered(work.state, label)
    at = sealed_at(work.state, card)
    if at is None:
        work.move(card, target, source=source)
    else:  # what lies there is another card, and nobody has read that one
        work.move(card, target)
        work.emit(ev.PoolShifted(source, unread_at(at), 1))
    return card


def in_hand(state: State, seat: Seat, card: Label, cite: str) -> Verdict:
    """Whether a card may come from a hand; a hand is only known when nothing else shares its pool."""
    if sort_of(card) not in (CARDS, RESOURCE) or not may_come(state, hand_of(seat), card):
        return no(DC.NOT_IN_HAND, cite, card=card, seat=seat)
    if not state.printed(card):
        return no(DC.NO_NUMBERS, cite, card=kind_of(card))
    return None if hand_is_known(state, seat) else Unverified(("hand",))


def home_pile(state: State, card: Component) -> Path:
    """Discards go to the owner's pile, whoever played the card ("DC Forever, Glossary: Discard")."""
    seat = owner_of(state, card)
    return discard_of(seat) if seat else "removed"


def discard_from_hand(work: Work, seat: Seat, label: Label) -> Component:
    """A card of a hand goes to its owner's discard pile."""
    pile = home_pile(work.state, label) if sort_of(label) == CARDS else discard_of(seat)
    return take(work, label, hand_of(seat), pile)


def discard(work: Work, card: Component) -> None:
    """A card that everybody sees goes to its owner's discard pile and bears nothing any more."""
    pile = home_pile(work.state, card)
    for name in (EXHAUSTED, USED, CONTROL, BLANK):
        unmark(work, card, name)
    if card in work.state.attached:
        work.emit(ev.Attached(card, None))
    work.move(card, pile)
