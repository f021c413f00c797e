"""Refusals of DC Forever. Text: ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from lairkeeper.core.game import RefusalSpec
from lairkeeper.core.result import Refused


class DC(StrEnum):
    """Refusals of this game; a closed set."""

    FIRST_GAME_FOR_TWO = "first-game-for-two"
    """Suggested first game with more than two players."""
    NO_NUMBERS = "no-numbers"
    """Card whose printed numbers nobody has typed (args: card)."""
    NUMBERS_MISSING = "numbers-missing"
    """Too few pieces with printed numbers for a match (args: card, have, need)."""
    DECK_SIZE = "deck-size"
    """Starting deck of the wrong size: starting cards were marked wrongly (args: card, have, need)."""
    NOT_A_CHARACTER = "not-a-character"
    """Piece that is no character of the right side (args: card)."""
    DRAFTED = "drafted"
    """Character that a player has already (args: card, seat)."""
    NOT_IN_RESERVE = "not-in-reserve"
    """Card that is not in this player's reserve (args: card, seat)."""
    TOO_MANY_STARTERS = "too-many-starters"
    """More starting characters than allowed (args: n)."""
    TOO_FEW_STARTERS = "too-few-starters"
    """Fewer starting characters than needed (args: n)."""
    OVER_COST = "over-cost"
    """Starting characters that cost more than allowed (args: cost, most)."""
    NOT_IN_HAND = "not-in-hand"
    """Card that cannot come from that hand (args: card, seat)."""
    NO_ICONS = "no-icons"
    """Card without resource icons, or without icons of this side (args: card)."""
    OVERSPENT = "overspent"
    """Too little in the pool (args: cost, have)."""
    FALLEN = "fallen"
    """Character that is knocked out or captured (args: card)."""
    NOT_RECRUITED = "not-recruited"
    """Character that is not in play under this player (args: card)."""
    NOT_IN_PLAY = "not-in-play"
    """Card that is not in play (args: card)."""
    WRONG_TIME = "wrong-time"
    """Card that is not played in this step (args: card, step)."""
    NO_TRIGGER = "no-trigger"
    """Reaction outside its moment (args: card)."""
    NOT_A_MODIFIER = "not-a-modifier"
    """Card that is no modifier of this action (args: card)."""
    TOO_LATE = "too-late"
    """Modifier after the first one has resolved (args: card)."""
    SECOND_SCHEME = "second-scheme"
    """Location with a Scheme already (args: place)."""
    NOT_A_PLACE = "not-a-place"
    """Target that is no Location (args: target)."""
    NOT_A_SCHEME = "not-a-scheme"
    """Card at a Location that is no Scheme (args: card)."""
    NOT_A_HOST = "not-a-host"
    """Character that the card may not be put on (args: card, target)."""
    TWICE = "twice"
    """Limited ability that was used this round (args: card)."""
    CANNOT_PAY = "cannot-pay"
    """Cost that cannot be paid (args: card, cost, have)."""
    NO_ABILITY = "no-ability"
    """Card with nothing to use now (args: card)."""
    BLANK = "blank"
    """Card that is treated as blank (args: card)."""
    PROTECTED = "protected"
    """Card that another card protects with "cannot" (args: card)."""
    EXHAUSTED = "exhausted"
    """Card that is exhausted (args: card)."""
    MUST_ACTIVATE = "must-activate"
    """Pass in the first cycle of the game, where a character must be activated (args: seat)."""
    NO_SCHEME = "no-scheme"
    """Threaten without a Scheme (args: place)."""
    NOTHING_TO_RESCUE_FROM = "nothing-to-rescue-from"
    """Rescue without a Scheme or an Unaligned character (args: place)."""
    NO_CITIZENS = "no-citizens"
    """Location without citizens (args: place)."""
    UNREAD_SCHEME = "unread-scheme"
    """Scheme that no antenna has read, with no card named that can lie there (args: card)."""
    STILL_SHORT = "still-short"
    """Scheme that everybody has seen, with too few citizens on it (args: card, have, need)."""
    ACTED = "acted"
    """Second action of an activation (args: card)."""
    WRONG_SIDE = "wrong-side"
    """Action of the other side (args: seat)."""
    ONLY_THREATENS = "only-threatens"
    """Other action of a character that can only Threaten (args: card)."""
    NOT_HERE = "not-here"
    """Target that is not at the same Location (args: card)."""
    IDLE = "idle"
    """End of an activation without an action, under the rules of this match (args: card)."""
    TAKEN = "taken"
    """Location with an Unaligned character already (args: place)."""
    NOT_OPEN = "not-open"
    """Piece that is not among those that may be chosen (args: card)."""
    OVER_LIMIT = "over-limit"
    """Hand above the maximum (args: n)."""
    LEVEL_FROM_START = "level-from-start"
    """Level that is chosen at the start: the app cannot make up for cards it did not follow (args: level)."""
    LEVEL_LATER = "level-later"
    """Change of the level in the middle of a round (args: step)."""


_FORCIBLE: Final = frozenset(
    {DC.OVER_COST, DC.OVERSPENT, DC.CANNOT_PAY, DC.TWICE, DC.NO_TRIGGER, DC.MUST_ACTIVATE, DC.IDLE, DC.EXHAUSTED,
     DC.NOTHING_TO_RESCUE_FROM, DC.STILL_SHORT}
)  # fmt: skip
"""Refusals that the table may override: the text of a card beats the rules (df-44; "DC Forever, Golden Rules").

``PROTECTED`` is not among them: "cannot" beats everything.
"""


def no(code: DC, cite: str, **args: Any) -> Refused:
    """Return a refusal of the game, forcible where its code is."""
    return Refused(code, args, cite, forcible=code in _FORCIBLE)


REFUSALS: Final = tuple(RefusalSpec(code.value, code in _FORCIBLE) for code in DC)
