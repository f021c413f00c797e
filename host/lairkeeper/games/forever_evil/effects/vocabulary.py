"""The verbs in which the cards are written: frozen data, interpreted by frames, so that a text can wait and be saved.

A program is a tuple of verbs, done in order. ``then`` and ``otherwise`` of a verb are programs too. Lower-case helpers
at the end make the card files read like sentences.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from lairkeeper.core.ids import Kind

from .filters import ANY, Cards


@dataclass(frozen=True, slots=True)
class GainPower:
    """``n`` Power, for each of what ``each`` counts if it is given.

    ``later``: for those that come to be counted in the rest of the turn too.
    """

    n: int
    each: str | None = None
    later: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards from the own deck to the hand."""

    n: int


@dataclass(frozen=True, slots=True)
class GainVP:
    """VP tokens from the supply."""

    n: int
    each: str | None = None


@dataclass(frozen=True, slots=True)
class LoseVP:
    """VP tokens back to the supply, as far as there are any; who has none gains a Weakness instead."""

    n: int


@dataclass(frozen=True, slots=True)
class StealVP:
    """VP tokens from the victim to the attacker, or from the attacker to the defender."""

    n: int
    from_attacker: bool = False


@dataclass(frozen=True, slots=True)
class Gain:
    """Cards of a stack, to the discard pile, as long as the stack lasts."""

    kind: Kind
    n: int = 1


@dataclass(frozen=True, slots=True)
class Discount:
    """Super Heroes of the stack cost this much less for the rest of the turn."""

    n: int


@dataclass(frozen=True, slots=True)
class Until:
    """The card that is played bears a mark until the turn is over."""

    mark: str


@dataclass(frozen=True, slots=True)
class When:
    """One of two programs, by a test over the state."""

    test: str
    then: tuple[Verb, ...] = ()
    otherwise: tuple[Verb, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """Cards are chosen and something is done to each: ``act`` names it, ``places`` where they may lie.

    At least ``low`` as far as they are there, at most ``high``. ``each_of``: one for each of these types, an Element
    Woman for several if its owner wants. ``whose``: ``own``, or ``victim`` for a foe's cards that the attacker picks.
    ``up_to_last``: they cost no more than the card of the step before. ``shown``: only cards that this text has shown
    or taken. Afterwards ``then`` runs if one was chosen, else ``otherwise``, and ``missing`` once for each one short.
    """

    act: str
    places: tuple[str, ...]
    cards: Cards = ANY
    low: int = 0
    high: int = 1
    each_of: tuple[str, ...] = ()
    whose: str = "own"
    up_to_last: bool = False
    shown: bool = False
    then: tuple[Verb, ...] = ()
    otherwise: tuple[Verb, ...] = ()
    missing: tuple[Verb, ...] = ()


@dataclass(frozen=True, slots=True)
class Attack:
    """An Attack on one chosen foe or on all: whoever does not avoid it suffers ``then``.

    ``together``: nobody is hit before everybody has decided ("Forever Evil, Attacks and Defenses").
    """

    all: bool
    then: tuple[Verb, ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True)
class Reveal:
    """The top cards of the own deck are shown; they stay there."""

    n: int


@dataclass(frozen=True, slots=True)
class AddToLineUp:
    """Cards of the main deck come to the Line-Up; ``last_cost``: as many as the card before costs, that one counted."""

    n: int = 1
    last_cost: bool = False


@dataclass(frozen=True, slots=True)
class TakeFromMainDeck:
    """Cards of the main deck are gained, and played at once if ``play``."""

    n: int = 1
    play: bool = False


@dataclass(frozen=True, slots=True)
class PlayTop:
    """The top card of the own deck is played."""


@dataclass(frozen=True, slots=True)
class KeepLast:
    """The card played before may be left in play for good, for which this card is destroyed."""


@dataclass(frozen=True, slots=True)
class Borrow:
    """The top card of the own deck goes on the Super-Villain; this card has the texts of all cards there this turn."""


@dataclass(frozen=True, slots=True)
class PassLeft:
    """Everybody passes a card from the hand to the player on the left."""


@dataclass(frozen=True, slots=True)
class DrawOrPass:
    """The card shown is drawn, or passed to any discard pile."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The Defense card is discarded."""


Verb: TypeAlias = (
    GainPower
    | Draw
    | GainVP
    | LoseVP
    | StealVP
    | Gain
    | Discount
    | Until
    | When
    | Pick
    | Attack
    | Reveal
    | AddToLineUp
    | TakeFromMainDeck
    | PlayTop
    | KeepLast
    | Borrow
    | PassLeft
    | DrawOrPass
    | GiveUp
)
Program: TypeAlias = tuple[Verb, ...]

INSTANT: Final = (GainPower, Draw, GainVP, LoseVP, StealVP, Gain, Discount, Until, GiveUp)
"""Verbs that ask nobody and begin nothing."""

OWN: Final = ("hand", "discard")
"""From hand or discard pile."""


def gain_power(n: int, each: str | None = None, *, later: bool = False) -> GainPower:
    return GainPower(n, each, later)


def draw(n: int) -> Draw:
    return Draw(n)


def gain_vp(n: int, each: str | None = None) -> GainVP:
    return GainVP(n, each)


def steal_vp(n: int) -> StealVP:
    return StealVP(n)


def gain(kind: Kind, n: int = 1) -> Gain:
    return Gain(kind, n)


def foe(*then: Verb) -> Attack:
    return Attack(False, then)


def foes(*then: Verb) -> Attack:
    return Attack(True, then)


def when(test: str, *then: Verb, otherwise: Program = ()) -> When:
    return When(test, then, otherwise)


def destroy(
    *places: str, cards: Cards = ANY, n: int = 1, whose: str = "own", then: Program = (), otherwise: Program = ()
) -> Pick:
    """``n`` cards must be destroyed, as far as they are there."""
    return Pick("destroy", places or OWN, cards, n, n, whose=whose, then=then, otherwise=otherwise)


def discard(n: int = 1, cards: Cards = ANY, whose: str = "own") -> Pick:
    """``n`` cards of the hand must be discarded, as far as they are there."""
    return Pick("discard", ("hand",), cards, n, n, whose=whose)


def may(pick: Pick) -> Pick:
    """The same, if the player wants."""
    return replace(pick, low=0)


def on_top(cards: Cards, high: int = 1, *, low: int = 0, otherwise: Program = ()) -> Pick:
    """Cards of the own discard pile go on top of the own deck, the last one uppermost."""
    return Pick("top", ("discard",), cards, low, high, otherwise=otherwise)
