"""Why the Evil League says no. Text: ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from lairkeeper.core.game import RefusalSpec
from lairkeeper.core.result import Refused


class EL(StrEnum):
    """The game's own refusals; a closed set."""

    TWO_PLAYERS = "two-players"
    """No page names a winning reputation for two; the option sets one (args: have)."""
    NOT_A_VILLAIN = "not-a-villain"
    """Only a Villain sheet can be played (args: card)."""
    VILLAIN_TAKEN = "villain-taken"
    """Another player has this sheet (args: card, seat)."""
    SPACE_TAKEN = "space-taken"
    """Another marker stands on this space of the track (args: n, seat)."""
    BELOW_START = "below-start"
    """Reputation never goes below 0 (args: seat, n)."""
    POWER_RANGE = "power-range"
    """Power is 0 to 5 (args: seat, value)."""
    NOT_A_STEP = "not-a-step"
    """What moves a marker is an amount, an amount token or one's own marker (args: card)."""
    SAID_TWICE = "said-twice"
    """A token or an amount, not both and not neither (args: move)."""
    NOT_A_CHOICE = "not-a-choice"
    """This cannot be chosen here (args: option, allowed)."""
    NOT_A_PLACE = "not-a-place"
    """A pawn stands at one of five locations (args: place)."""
    NOT_YOUR_PAWN = "not-your-pawn"
    """This is another player's pawn (args: card, seat)."""
    MUST_LEAVE = "must-leave"
    """A pawn may not stay where it is (args: seat, kind)."""
    PAWN_COMMITTED = "pawn-committed"
    """A pawn that lies down cannot be moved (args: seat)."""
    PAWN_OFF_BOARD = "pawn-off-board"
    """The pawn does not stand on the board yet (args: seat)."""
    COMMITTED = "committed"
    """Who has committed takes no more actions this round (args: seat)."""
    NOT_IN_HAND = "not-in-hand"
    """The Loot card cannot be in this hand (args: card, seat)."""
    NOT_LOOT = "not-loot"
    """Only Loot cards are played (args: card)."""
    NO_SPARE_PART = "no-spare-part"
    """The seat has no such Spare Part (args: card, seat)."""
    NOTHING_HERE = "nothing-here"
    """Nothing can be picked up at this location (args: kind)."""
    NOT_HERE = "not-here"
    """The piece does not lie at this location (args: card, kind)."""
    POWER_FULL = "power-full"
    """Power is at its maximum already (args: seat)."""
    LIMIT_REACHED = "limit-reached"
    """The house rule allows no more of this (args: seat, n)."""
    ONLY_IN_LAIR = "only-in-lair"
    """Parts are equipped in the Evil Lair only (args: seat)."""
    ONCE_A_ROUND = "once-a-round"
    """Equipping and the superpower are done once a round each (args: seat, move)."""
    DOES_NOT_FIT = "does-not-fit"
    """The weapon has no free place for this Part (args: card, seat)."""
    NEEDS_FIVE_POWER = "needs-five-power"
    """A superpower needs 5 Power (args: seat, have)."""
    NOT_YOUR_SHEET = "not-your-sheet"
    """This is another villain's sheet (args: card, seat)."""
    WEAPON_INCOMPLETE = "weapon-incomplete"
    """Only a complete weapon fights (args: seat)."""
    HAMMER_ELSEWHERE = "hammer-elsewhere"
    """Captain Hammer is somewhere else (args: seat, kind)."""
    HAMMER_DOWN = "hammer-down"
    """Captain Hammer lies down already (no args)."""
    HAMMER_STANDS = "hammer-stands"
    """Captain Hammer must be knocked down first (no args)."""
    NO_PASSING = "no-passing"
    """A turn is an action or to commit (args: seat)."""
    NO_BONUS_COMMIT = "no-bonus-commit"
    """By house rule the bonus action cannot be to commit (args: seat)."""
    NO_TRADING = "no-trading"
    """Players do not give each other anything (no args)."""
    OTHER_SEAT = "other-seat"
    """It must be another player (args: seat)."""
    REWARD_GONE = "reward-gone"
    """This reward is not on the Scheme any more (args: option, allowed)."""
    MUST_TAKE_REWARD = "must-take-reward"
    """While a reward is left one must be taken (args: seat)."""
    HAMMER_BLOCKS = "hammer-blocks"
    """The Scheme at Captain Hammer's location cannot be completed (args: kind)."""
    NO_SCHEME = "no-scheme"
    """No Scheme lies at this location (args: kind)."""
    TOO_LITTLE_POWER = "too-little-power"
    """The villains there have less Power than the Scheme is difficult (args: kind, have, need)."""
    SCHEME_LATER = "scheme-later"
    """Schemes are completed in their own phase, by whoever is there (args: step)."""
    NOT_IN_DECK = "not-in-deck"
    """The piece cannot come from deck or bag (args: card)."""
    NOT_DUE = "not-due"
    """This is not what is dealt or drawn now (args: card)."""
    SLOT_FULL = "slot-full"
    """Nothing is missing at this location (args: card, kind)."""
    NOT_ENOUGH = "not-enough"
    """The seat has nothing of this to lose (args: seat)."""
    NO_TARGET = "no-target"
    """This cannot be done to that player (args: target)."""
    NUMBERS_MISSING = "numbers-missing"
    """The printed numbers do not make a whole box (args: card, have, need)."""
    NO_WEAPON = "no-weapon"
    """The Parts that were typed cannot build a weapon (args: card)."""
    PLACE_UNSAID = "place-unsaid"
    """Where this pawn stands has not been said (args: card)."""
    LEVEL_LATER = "level-later"
    """The tracking level is changed between two rounds only (args: step)."""


FORCIBLE = frozenset(
    {
        EL.MUST_LEAVE, EL.POWER_FULL, EL.ONCE_A_ROUND, EL.NEEDS_FIVE_POWER, EL.WEAPON_INCOMPLETE,
        EL.HAMMER_ELSEWHERE, EL.HAMMER_DOWN, EL.HAMMER_STANDS, EL.NO_PASSING, EL.NO_BONUS_COMMIT,
    }
)  # fmt: skip
"""Where the table may insist: it has seen what the app has missed."""


def no(code: EL, cite: str, **args: Any) -> Refused:
    """A refusal with what the players need to know."""
    return Refused(code, args, cite, forcible=code in FORCIBLE)


REFUSALS = tuple(RefusalSpec(code.value, forcible=code in FORCIBLE) for code in EL)
