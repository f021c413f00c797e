"""The changes that the house rules of Forever Evil make at the simulated table.

Told a second time, apart from the game's own rules; only what may be agreed, and what is usual, is read from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import build
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.ruleset import Ruleset

ON_RECORD: Final = 106
"""Cards of the main deck whose names are known."""


class House:
    """The house rules of a match, as its players know them. Raises ``ValueError`` for one that there is not."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        rules = build(Ruleset, given)
        if isinstance(rules, Refused):
            raise ValueError(f"no such house rules: {dict(rules.args)}")
        self.rules: Ruleset = rules

    # The box ------------------------------------------------------------------------------------------------------

    def more_cards(self, kinds: Sequence[Kind], rng: Random) -> list[Component]:
        """Cards of the main deck beyond those on record, which are further copies of some of ``kinds``."""
        drawn = Counter(rng.choice(kinds) for _ in range(self.rules.main_deck - ON_RECORD))
        return [f"{kind}#{(CATALOG.get(kind).copies or 0) + n}" for kind, m in drawn.items() for n in range(1, m + 1)]

    def villains(self) -> list[Kind]:
        """Return the Super-Villains that may be played, those of the promotion last."""
        found = sorted(CATALOG.zone("super-villains"), key=lambda facts: facts.promo)
        return [facts.kind for facts in found if self.rules.promos or not facts.promo]

    def tokens_run_out(self, used: int) -> bool:
        """Return True when so many Frozen tokens on cards are all there are."""
        return self.rules.frozen_tokens is not None and used >= self.rules.frozen_tokens

    # What a card is -----------------------------------------------------------------------------------------------

    def cost(self, card: Component) -> int:
        """Central City has two in the printed lists."""
        return self.rules.central_city if kind_of(card) == "central-city" else CATALOG.get(card).cost or 0

    def is_a(self, card: Component, *wanted: str, owned: bool = True) -> bool:
        """Return True for a card of one of these types, in somebody's hands or where nobody owns it."""
        facts = CATALOG.get(card)
        all_of_them = owned or self.rules.element_woman == "everywhere"
        return not set(facts.types + (facts.also_as if all_of_them else ())).isdisjoint(wanted)

    def points(self, card: Component) -> int:
        """Return what Constantine pays for a card.

        The worth of a starred one is only known at the end.
        """
        facts = CATALOG.get(card)
        return self.rules.starred_vp if facts.vp_rule else facts.vp or 0

    # What happens -------------------------------------------------------------------------------------------------

    def first_hit(self, seats: Sequence[Seat], ended: Seat) -> tuple[Seat, ...]:
        """All in the order in which a First Appearance attacks them, after the turn of ``ended``."""
        at = seats.index(ended) + (self.rules.first_appearance == "from-next-turn")
        return (*seats[at:], *seats[:at])

    def gangs(self, plays: Iterable[Component], in_play: Iterable[Component], texts: int, *, itself: bool) -> int:
        """Return what a Royal Flush Gang brings, or its text on Firestorm.

        There were ``texts`` of those texts this turn.
        """
        those = in_play if self.rules.gangs == "in-play" else plays
        n = sum(kind_of(card) == "royal-flush-gang" for card in those)
        each = 2 if self.rules.gang_pays == "both-ways" else 1
        return each * max(0, n - 1) + texts if itself else n

    def texts_on_villain(self, cards: Sequence[Component]) -> list[Component]:
        """Return the cards below a Firestorm whose texts it has.

        It has no other Firestorm's, and by house rule only one Gang's.
        """
        gangs = [card for card in cards if kind_of(card) == "royal-flush-gang"]
        left_out = gangs[:-1] if self.rules.gang_texts == "one" else []
        return [card for card in cards if card not in left_out and kind_of(card) != "firestorm"]

    # The end ------------------------------------------------------------------------------------------------------

    def total(self, tokens: int, deck: Sequence[Component]) -> int:
        """Tokens and cards of one player."""
        kinds = Counter(kind_of(card) for card in deck)
        total = sum(n * (CATALOG.get(kind).vp or 0) for kind, n in kinds.items())
        total += kinds["vulnerability"] * self.rules.vulnerability
        if kinds["deathstorm"]:
            total += kinds["deathstorm"] * min(10, max(0, 30 - len(deck)))
        if kinds["phantom-stranger"]:
            free = sum(n for kind, n in kinds.items() if CATALOG.get(kind).cost == 0)
            total += kinds["phantom-stranger"] * max(0, 10 - free)
        return total + (tokens if self.rules.count_tokens else 0)

    def penguin(self, gone: Iterable[Component]) -> int:
        """Return the tokens that the clean-up before the count brings to the player whose cards it destroys."""
        return 2 * sum(kind_of(card) == "emperor-penguin" for card in gone if self.rules.emperor_penguin_clean_up)

    def is_left_out(self, card: Component) -> bool:
        """Return True when a card in play is not counted, though nothing has set it apart."""
        return self.rules.in_play_at_end == "locations" and "location" not in CATALOG.get(card).types
