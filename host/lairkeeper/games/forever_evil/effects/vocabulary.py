"""Verbs in which the cards are written: frozen data that frames interpret, so that a text can wait and be saved.

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
    """Power: ``n``, or ``n`` for each of what ``each`` counts.

    With ``later``, what comes to be counted in the rest of the turn pays too.
    """

    n: int
    each: str | None = None
    later: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards from the player's deck to the hand."""

    n: int


@dataclass(frozen=True, slots=True)
class GainVP:
    """VP tokens from the supply."""

    n: int
    each: str | None = None


@dataclass(frozen=True, slots=True)
class LoseVP:
    """VP tokens back to the supply, as far as there are any; a player who has none gains a Weakness instead."""

    n: int


@dataclass(frozen=True, slots=True)
class StealVP:
    """VP tokens from the victim to the attacker, or from the attacker to the defender."""

    n: int
    from_attacker: bool = False


@dataclass(frozen=True, slots=True)
class Gain:
    """Cards of a stack to the discard pile, as long as the stack lasts."""

    kind: Kind
    n: int = 1


@dataclass(frozen=True, slots=True)
class Discount:
    """Discount on Super Heroes of the stack for the rest of the turn."""

    n: int


@dataclass(frozen=True, slots=True)
class Until:
    """Mark on the played card until the turn is over."""

    mark: str


@dataclass(frozen=True, slots=True)
class When:
    """Choice between two programs, by a test over the state."""

    test: str
    then: tuple[Verb, ...] = ()
    otherwise: tuple[Verb, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """Choice of cards, with something done to each: ``act`` names it, ``places`` where the cards may lie.

    A player chooses at least ``low`` cards as far as they are there, and at most ``high``. ``each_of``: one for each of
    these types; an Element Woman stands for several if her owner wants. ``whose``: ``own``, or ``victim`` for a foe's
    cards that the attacker picks. ``up_to_last``: they cost no more than the card of the step before. ``shown``: only
    cards that this text has shown or taken. Afterwards ``then`` runs if a card was chosen, else ``otherwise``.
    ``missing`` runs once for each card short.
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
    """Attack on one chosen foe or on all; a foe who does not avoid it suffers ``then``.

    With ``together``, nobody is hit before everybody has decided ("Forever Evil, Attacks and Defenses").
    """

    all: bool
    then: tuple[Verb, ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True)
class Reveal:
    """Top cards of the player's deck, shown where they lie."""

    n: int


@dataclass(frozen=True, slots=True)
class AddToLineUp:
    """Cards of the main deck that come to the Line-Up.

    With ``last_cost``, as many as the card before costs, that card counted.
    """

    n: int = 1
    last_cost: bool = False


@dataclass(frozen=True, slots=True)
class TakeFromMainDeck:
    """Cards of the main deck that the player gains, and plays at once if ``play``."""

    n: int = 1
    play: bool = False


@dataclass(frozen=True, slots=True)
class PlayTop:
    """Top card of the player's deck, which is played."""


@dataclass(frozen=True, slots=True)
class KeepLast:
    """Offer to leave the card played before in play for good, for which this card is destroyed."""


@dataclass(frozen=True, slots=True)
class Borrow:
    """Top card of the player's deck, which goes on the Super-Villain.

    The played card has the texts of all cards there for this turn.
    """


@dataclass(frozen=True, slots=True)
class PassLeft:
    """Card from each player's hand to the player on the left."""


@dataclass(frozen=True, slots=True)
class DrawOrPass:
    """Choice to draw the shown card or to pass it to any discard pile."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Discard of the Defense card."""


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
"""Verbs that ask nobody and begin no frame."""

OWN: Final = ("hand", "discard")
"""Hand and discard pile."""


def gain_power(n: int, each: str | None = None, *, later: bool = False) -> GainPower:
    """Return a verb that gives ``n`` Power, or ``n`` for each of what ``each`` counts."""
    return GainPower(n, each, later)


def draw(n: int) -> Draw:
    """Return a verb that draws ``n`` cards."""
    return Draw(n)


def gain_vp(n: int, each: str | None = None) -> GainVP:
    """Return a verb that gains ``n`` VP tokens, or ``n`` for each of what ``each`` counts."""
    return GainVP(n, each)


def steal_vp(n: int) -> StealVP:
    """Return a verb with which the attacker steals ``n`` VP tokens."""
    return StealVP(n)


def gain(kind: Kind, n: int = 1) -> Gain:
    """Return a verb that gains ``n`` cards of a stack."""
    return Gain(kind, n)


def foe(*then: Verb) -> Attack:
    """Return an Attack on one chosen foe."""
    return Attack(False, then)


def foes(*then: Verb) -> Attack:
    """Return an Attack on all foes."""
    return Attack(True, then)


def when(test: str, *then: Verb, otherwise: Program = ()) -> When:
    """Return a choice between two programs, by a test."""
    return When(test, then, otherwise)


def destroy(
    *places: str, cards: Cards = ANY, n: int = 1, whose: str = "own", then: Program = (), otherwise: Program = ()
) -> Pick:
    """Return a choice of ``n`` cards that must be destroyed, as far as they are there."""
    return Pick("destroy", places or OWN, cards, n, n, whose=whose, then=then, otherwise=otherwise)


def discard(n: int = 1, cards: Cards = ANY, whose: str = "own") -> Pick:
    """Return a choice of ``n`` cards of the hand that must be discarded, as far as they are there."""
    return Pick("discard", ("hand",), cards, n, n, whose=whose)


def may(pick: Pick) -> Pick:
    """Return the same choice, but no card must be chosen."""
    return replace(pick, low=0)


def on_top(cards: Cards, high: int = 1, *, low: int = 0, otherwise: Program = ()) -> Pick:
    """Return a choice of cards of the player's discard pile that go on top of the player's deck.

    The last one chosen lies uppermost.
    """
    return Pick("top", ("discard",), cards, low, high, otherwise=otherwise)
