"""What happens to cards and tokens by the texts of cards, and what that sets off."""

from __future__ import annotations

from collections.abc import Iterable

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from ..cards import CHARACTERS, SCRIPTS
from ..places import (
    DESTROYED,
    FROZEN,
    KICKS,
    LINE_UP,
    MAIN_DECK,
    WEAKNESSES,
    bottom_of,
    bring,
    deck_of,
    discard_of,
    find,
    hand_of,
    in_play_of,
    top_of,
)
from ..set_aside import note_under
from ..team import never_held, tokens_for, turned_into_tokens
from .filters import owned_types
from .script import Character, Script
from .triggers import trigger
from .turn_facts import FIRST_VP, HEROES, discarded, note, noted


def character_of(state: State, seat: Seat) -> tuple[str, Character]:
    """The Super-Villain of a seat and its abilities; none before one was chosen."""
    cards = state.zone(f"villain.{seat}")
    kind = kind_of(cards[0]) if cards else ""
    return kind, CHARACTERS.get(kind, NOBODY)


NOBODY = Character()


def script_of(card: Label) -> Script | None:
    """The script of a card; None for one that is resolved by hand."""
    found = SCRIPTS.get(kind_of(card))
    return found if isinstance(found, Script) else None


# Tokens -----------------------------------------------------------------------------------------------------------


def gain_vp(work: Work, seat: Seat, n: int) -> None:
    """Tokens from the supply."""
    if n > 0:
        work.pay(BANK, seat, n)
        _first_vp(work, seat)


def steal_vp(work: Work, thief: Seat, victim: Seat, n: int) -> int:
    """Tokens from another player, as many as there are, which is a gain too unless a house rule says otherwise."""
    moved = work.pay(victim, thief, n)
    if moved and work.state.rules.stolen_vp == "is-a-gain":
        _first_vp(work, thief)
    return moved


def _first_vp(work: Work, seat: Seat) -> None:
    kind, character = character_of(work.state, seat)
    if character.on_first_vp and work.state.active == seat and not noted(work.state, FIRST_VP):
        note(work, FIRST_VP)
        trigger(work, kind, "on_first_vp", seat, kind)


# Cards ------------------------------------------------------------------------------------------------------------


def destroy(work: Work, seat: Seat, label: Label, places: Iterable[Path]) -> Component:
    """``seat`` destroys a card and has what comes of it ("Forever Evil, Destroying Cards")."""
    found = None if work.state.rules.deck_is_a_zone else find(work.state, label, tuple(places))
    card = bring(work, label, DESTROYED, places)
    if found is not None and found.place in {deck_of(seat), top_of(seat), bottom_of(seat)}:
        return card
    script = script_of(card)
    if script is not None and script.destroyed:
        trigger(work, kind_of(card), "destroyed", seat, card)
    kind, character = character_of(work.state, seat)
    if character.on_destroy:
        trigger(work, kind, "on_destroy", seat, card)
    if character.on_destroy_in_turn and work.state.active == seat:
        trigger(work, kind, "on_destroy_in_turn", seat, card)
    return card


def discard(work: Work, seat: Seat, label: Label) -> Component:
    """A card of the hand goes to its owner's discard pile."""
    card = bring(work, label, discard_of(seat), (hand_of(seat),))
    left_hand(work, seat)
    return card


def left_hand(work: Work, seat: Seat) -> None:
    """A card was discarded or passed: Harley Quinn draws, once in every player's turn, and never in nobody's."""
    kind, character = character_of(work.state, seat)
    if character.on_discard and work.state.active is not None and not noted(work.state, discarded(seat)):
        note(work, discarded(seat))
        trigger(work, kind, "on_discard", seat, kind)


def gain(work: Work, seat: Seat, label: Label, places: Iterable[Path]) -> Component:
    """A card is gained: to the discard pile at once ("Forever Evil, Gaining Cards")."""
    from_line_up = LINE_UP in places
    card = acquire(work, seat, label, places)
    if from_line_up:
        offer_deck(work, seat, card)
    return card


def acquire(work: Work, seat: Seat, label: Label, places: Iterable[Path]) -> Component:
    """A card comes to a seat's discard pile; in teams, one of the type that its side fights is turned into tokens."""
    if turned_into_tokens(work.state, seat, label):
        card = destroy(work, seat, label, places)
        gain_vp(work, seat, tokens_for(work.state, seat, card, gained=True))
    else:
        card = bring(work, label, discard_of(seat), places)
    gained(work, seat, card)
    return card


def hand_over(work: Work, seat: Seat, label: Label, target: Path, to: Seat, places: Iterable[Path]) -> Component:
    """``seat`` passes a card to somebody, who has not gained it and in teams may not be able to hold it."""
    if never_held(work.state, to, label):
        card = destroy(work, to, label, places)
        gain_vp(work, to, tokens_for(work.state, to, card, gained=False))
    else:
        card = bring(work, label, target, places)
    left_hand(work, seat)
    return card


def gained(work: Work, seat: Seat, card: Label) -> None:
    """A card was bought or gained: Lex Luthor counts the Heroes of his own turn."""
    if work.state.active == seat and "hero" in owned_types(card):
        note(work, HEROES)


def offer_deck(work: Work, seat: Seat, card: Label) -> None:
    """Black Manta may put a card of the Line-Up under his own deck instead."""
    kind, character = character_of(work.state, seat)
    if character.line_up_to_deck:
        trigger(work, kind, "line_up_to_deck", seat, card)


def gain_from_stack(work: Work, seat: Seat, kind: str, n: int) -> int:
    """Cards of the Kick or Weakness stack, as many as there are ("Forever Evil, Weakness"); how many it were."""
    stack = KICKS if kind == "kick" else WEAKNESSES
    n = min(n, work.state.size(stack))
    for _ in range(n):
        gain(work, seat, kind, (stack,))
    return n


def freeze(work: Work, seat: Seat, card: Label) -> None:
    """A Frozen token of this seat goes on a card of the Line-Up."""
    work.emit(ev.Marked(card, FROZEN, seat, 1, "turn"))


def under_main_deck(work: Work, label: Label, places: Iterable[Path]) -> Component:
    """A card goes to the bottom of the main deck and is nobody's any more."""
    card = bring(work, label, MAIN_DECK, places)
    note_under(work, card)
    return card


def push_back(work: Work, seat: Seat, label: Label) -> Component:
    """A card in play goes to its owner's discard pile."""
    return bring(work, label, discard_of(seat), (in_play_of(seat),))
