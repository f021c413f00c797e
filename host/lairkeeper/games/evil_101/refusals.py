"""Why Evil:101 says no. Text: ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from lairkeeper.core.game import RefusalSpec
from lairkeeper.core.result import Refused


class E1(StrEnum):
    """The game's own refusals; a closed set."""

    HANDLER_NOT_DRAWN = "handler-not-drawn"
    """The first Handler is to be drawn, and nobody said who it was."""
    NO_NUMBERS = "no-numbers"
    """Nobody has typed what is printed on this card (args: card)."""
    NUMBERS_MISSING = "numbers-missing"
    """Too few cards of a sort have printed numbers (args: card: the next kind to type, have, need)."""
    NOT_A_TARGET = "not-a-target"
    """Not one of the Targets that lie out (args: card)."""
    TARGET_TAKEN = "target-taken"
    """One Plot a Target (args: card, seat)."""
    NOT_A_PLOT = "not-a-plot"
    """Only Wicked Plots are placed here (args: card)."""
    NOT_IN_HAND = "not-in-hand"
    """The card lies openly somewhere else, so it cannot come from that hand (args: card, seat)."""
    SAY_WHICH = "say-which"
    """It must be said which card it is (args: seat)."""
    NO_MATCH = "no-match"
    """Not all symbols of the Plot are on the Target (args: card, token: the Target)."""
    HAS_FITTING_CARD = "has-fitting-card"
    """With a fitting card in hand nothing is exchanged (args: card). Never a refusal: only its owner is told."""
    DECK_EMPTY = "deck-empty"
    """There is nothing to draw (args: deck)."""
    MUST_PLACE = "must-place"
    """Place a Plot, or exchange until one fits (args: seat)."""
    NOT_THE_HANDLER = "not-the-handler"
    """Only the Handler does this (args: seat, handler)."""
    NO_PLOT_THERE = "no-plot-there"
    """No Plot lies there."""
    PLOT_BLOCKED = "plot-blocked"
    """One Agent a Plot (args: seat)."""
    NOT_AN_AGENT = "not-an-agent"
    """Only Agents block Plots (args: card)."""
    AGENT_NO_MATCH = "agent-no-match"
    """The Agent's symbol is not on the Target (args: card, token: the Target)."""
    PLOTS_LEFT = "plots-left"
    """Each Plot gets an Agent, by exchange if need be (args: n)."""
    NOT_A_CHASE_CARD = "not-a-chase-card"
    """Only Chase cards are played in a chase (args: card)."""
    OUT_OF_CIRCLE = "out-of-circle"
    """This Chase card does not beat the last one (args: card, token: the last)."""
    TOO_FEW_POINTS = "too-few-points"
    """A Chase card costs 2 points, and nobody goes below 0 (args: seat, have)."""
    BOUGHT_UNSEEN = "bought-unseen"
    """A bought Chase card is the unseen top card (args: card)."""
    NOT_IN_DECK = "not-in-deck"
    """The card cannot come from the Target deck (args: card)."""
    PLACE_FULL = "place-full"
    """A Target lies at that place (args: place)."""
    NO_TIE = "no-tie"
    """A shared win can only be agreed while players are tied."""
    POCKET_OFF = "pocket-off"
    """The Handler takes no points under the rules of this match."""
    NOTHING_TO_POCKET = "nothing-to-pocket"
    """No chase won by the Handler is left to be paid this round (args: seat)."""
    LEVEL_LATER = "level-later"
    """The level can be changed before the first Plot of a round (args: step)."""


_FORCIBLE = frozenset({E1.NO_MATCH, E1.MUST_PLACE, E1.AGENT_NO_MATCH, E1.PLOTS_LEFT, E1.OUT_OF_CIRCLE})
"""The table may insist: the app cannot see hands."""


def refuse(code: E1, cite: str, **args: Any) -> Refused:
    """A refusal of the game, forcible where its code is."""
    return Refused(code, args, cite, forcible=code in _FORCIBLE)


REFUSALS = tuple(RefusalSpec(code.value, code in _FORCIBLE) for code in E1 if code is not E1.HAS_FITTING_CARD)
