"""Counts and tests of texts, by name: pure functions over a state and what the text has done so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.purse import worth
from lairkeeper.core.state import State

from ..catalog import CATALOG
from ..costs import cost_of
from ..places import DESTROYED, LINE_UP, discard_of, in_play_of
from .filters import Cards, owned_types, types_at
from .turn_facts import GANG_TEXTS, noted, plays, plays_of

GANG = "royal-flush-gang"
_GANGS = Cards(kinds=(GANG,))
_CHEAP = 3


@dataclass(frozen=True, slots=True)
class Told:
    """Facts that a running text knows: its player, its card, the attacker, the cards chosen and shown."""

    seat: Seat
    card: Label
    by: Seat | None = None
    last: Sequence[Label] = ()
    shown: Sequence[Label] = ()


def count(state: State, name: str, told: Told) -> int:
    """Return how many there are of what a text counts.

    Raises ``LookupError`` for a name that nothing defines.
    """
    head, _, rest = name.partition(":")
    match head:
        case "last-cost":
            return sum(cost_of(card, state.rules) for card in told.last)
        case "last-vp":
            return sum(max(0, _points(state, card)) for card in told.last)
        case "line-up-costs":
            return len({cost_of(card, state.rules) for card in state.zone(LINE_UP)})
        case "destroyed":
            cards = state.zone(DESTROYED)
            # Different names are counted, not cards (fe-90).
            return len({kind_of(card) for card in cards if rest in types_at(card, DESTROYED, state.rules)})
        case "played":
            return plays_of(state, Cards(types=tuple(rest.split(","))))
        case "locations-in-play":
            return sum("location" in owned_types(card) for seat in state.seats for card in state.zone(in_play_of(seat)))
        case "tokens":
            return worth(state, told.seat)
        case "gangs":
            return _gangs(state, told)
    raise LookupError(f"nothing counts {name!r}")


def _points(state: State, card: Label) -> int:
    """Return the printed VP of a card; a house rule gives those of a starred card during the match."""
    facts = CATALOG.get(card)
    return int(state.rules.starred_vp) if facts.vp_rule else facts.vp or 0


def _gangs(state: State, told: Told) -> int:
    """Return the VP that a Royal Flush Gang's text brings.

    Each Gang counts the others, earlier and later ones, so that the new Gang counts for both (fe-80). A text on
    Firestorm sees every Gang, and no Gang sees Firestorm ("Forever Evil, Specific Card Clarifications") (fe-81).
    """
    gangs = plays_of(state, _GANGS)
    if state.rules.gangs == "in-play":
        gangs = sum(kind_of(card) == GANG for card in state.zone(in_play_of(told.seat)))
    if kind_of(told.card) != GANG:
        return gangs
    both = 2 if state.rules.gang_pays == "both-ways" else 1
    return both * max(0, gangs - 1) + noted(state, GANG_TEXTS)


def holds(state: State, name: str, told: Told) -> bool:
    """Return whether the state meets a test of a text.

    Raises ``LookupError`` for a name that nothing defines.
    """
    head, _, rest = name.partition(":")
    match head:
        case "last-is":
            return any(rest in owned_types(card) for card in told.last)
        case "last-costs":
            return any((CATALOG.get(card).cost or 0) > 0 for card in told.last)
        case "shown-is":
            return any(kind_of(card) in rest.split(",") for card in told.shown)
        case "first-card":
            return plays(state) == 1
        case "cheap-discard":
            return any((CATALOG.get(card).cost or 0) <= _CHEAP for card in state.zone(discard_of(told.seat)))
        case "five-tokens":
            return worth(state, told.seat) >= 5
    raise LookupError(f"nothing tests {name!r}")
