"""Loot cards: secret hands, a hidden deck, and what the app may say about either.

A card drawn face down may be tapped: then only the app and its owner know it (``hand.SEAT``). A card that is not tapped
is a number only (``unseen.SEAT``). No answer depends on what the app alone knows. When a card turns up elsewhere than
the app believed, the app trusts the card. The card that it believed in instead becomes unknown.
"""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import TABLE, Component, Kind, Path, Seat, kind_of
from lairkeeper.core.state import APP, State
from lairkeeper.core.work import Work

from .cards import CATALOG, LOOT, sort_of
from .places import LOOT_DECK, LOOT_DISCARD, contents, hand_of, unseen_of


def hand_size(state: State, seat: Seat) -> int:
    """Return the number of Loot cards of a seat, which everybody may count."""
    return state.size(hand_of(seat)) + state.size(unseen_of(seat))


def open_card(state: State, card: Label) -> bool:
    """Return whether everybody knows where a Loot card is."""
    where = state.where.get(card)
    if where is None:
        return False
    return not where.startswith("hand.") or TABLE in state.known.get(card, ())


def veiled(state: State, card: Label) -> bool:
    """Return whether nobody may learn which card an antenna reads: Loot that does not lie open (el-45)."""
    return state.level != "score" and sort_of(card) == LOOT and not open_card(state, card)


def all_copies(state: State, kind: Kind) -> Iterator[Component]:
    """Yield every copy of a Loot kind in the match, hidden or not."""
    for card in state.where:
        if kind_of(card) == kind and "#" in card:
            yield card
    for pool in state.pools.values():
        yield from (card for card in pool.contents if kind_of(card) == kind)


def loot_kinds(state: State) -> tuple[Kind, ...]:
    """Return the Loot kinds of this match."""
    return tuple(kind for kind, facts in CATALOG.kinds.items() if facts.zone == LOOT and f"{kind}#1" in state.facts)


def may_be_hidden(state: State, label: Label) -> bool:
    """Return whether, as far as everybody knows, a card may still be in the deck or in a hand."""
    if "#" in label:
        known = label in state.where or any(label in pool.contents for pool in state.pools.values())
        return known and not open_card(state, label)
    return any(not open_card(state, card) for card in all_copies(state, label))


def hidden_count(state: State, seat: Seat) -> int:
    """Return how many cards of a hand are not known to everybody."""
    return state.size(unseen_of(seat)) + sum(not open_card(state, card) for card in state.zone(hand_of(seat)))


def may_play(state: State, seat: Seat, label: Label) -> bool:
    """Return whether a card may be in a seat's hand, as far as everybody knows."""
    shown = any(kind_of(card) == kind_of(label) and open_card(state, card) for card in state.zone(hand_of(seat)))
    return shown or (hidden_count(state, seat) > 0 and may_be_hidden(state, label))


def playable(state: State, viewer: str, seat: Seat) -> tuple[Kind, ...]:
    """Return the Loot kinds that a viewer is offered for a seat.

    These are the kinds in the viewer's hand if the app has read all of it, else all that may be in the seat's hand.
    """
    if viewer == seat and not state.size(unseen_of(seat)):
        return tuple(dict.fromkeys(kind_of(card) for card in state.zone(hand_of(seat))))
    return tuple(kind for kind in loot_kinds(state) if may_play(state, seat, kind))


# Drawing ----------------------------------------------------------------------------------------------------------


def reshuffle(work: Work) -> None:
    """Shuffle an exhausted deck anew from its discards (el-24; "Evil League, Loot Cards")."""
    if work.state.size(LOOT_DECK):
        return
    for card in work.state.zone(LOOT_DISCARD):
        work.move(card, LOOT_DECK)


def draw_unseen(work: Work, seat: Seat) -> None:
    """Move a card that nobody taps from the deck to a hand."""
    reshuffle(work)
    work.emit(ev.PoolShifted(LOOT_DECK, unseen_of(seat), 1))
    reshuffle(work)


def draw_read(work: Work, label: Label, seat: Seat) -> None:
    """Move a card that is tapped face down from the deck to a hand."""
    card = _from_deck(work, label, hand_of(seat))
    work.emit(ev.Faced(card, (APP, seat)))
    reshuffle(work)


def deal_open(work: Work, label: Label, place: Path) -> None:
    """Move a card from the deck to a location, face up."""
    card = _from_deck(work, label, place)
    work.emit(ev.Faced(card, (TABLE,)))
    reshuffle(work)


