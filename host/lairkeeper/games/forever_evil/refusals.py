"""Refusals of Forever Evil; their text is ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from lairkeeper.core.game import RefusalSpec
from lairkeeper.core.result import Refused


class FE(StrEnum):
    """Refusals of this game at the levels built; a closed set."""

    NOT_A_TOKEN = "not-a-token"
    """Only VP tokens and amount tokens change hands this way (args: card)."""
    NO_SUCH_HAND = "no-such-hand"
    """No hand can have that many cards (args: seat, n, the most that it can have)."""
    SAID_TWICE = "said-twice"
    """Either a token or an amount must be said, and not both (args: move)."""
    STEAL_FROM_SELF = "steal-from-self"
    """Players cannot steal from themselves (args: seat)."""
    NOTHING_TO_LOSE = "nothing-to-lose"
    """This seat has no VP tokens (args: seat)."""
    NOTHING_TO_STEAL = "nothing-to-steal"
    """This target has no VP tokens (args: target)."""
    NOT_AN_ENDING = "not-an-ending"
    """Only two conditions end the match (args: option)."""
    NOT_A_DECK_CARD = "not-a-deck-card"
    """This piece can never be part of a deck (args: card)."""
    ALREADY_COUNTED = "already-counted"
    """This card has been counted into a deck (args: card, seat)."""
    DESTROYED_CARD = "destroyed-card"
    """This card was destroyed before the count (args: card)."""
    CLEAN_UP_FIRST = "clean-up-first"
    """Players must confirm the clean-up first (args: card)."""
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
    """This match's rules leave out promotional Super-Villains (args: card)."""
    TOO_FEW_SUPER_VILLAINS = "too-few-super-villains"
    """There are too few Super-Villains to deal two to each player (args: have, need)."""
    NOT_FOR_SALE = "not-for-sale"
    """For sale are cards of the Line-Up, Kicks and the Super Hero on top (args: card)."""
    STACK_EMPTY = "stack-empty"
    """No card is left on the stack that this card comes from (args: card)."""
    FROZEN = "frozen"
    """Frozen cards are neither bought nor gained (args: card)."""
    FACE_DOWN = "face-down"
    """This Super Hero lies face down until the turn is over (args: card)."""
    NOT_THERE = "not-there"
    """This card does not lie where the move can reach it (args: card)."""
    NOT_YOURS = "not-yours"
    """This card does not belong to this seat, as far as is known (args: card, seat)."""
    PASS_TO_SELF = "pass-to-self"
    """Players cannot pass a card to themselves (args: seat)."""
    NOTHING_TO_PASS = "nothing-to-pass"
    """This seat has no card in deck, hand or discard pile (args: seat)."""
    NOT_IN_LINE_UP = "not-in-line-up"
    """Only cards of the Line-Up are frozen (args: card)."""
    NO_FROZEN_TOKEN_LEFT = "no-frozen-token-left"
    """All Frozen tokens lie on cards (args: n)."""
    ALREADY_IN_PLAY = "already-in-play"
    """This card is already in play (args: card)."""
    NOT_IN_PLAY = "not-in-play"
    """This card is not in play in front of this seat (args: card, seat)."""
    NOT_A_WEAKNESS = "not-a-weakness"
    """Only Weaknesses are put back on a stack (args: card)."""
    ONLY_BIZARRO = "only-bizarro"
    """No other Super-Villain puts Weaknesses back (args: seat)."""
    NOT_IN_MAIN_DECK = "not-in-main-deck"
    """This card cannot come from the main deck, as far as is known (args: card)."""
    NOT_A_SUPER_HERO = "not-a-super-hero"
    """Only Super Heroes lie in that stack (args: card)."""
    NOT_IN_STACK = "not-in-stack"
    """This Super Hero cannot come from the stack, as far as is known (args: card)."""
    CARDS_LEFT = "cards-left"
    """Cards are left, so that the match goes on (args: n)."""
    NOT_THE_MOMENT = "not-the-moment"
    """Only one step of the end of a turn tells whether the match is over (args: step)."""
    TOO_MANY_WEAKNESSES = "too-many-weaknesses"
    """This First Appearance gives no more Weaknesses to one player (args: card, n)."""
    ONE_WEAKNESS_SHORT = "one-weakness-short"
    """This First Appearance gives two Weaknesses or none (args: card, seat)."""
    HAD_TOKENS = "had-tokens"
    """Constantine gives a Weakness only to a player who had no tokens (args: seat)."""
    ODD_TEAMS = "odd-teams"
    """Two sides of the same size need an even number of players (args: have)."""
    NOT_TOGETHER = "not-together"
    """Two house rules that cannot both hold (args: option, value, other, its: the value of the other)."""
    NO_CHARACTER = "no-character"
    """Good Guys play Super Hero characters, of which this box has none (args: seat)."""
    MATE = "mate"
    """Attacks hit the other side only (args: seat, target)."""
    OTHER_STACK = "other-stack"
    """Each side defeats only cards of the stack that it fights (args: card, seat)."""
    BANNED_CARD = "banned-card"
    """This card is left out when teams play (args: card)."""
    ENEMY_TYPE = "enemy-type"
    """No side holds a card of the type that it fights (args: card, seat)."""
    LEVEL_LATER = "level-later"
    """Tracking levels cannot be changed during the final count (args: step)."""
    COUNT_NEEDED = "count-needed"
    """It is not known which cards this seat has; its deck must be counted (args: seat)."""
    DECK_DIFFERS = "deck-differs"
    """Count and followed cards are not the same (args: seat, cards: missing, kinds: unexpected, n)."""
    NOT_ENOUGH_POWER = "not-enough-power"
    """This card costs more than the Power that is left (args: card, need, have)."""
    NOT_IN_HAND = "not-in-hand"
    """This card cannot be in this hand, as far as is known (args: card, seat)."""
    NOT_IN_DECK = "not-in-deck"
    """This card cannot be in this deck, as far as is known (args: card, seat)."""
    WRONG_CARD = "wrong-card"
    """This text asks for another type, cost or place (args: card, kind: the card that asks)."""
    MUST_CHOOSE = "must-choose"
    """That many cards must still be chosen, and they are there (args: card, n)."""
    NOT_A_DEFENSE = "not-a-defense"
    """This card avoids no Attack (args: card)."""
    SECOND_DEFENSE = "second-defense"
    """Each Attack allows one Defense, and this seat has decided (args: seat)."""
    NOT_A_FOE = "not-a-foe"
    """Only another player can be attacked (args: seat)."""
    NO_CARD_SAYS_SO = "no-card-says-so"
    """Cards do this by themselves; the table may insist (args: move)."""
    CANNOT_USE = "cannot-use"
    """There is no ability to use here, or the cards for it are not there (args: card)."""
    USED_UP = "used-up"
    """This ability works once a turn (args: card)."""


