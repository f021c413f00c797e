"""The reasons why Smugglers refuses a command. Text: ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from lairkeeper.core.game import RefusalSpec
from lairkeeper.core.result import Refused


class SM(StrEnum):
    """Refusals of this game; a closed set."""

    NOT_GOODS = "not-goods"
    """Only goods are landed, sold or thrown away (args: card)."""
    NOT_A_COVE = "not-a-cove"
    """Only coves lie in the row (args: card)."""
    NOT_A_COURSE = "not-a-course"
    """Only course cards are chosen, each player an own one (args: card, seat)."""
    NOT_IN_HAND = "not-in-hand"
    """This card lies elsewhere, so it cannot come from that hand (args: card, seat)."""
    NOT_IN_DECK = "not-in-deck"
    """This card cannot come from the deck (args: card)."""
    MUST_LAND = "must-land"
    """Players with goods in hand land some (args: seat)."""
    NO_COINS = "no-coins"
    """Who has no coins cannot pay the toll (args: seat)."""
    NOT_CREW = "not-crew"
    """Only crew are hired (args: card)."""
    NOT_FOR_HIRE = "not-for-hire"
    """This crew card is not in the tavern, or the player has one like it (args: card, seat)."""
    LEVEL_LATER = "level-later"
    """Players can change the level at the start of a round only (args: step)."""


_FORCIBLE: Final = frozenset({SM.MUST_LAND})
"""Refusals that the table may overrule."""


def refuse(code: SM, cite: str, **args: Any) -> Refused:
    """Return a refusal of this game, forcible if its code is."""
    return Refused(code, args, cite, forcible=code in _FORCIBLE)


REFUSALS: Final = tuple(RefusalSpec(code.value, code in _FORCIBLE) for code in SM)
