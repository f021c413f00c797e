"""Points of a deck at the end: pure arithmetic over kinds, with a line for each so that anybody can check it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.view import ScoreLine

from .catalog import CATALOG, CardFacts

STARRED_MAX: Final = 10
"""Most points of Deathstorm or Phantom Stranger."""

DEATHSTORM_FREE: Final = 20
"""Cards that a deck may hold before Deathstorm loses a point for each further one."""


class ScoringOptions(Protocol):
    """Ruleset options that the count depends on."""

    @property
    def vulnerability(self) -> int:
        """Return the points of a Vulnerability: 0 as printed, or -1 as the French rulebook's set-up says."""


def deck_points(cards: Iterable[Component | Kind], options: ScoringOptions) -> tuple[ScoreLine, ...]:
    """Score a deck in lines, in catalog order, of points that may be negative ("Forever Evil, End of Game").

    ``cards`` is the whole deck after the clean-up (fe-111). There is one line a kind, whatever the copies (fe-135), and
    one a card of those whose worth depends on the deck.

    Raises ``LookupError`` for a card that is not part of the game, ``ValueError`` for a piece that no deck can hold.
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
    """Return the sum of ``deck_points``, which may be below zero (fe-119)."""
    return sum(line.points for line in deck_points(cards, options))


def token_line(purse: Mapping[int, int]) -> ScoreLine:
    """Return the line of the tokens on the Super-Villain, which are added to the cards.

    See "Forever Evil, New Addition: Victory Point Tokens".
    """
    total = sum(value * count for value, count in purse.items())
    return ScoreLine("tokens", total, {"n": total})


def super_hero_count(cards: Iterable[Component | Kind]) -> int:
    """Return the number of cards with the title Super Hero, however the player got them (fe-123).

    They break a tie ("Forever Evil, End of Game").
    """
    return sum(CATALOG.get(card).super_hero for card in cards)


def winners(totals: Mapping[Seat, int], heroes: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Return the winners, in seat order: those with the highest total (fe-184).

    Of players who are tied, the most Super Heroes win (fe-121). Still level, they share the win (fe-122).
    """
    best = max(((total, heroes[seat]) for seat, total in totals.items()), default=None)
    return tuple(seat for seat, total in totals.items() if (total, heroes[seat]) == best)


def deathstorm(deck_size: int) -> int:
    """Return 10 up to 20 cards, one less for each further card, never below 0 (fe-116)."""
    return max(0, STARRED_MAX - max(0, deck_size - DEATHSTORM_FREE))


def phantom_stranger(free_cards: int) -> int:
    """Return 10, less one for each card of cost 0 in the deck, never below 0 (fe-117)."""
    return max(0, STARRED_MAX - free_cards)


def _lines(facts: CardFacts, n: int, deck_size: int, free: int, options: ScoringOptions) -> tuple[ScoreLine, ...]:
    """Return the lines of one kind: its printed VP, also below zero (fe-118), or a line for each starred card."""
    match facts.vp_rule:
        case "deathstorm":
            return n * (ScoreLine("deathstorm", deathstorm(deck_size), {"kind": facts.kind, "n": deck_size}),)
        case "phantom-stranger":
            return n * (ScoreLine("phantom-stranger", phantom_stranger(free), {"kind": facts.kind, "n": free}),)
    each = options.vulnerability if facts.kind == "vulnerability" else facts.vp or 0
    return (ScoreLine("cards", n * each, {"kind": facts.kind, "n": n, "each": each}),)
