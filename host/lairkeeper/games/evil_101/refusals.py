"""Reasons for which Evil:101 refuses a command. Text: ``refusal.<code>`` of the game's texts."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from lairkeeper.core.game import RefusalSpec
from lairkeeper.core.result import Refused


class E1(StrEnum):
    """Refusals of this game; a closed set."""

    HANDLER_NOT_DRAWN = "handler-not-drawn"
    """Nobody has named the first Handler, who was to be drawn."""
    NO_NUMBERS = "no-numbers"
    """Nobody has typed what is printed on this card (args: card)."""
    NUMBERS_MISSING = "numbers-missing"
    """Too few cards of a sort have printed numbers (args: card: the next kind to type, have, need)."""
    NOT_A_TARGET = "not-a-target"
    """This card is not among the Targets that lie out (args: card)."""
    TARGET_TAKEN = "target-taken"
    """Each Target takes one Plot (args: card, seat)."""
    NOT_A_PLOT = "not-a-plot"
    """Only Wicked Plots are placed here (args: card)."""
    NOT_IN_HAND = "not-in-hand"
    """This card lies openly elsewhere, so it cannot come from that hand (args: card, seat)."""
    SAY_WHICH = "say-which"
    """Players must say which card it is (args: seat)."""
    NO_MATCH = "no-match"
    """Some symbol of the Plot is not on the Target (args: card, token: the Target)."""
    HAS_FITTING_CARD = "has-fitting-card"
    """With a fitting card in hand nothing is exchanged (args: card). Never a refusal: only the card's owner is told."""
    DECK_EMPTY = "deck-empty"
    """There is nothing to draw (args: deck)."""
    MUST_PLACE = "must-place"
    """Evil players place a Plot, or exchange until one fits (args: seat)."""
    NOT_THE_HANDLER = "not-the-handler"
    """Only the Handler does this (args: seat, handler)."""
    NO_PLOT_THERE = "no-plot-there"
    """No Plot lies there."""
    PLOT_BLOCKED = "plot-blocked"
    """Each Plot takes one Agent (args: seat)."""
    NOT_AN_AGENT = "not-an-agent"
    """Only Agents block Plots (args: card)."""
    AGENT_NO_MATCH = "agent-no-match"
    """This Agent's symbol is not on the Target (args: card, token: the Target)."""
    PLOTS_LEFT = "plots-left"
    """Each Plot gets an Agent, by exchange if need be (args: n)."""
    NOT_A_CHASE_CARD = "not-a-chase-card"
    """Only Chase cards are played in a chase (args: card)."""
    OUT_OF_CIRCLE = "out-of-circle"
    """This Chase card does not beat the last one (args: card, token: the last)."""
    TOO_FEW_POINTS = "too-few-points"
    """Chase cards cost 2 points each, and nobody goes below 0 (args: seat, have)."""
    BOUGHT_UNSEEN = "bought-unseen"
    """Buyers get the unseen top Chase card (args: card)."""
    NOT_IN_DECK = "not-in-deck"
    """This card cannot come from the Target deck (args: card)."""
    PLACE_FULL = "place-full"
    """This place has a Target already (args: place)."""
    NO_TIE = "no-tie"
    """Players can agree on a shared win only while they are tied."""
    POCKET_OFF = "pocket-off"
    """Under the rules of this match the Handler takes no points."""
    NOTHING_TO_POCKET = "nothing-to-pocket"
    """No chase won by the Handler is left to be paid this round (args: seat)."""
    LEVEL_LATER = "level-later"
    """Players can change the level before the first Plot of a round only (args: step)."""


_FORCIBLE = frozenset({E1.NO_MATCH, E1.MUST_PLACE, E1.AGENT_NO_MATCH, E1.PLOTS_LEFT, E1.OUT_OF_CIRCLE})
"""Refusals that the table may overrule, since the app cannot see hands."""


def refuse(code: E1, cite: str, **args: Any) -> Refused:
    """Return a refusal of this game, forcible if its code is."""
    return Refused(code, args, cite, forcible=code in _FORCIBLE)


REFUSALS = tuple(RefusalSpec(code.value, code in _FORCIBLE) for code in E1 if code is not E1.HAS_FITTING_CARD)
