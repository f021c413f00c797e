"""Checks that enough cards have printed numbers for a match, and that a starting deck has its size.

"DC Forever, Create Decks" and "Multiplayer Setup": a deck has 12 cards. Alone against two a Rogue's deck has 18 and a
Hero's 16; each player of a pair has 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State

from .catalog import CARDS_OF, LOCATION_KINDS, PRINTED, RESOURCE_KINDS, UNALIGNED_KINDS
from .places import AT, HERO, ROGUE, players, side
from .refusals import DC, no
from .roster import ROSTER

STARRED: Final[Mapping[str, int]] = {HERO: 4, ROGUE: 6}
"""Number of starting cards of a character, by side."""


def typed(state: State, kind: Kind) -> bool:
    """Return True when a kind has all its numbers; of some kinds the pieces are told apart, of others not."""
    facts = state.printed(kind) or state.printed(f"{kind}#1")
    return all(facts.get(field.name) is not None for field in PRINTED.fields[kind] if not field.optional)


def untyped(state: State, character: Component | Kind) -> Kind | None:
    """Return the first of a character and its cards whose numbers nobody has typed, or None."""
    kind = kind_of(character)
    return next((each for each in (kind, *CARDS_OF[kind]) if not typed(state, each)), None)


def numbers_missing(state: State, setup: Mapping[str, Any]) -> Refused | None:
    """Return why a match cannot be followed in full, with the next kind to type, or None."""
    for card in _named(setup):
        gap = untyped(state, card)
        if gap is not None:
            every = (kind_of(card), *CARDS_OF[kind_of(card)])
            have = sum(typed(state, kind) for kind in every)
            return no(DC.NUMBERS_MISSING, "decks", card=gap, have=have, need=len(every))
    for which in (ROGUE, HERO):
        need = 4 if len(state.seats) == 2 else 6
        kinds = [kind for kind, entry in ROSTER.items() if entry.side == which]
        refused = _few([(kind, untyped(state, kind)) for kind in kinds], need, "decks")
        if refused is not None:
            return refused
    neutrals = 0 if setup.get("unaligned") == "none" else 1
    for group, need, cite in (
        (RESOURCE_KINDS, len(RESOURCE_KINDS), "decks"),
        (LOCATION_KINDS, len(AT), "locations"),
        (UNALIGNED_KINDS, neutrals, "unaligned"),
    ):
        refused = _few([(kind, None if typed(state, kind) else kind) for kind in group], need, cite)
        if refused is not None:
            return refused
    return None


def _named(setup: Mapping[str, Any]) -> Iterable[Component]:
    """Return the characters that a set-up gives to a player."""
    for path, cards in setup.items():
        if path.partition(".")[0] in ("team", "starters") and isinstance(cards, list | tuple):
            yield from (card for card in map(str, cards) if kind_of(card) in ROSTER)


def _few(gaps: list[tuple[Kind, Kind | None]], need: int, cite: str) -> Refused | None:
    """Return the refusal when too few of these kinds have their numbers, else None."""
    have = sum(gap is None for _, gap in gaps)
    if have >= need:
        return None
    card = next(gap for _, gap in gaps if gap is not None)
    return no(DC.NUMBERS_MISSING, cite, card=card, have=have, need=need)


def deck_needs(state: State, seat: Seat, starters: int) -> int:
    """Return the size of a starting deck with so many starting characters."""
    which = side(state, seat)
    pair = len(players(state, which)) == 2
    each = len(CARDS_OF[_any_of(which)]) if pair else STARRED[which]
    spare = 0 if which == ROGUE else 2 if pair else 4
    return starters * each + spare


def _any_of(which: str) -> Kind:
    """Return a character of a side with one copy of each of its cards."""
    return "cheetah" if which == ROGUE else "batman"


def wrong_deck(state: State, seat: Seat, starters: Iterable[Component], have: int) -> Refused | None:
    """Return why a starting deck has the wrong size, or None; the marks of its starting cards are wrong then."""
    cards = tuple(starters)
    need = deck_needs(state, seat, len(cards))
    if have == need or not cards:
        return None
    return no(DC.DECK_SIZE, "decks", card=cards[0], have=have, need=need)
