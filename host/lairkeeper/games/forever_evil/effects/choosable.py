"""Cards that a text lets a player choose: open cards, and cards that a hand may hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.rules.step import StepData

from ..cards import SCRIPTS
from ..catalog import CATALOG
from ..costs import cost_of
from ..hands import unseen_at
from ..places import DESTROYED, FROZEN, LINE_UP, discard_of, hand_of, in_play_of, top_of
from .filters import owned_types
from .script import Way, verb_at
from .turn_facts import was_played
from .vocabulary import Pick

_SHARED: Final = {"line-up": LINE_UP, "destroyed": DESTROYED}
"""Places that belong to no seat, by their names in scripts; no stack is part of the Line-Up (fe-10)."""
_OF_A_SEAT: Final = {
    "hand": hand_of,
    "discard": discard_of,
    "in-play": in_play_of,
    "played": in_play_of,
    "top": top_of,
}
"""Zones of one seat, by their names in scripts (fe-84)."""


@quick
@dataclass(frozen=True, slots=True)
class Picking(StepData):
    """A player chooses cards, one at a time."""

    KIND: ClassVar[str] = "pick"
    verb: tuple[str, str, Way, int]
    """Place of the verb: the kind of card, the part of its script, the way in it, and the verb's number."""
    seat: Seat
    """Seat that chooses."""
    owner: Seat
    """Seat whose cards they are."""
    card: Label
    """Card that asks."""
    by: Seat | None
    """The attacker, or None."""
    last: tuple[Label, ...]
    shown: tuple[Label, ...]
    picks: tuple[Component, ...]
    """Cards chosen so far."""
    into: int
    """Frame of the text, which is told what was chosen."""


def verb_of(step: Picking) -> Pick:
    """Return the verb that asks for the cards."""
    text, part, path, at = step.verb
    verb = verb_at(SCRIPTS[text], part, path, at)
    assert isinstance(verb, Pick)
    return verb


def places_of_pick(step: Picking, verb: Pick) -> tuple[Path, ...]:
    """Return the places that the text reaches into (fe-173)."""
    return tuple(_SHARED[name] if name in _SHARED else _OF_A_SEAT[name](step.owner) for name in verb.places)


def fits(state: State, step: Picking, verb: Pick, card: Label, place: Path) -> bool:
    """Return whether a card at a place may be chosen; a frozen card cannot be gained."""
    most = sum(cost_of(each, state.rules) for each in step.last) if verb.up_to_last else None
    if not verb.cards.fits(card, place, state.rules, most):
        return False
    if verb.shown and card not in step.shown:
        return False
    if place == LINE_UP and verb.act == "gain" and state.marked(card, FROZEN):
        return False
    if "played" in verb.places and not was_played(state, card):
        return False
    return not verb.each_of or _one_for_each(verb.each_of, (*step.picks, card))


def _one_for_each(types: tuple[str, ...], cards: Iterable[Label]) -> bool:
    """Return whether each card can stand for a different one of the types."""
    rest = list(cards)
    if not rest:
        return True
    card, others = rest[0], rest[1:]
    return any(
        _one_for_each(tuple(each for each in types if each != type), others)
        for type in types
        if type in owned_types(card)
    )


def open_cards(state: State, step: Picking, verb: Pick) -> list[Component]:
    """Return the open cards that may be chosen."""
    return [
        card
        for place in places_of_pick(step, verb)
        for card in state.zone(place)
        if fits(state, step, verb, card, place)
    ]


def hidden_range(state: State, step: Picking, verb: Pick) -> tuple[int, int]:
    """Return how many fitting cards a hand must hold and can hold, by all that is known."""
    place = hand_of(step.owner)
    n = state.size(place)
    if "hand" not in verb.places or not n:
        return 0, 0
    fitting = other = 0
    for card, many in unseen_at(state, place):
        if kind_of(card) in CATALOG.kinds and fits(state, step, verb, card, place):
            fitting += many
        else:
            other += many
    return max(0, n - other), min(n, fitting)


class Choice(NamedTuple):
    """Cards to choose from: the open ones, and how many more a hand must and can hold."""

    open: list[Component]
    hidden_low: int
    hidden_high: int


def choice_of(state: State, step: Picking, verb: Pick) -> Choice:
    """Return all cards that can be chosen now."""
    return Choice(open_cards(state, step, verb), *hidden_range(state, step, verb))


def missing(step: Picking, verb: Pick, choice: Choice) -> tuple[int, int]:
    """Return how many cards must still be chosen for certain, and how many can be.

    A text takes all that it asks for, as far as the cards are there (fe-162).
    """
    seen = len(choice.open)
    left = verb.low - len(step.picks)
    if verb.each_of and covered(verb, step):
        left = 0
    return min(left, choice.hidden_low + seen), min(verb.high - len(step.picks), choice.hidden_high + seen)


def covered(verb: Pick, step: Picking) -> bool:
    """Return whether the chosen cards have all types asked for; an Element Woman alone has them (fe-63)."""
    types = {type for card in step.picks for type in owned_types(card)}
    return set(verb.each_of) <= types
