"""What a deck is worth at the end: pure arithmetic over kinds, with a line for each so that anybody can check it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.view import ScoreLine

from .catalog import CATALOG, CardFacts

STARRED_MAX: Final = 10
"""Most that Deathstorm or Phantom Stranger can be worth."""

DEATHSTORM_FREE: Final = 20
"""Cards that a deck may hold before Deathstorm loses a point for each further one."""


class ScoringOptions(Protocol):
    """The ruleset options that the count depends on."""

    @property
    def vulnerability(self) -> int:
        """Points of a Vulnerability: 0 as printed, or -1 as the French rulebook's set-up says."""


def deck_points(cards: Iterable[Component | Kind], options: ScoringOptions) -> tuple[ScoreLine, ...]:
    """Score a deck in lines, in catalog order, of points that may be negative ("Forever Evil, End of Game").

    There is one line a kind, and one a card of those whose worth depends on the deck.
    ``cards`` is the whole deck after the clean-up. ``LookupError`` for a card that is not part of the game,
    ``ValueError`` for a piece that no deck can hold.
    """
    counts = Counter(kind_of(card) for card in cards)
    for kind in counts:
        if not CATALOG.get(kind).in_deck:
            raise ValueError(f"{kind!r} cannot be part of a deck: count only cards, without Super-Villain and tokens")
    free = sum(n for kind, n in counts.items() if CATALOG.get(kind).cost == 0)
    return tuple(
        line
        for facts in CATALOG.kinds.values()
        if facts.kind in counts
        for line in _lines(facts, counts[facts.kind], counts.total(), free, options)
    )


def deck_total(cards: Iterable[Component | Kind], options: ScoringOptions) -> int:
    """The sum of ``deck_points``; below zero where Weaknesses outweigh the rest."""
    return sum(line.points for line in deck_points(cards, options))


def token_line(purse: Mapping[int, int]) -> ScoreLine:
    """The tokens on the Super-Villain, added to the cards ("Forever Evil, New Addition: Victory Point Tokens")."""
    total = sum(value * count for value, count in purse.items())
    return ScoreLine("tokens", total, {"n": total})


def super_hero_count(cards: Iterable[Component | Kind]) -> int:
    """Cards with the title Super Hero, however they were come by: they break a tie ("Forever Evil, End of Game")."""
    return sum(CATALOG.get(card).super_hero for card in cards)


def winners(totals: Mapping[Seat, int], heroes: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The highest total; of those tied, the most Super Heroes; still level, they share the win. In seat order."""
    best = max(((total, heroes[seat]) for seat, total in totals.items()), default=None)
    return tuple(seat for seat, total in totals.items() if (total, heroes[seat]) == best)


def deathstorm(deck_size: int) -> int:
    """10 up to 20 cards, one less for each further card, never below 0."""
    return max(0, STARRED_MAX - max(0, deck_size - DEATHSTORM_FREE))


def phantom_stranger(free_cards: int) -> int:
    """10 less one for each card of cost 0 in the deck, never below 0."""
    return max(0, STARRED_MAX - free_cards)


def _lines(facts: CardFacts, n: int, deck_size: int, free: int, options: ScoringOptions) -> tuple[ScoreLine, ...]:
    match facts.vp_rule:
        case "deathstorm":
            return n * (ScoreLine("deathstorm", deathstorm(deck_size), {"kind": facts.kind, "n": deck_size}),)
        case "phantom-stranger":
            return n * (ScoreLine("phantom-stranger", phantom_stranger(free), {"kind": facts.kind, "n": free}),)
    each = options.vulnerability if facts.kind == "vulnerability" else facts.vp or 0
    return (ScoreLine("cards", n * each, {"kind": facts.kind, "n": n, "each": each}),)
