"""Card and token movements that texts cause, and the abilities that these trigger."""

from __future__ import annotations

from collections.abc import Iterable

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from ..cards import CHARACTERS, SCRIPTS
from ..moving import bring
from ..places import (
    DESTROYED,
    FROZEN,
    KICKS,
    LINE_UP,
    MAIN_DECK,
    WEAKNESSES,
    bottom_of,
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
    """Return the Super-Villain of a seat, by kind, and its abilities.

    The kind is empty and there are no abilities before a Super-Villain was chosen.
    """
    cards = state.zone(f"villain.{seat}")
    kind = kind_of(cards[0]) if cards else ""
    return kind, CHARACTERS.get(kind, NOBODY)


NOBODY = Character()
"""Abilities of a seat without a Super-Villain."""


def script_of(card: Label) -> Script | None:
    """Return the script of a card, or None for a card that is resolved by hand."""
    found = SCRIPTS.get(kind_of(card))
    return found if isinstance(found, Script) else None


# Tokens -----------------------------------------------------------------------------------------------------------


def gain_vp(work: Work, seat: Seat, n: int) -> None:
    """Pay VP tokens from the supply to a seat."""
    if n > 0:
        work.pay(BANK, seat, n)
        _first_vp(work, seat)


def steal_vp(work: Work, thief: Seat, victim: Seat, n: int) -> int:
    """Move up to ``n`` VP tokens from the victim to the thief, and return how many moved (fe-77).

    Stolen VP is a gain for the thief, unless a house rule says otherwise (fe-169).
    """
    moved = work.pay(victim, thief, n)
    if moved and work.state.rules.stolen_vp == "is-a-gain":
        _first_vp(work, thief)
    return moved


def _first_vp(work: Work, seat: Seat) -> None:
    """Trigger Sinestro's draw for the first VP that he gains in his own turn (fe-168), and in no other (fe-56)."""
    kind, character = character_of(work.state, seat)
    if character.on_first_vp and work.state.active == seat and not noted(work.state, FIRST_VP):
        note(work, FIRST_VP)
        trigger(work, kind, "on_first_vp", seat, kind)


# Cards ------------------------------------------------------------------------------------------------------------


def destroy(work: Work, seat: Seat, label: Label, places: Iterable[Path]) -> Component:
    """Destroy a card for ``seat``, who gets what this brings ("Forever Evil, Destroying Cards") (fe-66).

    The card goes to the destroyed pile, never back to a stack (fe-88). Its text runs and Bizarro gains his Weakness
    outside any turn too (fe-163, fe-170). Deathstroke has his Power in his own turn only (fe-171).

    By a house rule a card in the player's own deck brings nothing (fe-84).
    """
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
    """Move a card from the hand to its owner's discard pile."""
    card = bring(work, label, discard_of(seat), (hand_of(seat),))
    left_hand(work, seat)
    return card


def left_hand(work: Work, seat: Seat) -> None:
    """Trigger Harley Quinn's draw for a discarded or passed card, once in each player's turn (fe-70).

    Outside any turn she draws nothing (fe-56).
    """
    kind, character = character_of(work.state, seat)
    if character.on_discard and work.state.active is not None and not noted(work.state, discarded(seat)):
        note(work, discarded(seat))
        trigger(work, kind, "on_discard", seat, kind)


def gain(work: Work, seat: Seat, label: Label, places: Iterable[Path]) -> Component:
    """Let a seat gain a card, which goes to the discard pile at once ("Forever Evil, Gaining Cards")."""
    from_line_up = LINE_UP in places
    card = acquire(work, seat, label, places)
    if from_line_up:
        offer_deck(work, seat, card)
    return card


def acquire(work: Work, seat: Seat, label: Label, places: Iterable[Path]) -> Component:
    """Move a bought or gained card to the seat's discard pile (fe-15).

    In teams, a card of the type that its side fights is destroyed and brings tokens (fe-129).
    """
    if turned_into_tokens(work.state, seat, label):
        card = destroy(work, seat, label, places)
        gain_vp(work, seat, tokens_for(work.state, seat, card, gained=True))
    else:
        card = bring(work, label, discard_of(seat), places)
    gained(work, seat, card)
    return card


def hand_over(work: Work, seat: Seat, label: Label, target: Path, to: Seat, places: Iterable[Path]) -> Component:
    """Pass a card of ``seat`` to the player ``to``, who does not gain it (fe-94).

    In teams, a card that ``to`` may never hold is destroyed (fe-130).
    """
    if never_held(work.state, to, label):
        card = destroy(work, to, label, places)
        gain_vp(work, to, tokens_for(work.state, to, card, gained=False))
    else:
        card = bring(work, label, target, places)
    left_hand(work, seat)
    return card


def gained(work: Work, seat: Seat, card: Label) -> None:
    """Count a Hero that was bought or gained in the player's own turn, a defeated one too, for Lex Luthor (fe-157)."""
    if work.state.active == seat and "hero" in owned_types(card):
        note(work, HEROES)


def offer_deck(work: Work, seat: Seat, card: Label) -> None:
    """Trigger Black Manta's choice to put a card from the Line-Up under his own deck (fe-16)."""
    kind, character = character_of(work.state, seat)
    if character.line_up_to_deck:
        trigger(work, kind, "line_up_to_deck", seat, card)


def gain_from_stack(work: Work, seat: Seat, kind: str, n: int) -> int:
    """Let a seat gain up to ``n`` cards of the Kick or Weakness stack, and return how many it gained.

    They go to the discard pile (fe-166). An empty stack gives nothing ("Forever Evil, Weakness") (fe-53).
    """
    stack = KICKS if kind == "kick" else WEAKNESSES
    n = min(n, work.state.size(stack))
    for _ in range(n):
        gain(work, seat, kind, (stack,))
    return n


def freeze(work: Work, seat: Seat, card: Label) -> None:
    """Put a Frozen token of the seat on a card of the Line-Up (fe-96)."""
    work.emit(ev.Marked(card, FROZEN, seat, 1, "turn"))


def under_main_deck(work: Work, label: Label, places: Iterable[Path]) -> Component:
    """Move a card to the bottom of the main deck, where it has no owner (fe-92)."""
    card = bring(work, label, MAIN_DECK, places)
    note_under(work, card)
    return card


def push_back(work: Work, seat: Seat, label: Label) -> Component:
    """Move a card in play to its owner's discard pile (fe-100)."""
    return bring(work, label, discard_of(seat), (in_play_of(seat),))
