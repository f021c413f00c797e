"""Reasons for which the Evil League refuses a command. Text: ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from lairkeeper.core.game import RefusalSpec
from lairkeeper.core.result import Refused


class EL(StrEnum):
    """Refusals of this game; a closed set."""

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
    """Markers move by an amount, an amount token, or a tap of the marker (args: card)."""
    SAID_TWICE = "said-twice"
    """Players give either a token or an amount, not both and not neither (args: move)."""
    NOT_A_CHOICE = "not-a-choice"
    """This cannot be chosen here (args: option, allowed)."""
    NOT_A_PLACE = "not-a-place"
    """Pawns stand at one of five locations (args: place)."""
    NOT_YOUR_PAWN = "not-your-pawn"
    """This is another player's pawn (args: card, seat)."""
    MUST_LEAVE = "must-leave"
    """Pawns may not stay where they are (args: seat, kind)."""
    PAWN_COMMITTED = "pawn-committed"
    """Pawns that lie down cannot be moved (args: seat)."""
    PAWN_OFF_BOARD = "pawn-off-board"
    """This pawn does not stand on the board yet (args: seat)."""
    COMMITTED = "committed"
    """Villains that have committed take no more actions this round (args: seat)."""
    NOT_IN_HAND = "not-in-hand"
    """This Loot card cannot be in the hand (args: card, seat)."""
    NOT_LOOT = "not-loot"
    """Only Loot cards are played (args: card)."""
    NO_SPARE_PART = "no-spare-part"
    """This seat has no such Spare Part (args: card, seat)."""
    NOTHING_HERE = "nothing-here"
    """Nothing can be picked up at this location (args: kind)."""
    NOT_HERE = "not-here"
    """This piece does not lie at the location (args: card, kind)."""
    POWER_FULL = "power-full"
    """Power is at its maximum already (args: seat)."""
    LIMIT_REACHED = "limit-reached"
    """House rules allow no more of this (args: seat, n)."""
    ONLY_IN_LAIR = "only-in-lair"
    """Parts are equipped in the Evil Lair only (args: seat)."""
    ONCE_A_ROUND = "once-a-round"
    """Equipping and the superpower are done once a round each (args: seat, move)."""
    DOES_NOT_FIT = "does-not-fit"
    """This weapon has no free place for the Part (args: card, seat)."""
    NEEDS_FIVE_POWER = "needs-five-power"
    """Superpowers need 5 Power (args: seat, have)."""
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
    """Each turn is an action or Commit (args: seat)."""
    NO_BONUS_COMMIT = "no-bonus-commit"
    """By house rule the bonus action cannot be Commit (args: seat)."""
    NO_TRADING = "no-trading"
    """Players do not give each other anything (no args)."""
    OTHER_SEAT = "other-seat"
    """It must be another player (args: seat)."""
    REWARD_GONE = "reward-gone"
    """This reward is not on the Scheme any more (args: option, allowed)."""
    MUST_TAKE_REWARD = "must-take-reward"
    """While a reward is left one must be taken (args: seat)."""
    HAMMER_BLOCKS = "hammer-blocks"
    """Captain Hammer stops the Scheme at his location (args: kind)."""
    NO_SCHEME = "no-scheme"
    """No Scheme lies at this location (args: kind)."""
    TOO_LITTLE_POWER = "too-little-power"
    """Villains there have less Power than the difficulty of the Scheme (args: kind, have, need)."""
    SCHEME_LATER = "scheme-later"
    """Schemes are completed in their own phase, by the villains there (args: step)."""
    NOT_IN_DECK = "not-in-deck"
    """This piece cannot come from deck or bag (args: card)."""
    NOT_DUE = "not-due"
    """This piece is not dealt or drawn now (args: card)."""
    SLOT_FULL = "slot-full"
    """Nothing is missing at this location (args: card, kind)."""
    NOT_ENOUGH = "not-enough"
    """This seat has nothing of the kind to lose (args: seat)."""
    NO_TARGET = "no-target"
    """This cannot be done to that player (args: target)."""
    NUMBERS_MISSING = "numbers-missing"
    """Printed numbers do not make a whole box (args: card, have, need)."""
    NO_WEAPON = "no-weapon"
    """Parts as typed cannot build a weapon (args: card)."""
    PLACE_UNSAID = "place-unsaid"
    """Nobody has said where this pawn stands (args: card)."""
    LEVEL_LATER = "level-later"
    """Players change the tracking level between two rounds only (args: step)."""


FORCIBLE = frozenset(
    {
        EL.MUST_LEAVE, EL.POWER_FULL, EL.ONCE_A_ROUND, EL.NEEDS_FIVE_POWER, EL.WEAPON_INCOMPLETE,
        EL.HAMMER_ELSEWHERE, EL.HAMMER_DOWN, EL.HAMMER_STANDS, EL.NO_PASSING, EL.NO_BONUS_COMMIT,
    }
)  # fmt: skip
"""Refusals that the table may overrule, since it has seen what the app has missed."""


def no(code: EL, cite: str, **args: Any) -> Refused:
    """Return a refusal with the facts that the players need."""
    return Refused(code, args, cite, forcible=code in FORCIBLE)


REFUSALS = tuple(RefusalSpec(code.value, forcible=code in FORCIBLE) for code in EL)
