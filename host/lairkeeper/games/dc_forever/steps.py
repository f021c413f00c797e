"""Data of the steps that other files begin or read, and the base of those in which a seat is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from lairkeeper.core.ids import Component, Path, Seat
from lairkeeper.core.quick import quick
from lairkeeper.rules.step import StepData

from .words import BY_HAND

Words: TypeAlias = tuple[tuple[str, int], ...]
"""Words of an effect, each with its number."""


@dataclass(frozen=True, init=False)
class Asking(StepData):
    """Base of the data of a step in which a seat is asked; None while nobody is."""

    __slots__ = ()
    seat: Seat | None


@dataclass(frozen=True, init=False)
class OfSeat(Asking):
    """Base of the data of a step in which one seat is asked."""

    __slots__ = ()
    seat: Seat


# Set-up and score -------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Opening(StepData):
    """Steps before the first round, in their order (df-180)."""

    KIND: ClassVar[str] = "opening"
    step: str
    """Name of the step that runs next."""
    stage: str
    """Step of the round with which the match begins."""
    neutral: bool
    """True when a first Unaligned character is placed."""
    ordered: bool
    """True when the set-up says who is first of each pair."""


@quick
@dataclass(frozen=True, slots=True)
class Tallying(StepData):
    """A match of which only the score is followed."""

    KIND: ClassVar[str] = "tally"


# Action Phase -----------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Action(OfSeat):
    """A player's Action Phase, in Plotting or Planning."""

    KIND: ClassVar[str] = "action"
    over: bool = False


# Confrontation Stage ----------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Phase(OfSeat):
    """A Provoke or Oppose Phase."""

    KIND: ClassVar[str] = "phase"
    must: bool
    """True when the player may not pass (df-63)."""
    over: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Activation(OfSeat):
    """The activation of a character."""

    KIND: ClassVar[str] = "activation"
    char: Component
    action: str | None
    """Action that was begun last."""
    acts: int
    """Actions that were begun."""
    over: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Strike(OfSeat):
    """An Attack, a Threaten or a Rescue."""

    KIND: ClassVar[str] = "strike"
    char: Component
    action: str
    """``attack``, ``threaten`` or ``rescue``."""
    target: Component | None
    """Character that is attacked."""
    place: Path
    """Location at which the action happens."""
    mods: tuple[Component, ...]
    """Modifiers that were played."""
    step: str
    """Part of the action that runs next."""
    done: tuple[Component, ...] = ()
    """Modifiers whose further effects are carried out."""


@quick
@dataclass(frozen=True, slots=True)
class Aftermath(OfSeat):
    """Effects of the Location and its Unaligned character after an activation."""

    KIND: ClassVar[str] = "aftermath"
    char: Component
    todo: Words | None
    """Effects that are still to come; None before they are worked out."""


@quick
@dataclass(frozen=True, slots=True)
class Placing(OfSeat):
    """The next Unaligned character comes to a Location."""

    KIND: ClassVar[str] = "next-unaligned"
    only: Path | None = None
    """The one Location where it may come; None for any that fits."""
    over: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Resolution(Asking):
    """A Resolution Phase; its seat is the Rogue player who may complete Schemes."""

    KIND: ClassVar[str] = "resolution"
    step: str
    """Part of the phase that runs next."""
    waiting: tuple[Seat, ...]
    """Rogue players who still complete Schemes."""


# Effects ----------------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Effect(OfSeat):
    """The effect of a card, word by word."""

    KIND: ClassVar[str] = "effect"
    card: Component
    char: Component | None
    """Character that plays or uses the card."""
    words: Words
    """Words that are still to come."""
    about: Component | None
    """Character that the effect is about, such as an attacked one."""
    event: bool
    """True for an Event, which is discarded at the end."""
    ok: bool
    """True when the word before succeeded (df-41)."""
    asker: Seat
    """Seat that makes the next choice (df-141)."""


@quick
@dataclass(frozen=True, slots=True)
class Paying(OfSeat):
    """The payment for a limited ability, card by card."""

    KIND: ClassVar[str] = "pay"
    card: Component
    """Card whose ability is paid for."""
    char: Component | None
    """Hero whose cards pay."""
    need: int
    paid: int
    option: str | None
    """``second`` for the second ability box."""
    about: Component | None


@quick
@dataclass(frozen=True, slots=True)
class ByHand(OfSeat):
    """Single steps with which the table carries out a text."""

    KIND: ClassVar[str] = BY_HAND
    card: str
    """Card whose text it is, or an empty string."""
    over: bool = False
