"""What has happened this turn, kept in counters that are forgotten when the next turn begins."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from ..places import USED
from .filters import Cards

POWER: Final = "power"
"""The running total of the turn."""
_PREFIX: Final = "turn."
_PLAYED: Final = "turn.played."
DISCOUNT: Final = "turn.discount"
LATER: Final = "turn.later."
"""Begins the counter of what each card is worth that is played from now on, with what texts call such cards."""
HEROES: Final = "turn.heroes"
"""Heroes bought or gained by the player whose turn it is."""
FIRST_VP: Final = "turn.first-vp"
FIRST_OF: Final = "turn.first-of"
GANG_TEXTS: Final = "turn.gang-texts"


def note(work: Work, fact: str, n: int = 1) -> None:
    """Count something for the rest of the turn."""
    work.count(fact, n)


def noted(state: State, fact: str) -> int:
    """How often something was counted this turn."""
    return state.counters.get(fact, 0)


def discarded(seat: str) -> str:
    """The fact that a seat has discarded or passed a card in this turn."""
    return f"turn.discarded.{seat}"


def used(card: Label) -> str:
    """The fact that an ability was used in this turn."""
    return USED + card


def note_play(work: Work, card: Label) -> None:
    """A card is played, from wherever."""
    note(work, _PLAYED + kind_of(card))


def plays(state: State) -> int:
    """How many cards were played this turn."""
    return sum(n for name, n in state.counters.items() if n and name.startswith(_PLAYED))


def was_played(state: State, card: Label) -> bool:
    """Whether a card of that kind was played this turn."""
    return bool(state.counters.get(_PLAYED + kind_of(card)))


def plays_of(state: State, cards: Cards) -> int:
    """How many cards like these were played this turn; who plays a card owns it for that time."""
    return sum(
        n
        for name, n in state.counters.items()
        if n and name.startswith(_PLAYED) and cards.fits(name.removeprefix(_PLAYED), "in-play", state.rules)
    )


def later_power(state: State, card: Label, place: Path) -> int:
    """What texts played before pay for a card that is played now."""
    power = 0
    for name, n in state.counters.items():
        if n and name.startswith(LATER):
            types = tuple(name.removeprefix(LATER).partition(":")[2].split(","))
            power += n if Cards(types=types).fits(card, place, state.rules) else 0
    return power


def forget(work: Work) -> None:
    """A new turn: no Power, and nothing has happened yet."""
    for name, n in work.state.counters.items():
        if n and (name == POWER or name.startswith(_PREFIX)):
            work.count(name, -n)
