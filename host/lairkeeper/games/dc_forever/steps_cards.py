"""Single steps about cards: hands, decks, discard piles, what lies on and beside characters."""

from __future__ import annotations

from lairkeeper.core import events as ev
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .catalog import ATTACHMENT, CARDS, CHARACTERS, sort_of
from .choices import put_into_play, sacrifice
from .hands import discard, discard_from_hand, draw, mill, take
from .harm import to_reserve
from .places import (
    AT,
    deck_of,
    discard_of,
    fact,
    hand_of,
    may_come,
    owner_of,
)


def on_board(state: State, card: str) -> bool:
    """A card in play in the widest sense: characters, their cards, Unaligned ("DC Forever, Glossary: In Play")."""
    zone = state.where.get(card, "")
    return zone.partition(".")[0] in ("team", "area", "attached", "empower") or zone in AT


def do_draw(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    draw(work, seat, n)


def do_discard(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    if on_board(work.state, card):
        do_away(work, seat, card)
    else:
        discard_from_hand(work, seat, card)


def do_away(work: Work, seat: Seat, card: Component) -> None:
    """A card in play is discarded; a character that leaves this way goes to its reserve."""
    if sort_of(card) == CHARACTERS:
        to_reserve(work, card)
    elif work.state.where[card].startswith("empower."):
        work.emit(ev.Attached(card, None))
        work.move(card, discard_of(work.state.where[card].partition(".")[2]))
    elif sort_of(card) == CARDS:
        discard(work, card)


def do_mill(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    mill(work, seat, (card,))


def do_retrieve(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    work.move(card, hand_of(seat))


def do_to_deck(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    work.move(card, deck_of(seat))


def do_search(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A card of the deck goes to the hand."""
    work.emit(ev.PoolShifted(deck_of(seat), hand_of(seat), 1))


def do_put(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A card of deck or discard pile is put into play."""
    if card not in work.state.zone(discard_of(seat)):
        card = take(work, card, deck_of(seat), discard_of(seat))
    put_into_play(work, seat, card, target or None)


def do_attach(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """An Attachment changes its character; who controls it stays."""
    if card in work.state.attached and fact(work.state, card, "type") == ATTACHMENT:
        work.emit(ev.Attached(card, target))


def do_give(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A card goes into another player's deck, its own back up ("DC Forever, Rogue Tactics: Klarion Bleak")."""
    if may_come(work.state, hand_of(seat), card):
        played = take(work, card, hand_of(seat), discard_of(seat))
        work.move(played, deck_of(target))


def do_bring_home(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A card that was revealed in another player's hand or deck goes to its owner's hand."""
    owner = owner_of(work.state, card)
    for source in (hand_of(seat), deck_of(seat)):
        if owner is not None and owner != seat and may_come(work.state, source, card):
            found = take(work, card, source, discard_of(owner))
            work.move(found, hand_of(owner))
            return


def do_sacrifice(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    if sort_of(card) != CHARACTERS:
        sacrifice(work, seat, card)
