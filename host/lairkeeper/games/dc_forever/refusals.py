"""Why DC Forever says no. Text: ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from lairkeeper.core.game import RefusalSpec
from lairkeeper.core.result import Refused


class DC(StrEnum):
    """The game's own refusals; a closed set."""

    FIRST_GAME_FOR_TWO = "first-game-for-two"
    """The suggested first game is for two players."""
    NO_NUMBERS = "no-numbers"
    """Nobody has typed what is printed on this card (args: card)."""
    NUMBERS_MISSING = "numbers-missing"
    """Too few pieces have printed numbers for a match (args: card, have, need)."""
    DECK_SIZE = "deck-size"
    """The starting deck would not have its size: starting cards were marked wrongly (args: card, have, need)."""
    NOT_A_CHARACTER = "not-a-character"
    """Only a character of the right side fits here (args: card)."""
    DRAFTED = "drafted"
    """Somebody has that character (args: card, seat)."""
    NOT_IN_RESERVE = "not-in-reserve"
    """The card is not in this player's reserve (args: card, seat)."""
    TOO_MANY_STARTERS = "too-many-starters"
    """That many starting characters and no more (args: n)."""
    TOO_FEW_STARTERS = "too-few-starters"
    """More starting characters are needed (args: n)."""
    OVER_COST = "over-cost"
    """The starting characters cost more than allowed (args: cost, most)."""
    NOT_IN_HAND = "not-in-hand"
    """The card cannot come from that hand (args: card, seat)."""
    NO_ICONS = "no-icons"
    """The card has no resource icon, or not of this side (args: card)."""
    OVERSPENT = "overspent"
    """Too little in the pool (args: cost, have)."""
    FALLEN = "fallen"
    """A knocked-out or captured character (args: card)."""
    NOT_RECRUITED = "not-recruited"
    """The character is not in play under this player (args: card)."""
    NOT_IN_PLAY = "not-in-play"
    """The card is not in play (args: card)."""
    WRONG_TIME = "wrong-time"
    """That kind of card is not played now (args: card, step)."""
    NO_TRIGGER = "no-trigger"
    """A reaction waits for its moment (args: card)."""
    NOT_A_MODIFIER = "not-a-modifier"
    """No modifier of this action (args: card)."""
    TOO_LATE = "too-late"
    """The first modifier has resolved (args: card)."""
    SECOND_SCHEME = "second-scheme"
    """A Scheme is at that Location (args: place)."""
    NOT_A_PLACE = "not-a-place"
    """A Location is needed (args: target)."""
    NOT_A_SCHEME = "not-a-scheme"
    """Only Schemes are put at a Location (args: card)."""
    NOT_A_HOST = "not-a-host"
    """The card may not be put on that character (args: card, target)."""
    TWICE = "twice"
    """A limited ability was used this round (args: card)."""
    CANNOT_PAY = "cannot-pay"
    """The cost cannot be paid (args: card, cost, have)."""
    NO_ABILITY = "no-ability"
    """The card has nothing to use now (args: card)."""
    BLANK = "blank"
    """The card is treated as blank (args: card)."""
    PROTECTED = "protected"
    """A card says cannot (args: card)."""
    EXHAUSTED = "exhausted"
    """The card is exhausted (args: card)."""
    MUST_ACTIVATE = "must-activate"
    """The first phase of the game must be used (args: seat)."""
    NO_SCHEME = "no-scheme"
    """A Threaten needs a Scheme (args: place)."""
    NOTHING_TO_RESCUE_FROM = "nothing-to-rescue-from"
    """A Rescue needs a Scheme or an Unaligned character (args: place)."""
    NO_CITIZENS = "no-citizens"
    """Nobody is left at the Location (args: place)."""
    UNREAD_SCHEME = "unread-scheme"
    """No antenna has read the Scheme at the Location, and no card was named that can lie there (args: card)."""
    STILL_SHORT = "still-short"
    """Everybody has seen this Scheme, and too few citizens lie on it (args: card, have, need)."""
    ACTED = "acted"
    """One action an activation (args: card)."""
    WRONG_SIDE = "wrong-side"
    """That is the other side's action (args: seat)."""
    ONLY_THREATENS = "only-threatens"
    """This character can only Threaten (args: card)."""
    NOT_HERE = "not-here"
    """The target is not at the same Location (args: card)."""
    IDLE = "idle"
    """An activation needs an action under the rules of this match (args: card)."""
    TAKEN = "taken"
    """An Unaligned character is at that Location (args: place)."""
    NOT_OPEN = "not-open"
    """The card is not among those that may be chosen (args: card)."""
    OVER_LIMIT = "over-limit"
    """Discard down to the maximum first (args: n)."""
    LEVEL_FROM_START = "level-from-start"
    """What was not followed cannot be known afterwards (args: level)."""
    LEVEL_LATER = "level-later"
    """The level can be changed between two cycles (args: step)."""


_FORCIBLE: Final = frozenset(
    {DC.OVER_COST, DC.OVERSPENT, DC.CANNOT_PAY, DC.TWICE, DC.NO_TRIGGER, DC.MUST_ACTIVATE, DC.IDLE, DC.EXHAUSTED,
     DC.NOTHING_TO_RESCUE_FROM, DC.STILL_SHORT}
)  # fmt: skip
"""The table may insist: a card may say otherwise ("DC Forever, Golden Rules")."""


def no(code: DC, cite: str, **args: Any) -> Refused:
    """A refusal of the game, forcible where its code is."""
    return Refused(code, args, cite, forcible=code in _FORCIBLE)


REFUSALS: Final = tuple(RefusalSpec(code.value, code in _FORCIBLE) for code in DC)
