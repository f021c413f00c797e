"""Facts of the current turn, kept in counters that are forgotten when the next turn begins."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from ..places import USED
from .filters import Cards

POWER: Final = "power"
"""Power of the turn, a running total (fe-13).

Nothing takes back what a card gave, when the card is destroyed or moved later in the turn (fe-154).
"""
_PREFIX: Final = "turn."
_PLAYED: Final = "turn.played."
DISCOUNT: Final = "turn.discount"
"""Discount on the Super Hero stack, which adds up and lasts for the turn (fe-21)."""
LATER: Final = "turn.later."
"""Prefix of the counters of Power for each fitting card that is played from now on.

The text's name for such cards follows.
"""
HEROES: Final = "turn.heroes"
"""Heroes bought or gained by the player whose turn it is."""
FIRST_VP: Final = "turn.first-vp"
FIRST_OF: Final = "turn.first-of"
GANG_TEXTS: Final = "turn.gang-texts"


def note(work: Work, fact: str, n: int = 1) -> None:
    """Count something for the rest of the turn."""
    work.count(fact, n)


def noted(state: State, fact: str) -> int:
    """Return how often something was counted this turn."""
    return state.counters.get(fact, 0)


def discarded(seat: str) -> str:
    """Return the name of the fact that a seat has discarded or passed a card in this turn."""
    return f"turn.discarded.{seat}"


def used(card: Label) -> str:
    """Return the name of the fact that an ability was used in this turn."""
    return USED + card


def note_play(work: Work, card: Label) -> None:
    """Count a card that is played, from any place."""
    note(work, _PLAYED + kind_of(card))


def plays(state: State) -> int:
    """Return how many cards were played this turn."""
    return sum(n for name, n in state.counters.items() if n and name.startswith(_PLAYED))


def was_played(state: State, card: Label) -> bool:
    """Return whether a card of that kind was played this turn."""
    return bool(state.counters.get(_PLAYED + kind_of(card)))


def plays_of(state: State, cards: Cards) -> int:
    """Return how many cards like these were played this turn; a player owns a card while playing it."""
    return sum(
        n
        for name, n in state.counters.items()
        if n and name.startswith(_PLAYED) and cards.fits(name.removeprefix(_PLAYED), "in-play", state.rules)
    )


def later_power(state: State, card: Label, place: Path) -> int:
    """Return the Power that texts played earlier pay for a card that is played now (fe-110)."""
    power = 0
    for name, n in state.counters.items():
        if n and name.startswith(LATER):
            types = tuple(name.removeprefix(LATER).partition(":")[2].split(","))
            power += n if Cards(types=types).fits(card, place, state.rules) else 0
    return power


def forget(work: Work) -> None:
    """Forget the facts of the last turn; Power that was not spent is lost (fe-26)."""
    for name, n in work.state.counters.items():
        if n and (name == POWER or name.startswith(_PREFIX)):
            work.count(name, -n)
