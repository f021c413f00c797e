"""Single steps about cards: hands, decks, discard piles, cards on and beside characters."""

from __future__ import annotations

from lairkeeper.core import events as ev
from lairkeeper.core.ids import Component, Path, Seat
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
    """Return True for a card in play (df-161; "DC Forever, Glossary: In Play").

    These are characters, their Assets, Attachments and Minions, and Unaligned characters. Empowering cards are not in
    play, but an effect may demand them in place of attachments (df-195). Other steps are about Schemes.
    """
    zone = state.where.get(card, "")
    return zone.partition(".")[0] in ("team", "area", "attached", "empower") or zone in AT


def do_draw(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Draw cards."""
    draw(work, seat, n)


def do_discard(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Discard a card in play or of the hand."""
    if on_board(work.state, card):
        do_away(work, seat, card)
    else:
        discard_from_hand(work, seat, card)


def do_away(work: Work, seat: Seat, card: Component) -> None:
    """Discard a card in play; a character that leaves this way goes to its reserve.

    An empowering card may be discarded like an attachment (df-195), to the pile of the player who laid it (df-196).
    """
    if sort_of(card) == CHARACTERS:
        to_reserve(work, card)
    elif work.state.where[card].startswith("empower."):
        work.emit(ev.Attached(card, None))
        work.move(card, discard_of(work.state.where[card].partition(".")[2]))
    elif sort_of(card) == CARDS:
        discard(work, card)


def do_mill(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Discard a card of the deck."""
    mill(work, seat, (card,))


def do_retrieve(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Return a card to the hand."""
    work.move(card, hand_of(seat))


def do_to_deck(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move a card to the deck."""
    work.move(card, deck_of(seat))


def do_search(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move a card of the deck to the hand."""
    work.emit(ev.PoolShifted(deck_of(seat), hand_of(seat), 1))


def do_put(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Put a card of the deck or the discard pile into play."""
    if card not in work.state.zone(discard_of(seat)):
        card = take(work, card, deck_of(seat), discard_of(seat))
    put_into_play(work, seat, card, target or None)


def do_attach(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move an Attachment to another character, under the same player."""
    if card in work.state.attached and fact(work.state, card, "type") == ATTACHMENT:
        work.emit(ev.Attached(card, target))


def do_give(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move a card into another player's deck, where its back shows (df-201).

    "DC Forever, Rogue Tactics: Klarion Bleak".
    """
    if may_come(work.state, hand_of(seat), card):
        played = take(work, card, hand_of(seat), discard_of(seat))
        work.move(played, deck_of(target))


def do_bring_home(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move a card that was revealed in another player's hand or deck to its owner's hand (df-201)."""
    owner, source = owner_of(work.state, card), source_of_anothers(work.state, seat, card)
    if owner is not None and source is not None:
        found = take(work, card, source, discard_of(owner))
        work.move(found, hand_of(owner))


def source_of_anothers(state: State, seat: Seat, card: str) -> Path | None:
    """Return the hand or deck of a player from which another player's card can come, or None (df-201).

    A player's own card is at home wherever it lies: to say so moves nothing, and would name a face-down Scheme.
    """
    if owner_of(state, card) in (None, seat):
        return None
    return next((source for source in (hand_of(seat), deck_of(seat)) if may_come(state, source, card)), None)


def do_sacrifice(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Sacrifice a card that is no character (df-50)."""
    if sort_of(card) != CHARACTERS:
        sacrifice(work, seat, card)
