"""Why Forever Evil says no. Text: ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum

from lairkeeper.core.game import RefusalSpec


class FE(StrEnum):
    """The game's own refusals at the levels built; a closed set."""

    NOT_A_TOKEN = "not-a-token"
    """Only VP tokens and amount tokens change hands this way (args: card)."""
    SAID_TWICE = "said-twice"
    """A token or an amount, not both and not neither (args: move)."""
    STEAL_FROM_SELF = "steal-from-self"
    """One cannot steal from oneself (args: seat)."""
    NOTHING_TO_LOSE = "nothing-to-lose"
    """This seat has no VP tokens (args: seat)."""
    NOTHING_TO_STEAL = "nothing-to-steal"
    """The target has no VP tokens (args: target)."""
    NOT_AN_ENDING = "not-an-ending"
    """The match ends by one of two conditions only (args: option)."""
    NOT_A_DECK_CARD = "not-a-deck-card"
    """This piece can never be part of a deck (args: card)."""
    ALREADY_COUNTED = "already-counted"
    """This card has been counted into a deck (args: card, seat)."""
    DESTROYED_CARD = "destroyed-card"
    """This card was destroyed before the count (args: card)."""
    NO_COPY_LEFT = "no-copy-left"
    """Every copy of this kind has been counted (args: card, n)."""
    NOT_COUNTED = "not-counted"
    """This card has not been counted into that deck (args: card, seat)."""
    DECK_CLOSED = "deck-closed"
    """This deck has been counted to the end (args: seat)."""
    NOTHING_COUNTED = "nothing-counted"
    """Not one card of this deck has been counted; the table may insist (args: seat)."""
    NOT_A_SUPER_VILLAIN = "not-a-super-villain"
    """Only a Super-Villain can be played (args: card)."""
    VILLAIN_TAKEN = "villain-taken"
    """Two players cannot be the same Super-Villain (args: card, seat)."""
    PROMO_VILLAIN = "promo-villain"
    """A promotional Super-Villain that this match's rules leave out (args: card)."""
    TOO_FEW_SUPER_VILLAINS = "too-few-super-villains"
    """Two for everybody cannot be dealt (args: have, need)."""


FORCIBLE = frozenset({FE.NOTHING_COUNTED})

REFUSALS = tuple(RefusalSpec(code.value, forcible=code in FORCIBLE) for code in FE)