FORCIBLE = frozenset(FE) - {
    FE.NOT_A_TOKEN,
    FE.NO_SUCH_HAND,
    FE.SAID_TWICE,
    FE.STEAL_FROM_SELF,
    FE.NOTHING_TO_LOSE,
    FE.NOTHING_TO_STEAL,
    FE.NOT_AN_ENDING,
    FE.NOT_A_DECK_CARD,
    FE.ALREADY_COUNTED,
    FE.NO_COPY_LEFT,
    FE.NOT_COUNTED,
    FE.DECK_CLOSED,
    FE.NOT_A_SUPER_VILLAIN,
    FE.VILLAIN_TAKEN,
    FE.PROMO_VILLAIN,
    FE.TOO_FEW_SUPER_VILLAINS,
    FE.ODD_TEAMS,
    FE.NOT_TOGETHER,
    FE.NO_CHARACTER,
    FE.PASS_TO_SELF,
    FE.NOTHING_TO_PASS,
    FE.NOT_A_WEAKNESS,
    FE.NOT_A_SUPER_HERO,
    FE.LEVEL_LATER,
    FE.NOT_IN_LINE_UP,
    FE.COUNT_NEEDED,
    FE.DECK_DIFFERS,
    FE.NOT_A_FOE,
    FE.CANNOT_USE,
}
"""Refusals on which the table may insist, because it has seen what the app has missed."""


def no(code: FE, cite: str, **args: Any) -> Refused:
    """Return a refusal with what the players need to know."""
    return Refused(code, args, cite, forcible=code in FORCIBLE)


REFUSALS = tuple(RefusalSpec(code.value, forcible=code in FORCIBLE) for code in FE)