def _from_deck(work: Work, label: Label, target: Path) -> Component:
    """Take a card off the deck, wherever the app believed it to be, and return the copy."""
    reshuffle(work)
    state = work.state
    card = _pick(state, label, LOOT_DECK)
    where = state.where.get(card)
    if where is None and card in contents(state, LOOT_DECK):
        work.move(card, target, source=LOOT_DECK)
        return card
    owner = _holder(state, card)
    if where is None:
        work.move(card, target, source=unseen_of(owner))
    else:
        work.move(card, target)
    work.emit(ev.PoolShifted(LOOT_DECK, unseen_of(owner), 1))
    return card


def _holder(state: State, card: Component) -> Seat:
    """Return the seat in whose hand the app believes a card to be."""
    for seat in state.seats:
        if card in state.zone(hand_of(seat)):
            return seat
    return next(s for s in state.seats if state.size(unseen_of(s)) and card in contents(state, unseen_of(s)))


def _pick(state: State, label: Label, first: Path) -> Component:
    """Return the copy that a label means: itself, else one in the pool of ``first``, else any hidden one."""
    if "#" in label:
        return label
    found = [card for card in contents(state, first) if kind_of(card) == label]
    return min(found or (card for card in all_copies(state, label) if not open_card(state, card)), key=_number)


def _number(card: Component) -> int:
    return int(card.partition("#")[2] or 0)


# Showing ----------------------------------------------------------------------------------------------------------


def show(work: Work, label: Label, seat: Seat) -> Component:
    """Lay a card of a hand open and return its copy, which then lies in ``hand.SEAT``."""
    state = work.state
    mine = [card for card in state.zone(hand_of(seat)) if kind_of(card) == kind_of(label)]
    card = label if "#" in label and label in mine else None
    if card is None and mine and ("#" not in label or open_card(state, label) or not hidden_count(state, seat)):
        card = mine[0]
    if card is None:
        card = _bring(work, _pick(state, label, unseen_of(seat)), seat)
    work.emit(ev.Faced(card, (TABLE,)))
    return card


def _bring(work: Work, card: Component, seat: Seat) -> Component:
    """Move a card into a hand where the app did not know it to be; another card leaves the hand instead."""
    state = work.state
    where = state.where.get(card)
    if state.size(unseen_of(seat)):
        if where is None and card in contents(state, unseen_of(seat)):
            work.move(card, hand_of(seat), source=unseen_of(seat))
            return card
        back = unseen_of(_holder(state, card)) if where is not None or not _in_deck(state, card) else LOOT_DECK
        work.move(card, hand_of(seat), source=where or back)
        work.emit(ev.PoolShifted(unseen_of(seat), back, 1))
        return card
    wrong = next(each for each in reversed(state.zone(hand_of(seat))) if not open_card(state, each))
    if where is None:
        source = LOOT_DECK if _in_deck(state, card) else unseen_of(_holder(state, card))
        work.move(card, hand_of(seat), source=source)
        work.move(wrong, source)
        return card
    other = _holder(state, card)
    work.move(card, hand_of(seat))
    work.move(wrong, hand_of(other))
    work.emit(ev.Faced(wrong, (APP, other)))
    return card


def _in_deck(state: State, card: Component) -> bool:
    """Return whether a card may be among those of the deck."""
    return card in contents(state, LOOT_DECK) and state.size(LOOT_DECK) > 0


def discard(work: Work, label: Label, seat: Seat) -> Component:
    """Lay a card open on the discard pile and return its copy."""
    card = show(work, label, seat)
    work.move(card, LOOT_DISCARD)
    reshuffle(work)
    return card


def pass_unseen(work: Work, giver: Seat, taker: Seat, label: Label | None = None) -> None:
    """Move a card face down from one hand to another; unless it is tapped, the app cannot tell which one it was."""
    if label is not None:
        card = show_secretly(work, label, giver)
        work.move(card, hand_of(taker))
        work.emit(ev.Faced(card, (APP, taker)))
        return
    for card in work.state.zone(hand_of(giver)):
        work.move(card, unseen_of(giver))
    work.emit(ev.PoolShifted(unseen_of(giver), unseen_of(taker), 1))


def show_secretly(work: Work, label: Label, seat: Seat) -> Component:
    """Return the copy that a label means in a hand, for the app alone.

    A kind means the card of that kind that the app has read in this hand, if there is one.
    """
    known = next((card for card in work.state.zone(hand_of(seat)) if label in (card, kind_of(card))), None)
    return known or _bring(work, _pick(work.state, label, unseen_of(seat)), seat)
