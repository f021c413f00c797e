"""The choices of the players of the simulated table at level ``full``: cards, foes, Defenses."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act

from .outcomes import TRIGGERS, Outcomes
from .turn import JUNK, junk_first


class Choosing(Outcomes):
    """How a question of the app is answered by tags."""

    # Choosing -----------------------------------------------------------------------------------------------------

    def _choose(
        self, code: str, seat: Seat, source: Component, chosen: Sequence[Component], done: Callable[[Component], Any],
        most: int = 1,
    ) -> Iterator[Act]:  # fmt: skip
        """Tap what was chosen, card by card; say that it is all when the app would take more, up to ``most``."""
        codes = (f"pick-{code}", f"may-{code}")
        for card in chosen:
            if self._asked(*codes, seat=seat, card=source):
                yield self._from_where(self._say(seat, card), card)
            after = done(card)
            if after is not None:
                yield from after
        if len(chosen) < most and self._asked(*codes, seat=seat, card=source):
            yield self._say(seat, "verb-confirm#1")

    def _from_where(self, act: Act, card: Component) -> Act:
        """Add to an act whether its card is of the hand or of the discard pile.

        Should the app not know the number of the card, it asks from where it came.
        """
        held = any(card in player.hand for player in self._players.values())
        lay = any(card in player.discard for player in self._players.values())
        return replace(act, choose={"option": "hand" if held else "discard"}) if held or lay else act

    def _own(self, seat: Seat) -> list[Component]:
        player = self._players[seat]
        return [*player.hand, *player.discard]

    def _must(self, cards: Iterable[Component], n: int = 1) -> list[Component]:
        return sorted(cards, key=junk_first)[:n]

    def _discards(
        self, seat: Seat, source: Component, n: int, fits: Callable[[Component], bool] = lambda card: True,
        chooser: Seat | None = None,
    ) -> Iterator[Act]:  # fmt: skip
        """Cards of a hand are discarded, as far as there are fitting ones."""
        chosen = self._must((card for card in self._players[seat].hand if fits(card)), n)
        if chooser is not None:
            chosen = chosen[::-1]
        yield from self._choose("discard", chooser or seat, source, chosen, lambda card: self._discard(seat, card), n)

    def _may_destroy(
        self, seat: Seat, source: Component, among: Iterable[Component], fits: Callable[[Component], bool] = bool
    ) -> Generator[Act, None, list[Component]]:
        """Junk goes gladly, something else now and then; without any card nobody is asked. What is gone."""
        there = list(among)
        cards = sorted((card for card in there if fits(card)), key=junk_first)
        junk = [card for card in cards if kind_of(card) in JUNK or kind_of(card) in TRIGGERS]
        chosen = []
        if junk and self._rng.random() < 0.8:
            chosen = [self._rng.choice(junk)]
        elif cards and self._rng.random() < 0.25:
            chosen = [self._rng.choice(cards)]
        if there:  # the next question may be that of the next text, for the same card
            yield from self._destroys(seat, source, chosen)
        return chosen

    def _destroys(self, seat: Seat, source: Component, chosen: Sequence[Component]) -> Iterator[Act]:
        yield from self._choose("destroy", seat, source, chosen, lambda card: self._destroy(seat, card))

    def _on_top(
        self, seat: Seat, source: Component, cards: Sequence[Component], low: int, high: int
    ) -> Iterator[Act]:  # fmt: skip
        n = min(high, len(cards)) if low or self._rng.random() < 0.8 else 0
        chosen = self._rng.sample(list(cards), n)
        player = self._players[seat]

        def goes(card: Component) -> None:
            player.discard.remove(card)
            player.deck.append(card)
            player.seen.add(card)

        yield from self._choose("top", seat, source, chosen, goes, high)
        self._on_top_count = len(chosen)

    _on_top_count = 0

    # Revealing ----------------------------------------------------------------------------------------------------

    def _reveal(self, seat: Seat, n: int, source: Component) -> Iterator[Act]:
        """Turn over the top cards of the own deck, as many as there are and not yet seen by everybody."""
        player = self._players[seat]
        if len(player.deck) < n:
            lower = player.discard
            self._rng.shuffle(lower)
            player.seen -= set(lower)
            player.deck, player.discard = lower + player.deck, []
        for card in self._tops(seat, n):
            if card not in player.seen and self._asked("reveal", card=source):
                yield self._say(seat, card)
            player.seen.add(card)

    def _tops(self, seat: Seat, n: int) -> list[Component]:
        return self._players[seat].deck[::-1][:n]

    # Attacks ------------------------------------------------------------------------------------------------------

    def _attack_one(self, seat: Seat, source: Component, kind: Kind) -> Iterator[Act]:
        foes = self._sides.foes(seat)
        foe = self._rng.choice(foes)
        if len(foes) > 1:
            yield self._say(seat, self._seat_token(foe))
        yield from self._attack(source, seat, (foe,), kind)

    def _attack(
        self, source: Component, by: Seat | None, targets: Sequence[Seat], kind: Kind | None = None
    ) -> Iterator[Act]:
        """One after the other defends or is hit; Sinestro is paid once for all who were."""
        landed = False
        used: set[Seat] = set()
        for seat in targets:
            if (yield from self._avoided(seat, by, used)):
                continue
            before = self._footprint(seat)
            self.used.add(f"{kind or kind_of(source)} {'appears' if by is None else 'hits'}")
            hit = getattr(self, f"_{'appears' if by is None else 'hit'}_{(kind or kind_of(source)).replace('-', '_')}")
            yield from hit(seat, source, by)
            landed |= self._house.rules.nothing_to_lose == "is-hit" or self._footprint(seat) != before
        if landed and by is not None and self._villains.get(by) == "sinestro":
            self._wait("sinestro", "vp-1", by, source)

    def _footprint(self, seat: Seat) -> tuple[int, ...]:
        """Return the numbers of a player that an Attack can change."""
        player = self._players[seat]
        return (self._tokens[seat], *map(len, (player.hand, player.discard, player.in_play)), len(player.cards))

    def _avoided(self, seat: Seat, by: Seat | None, used: set[Seat]) -> Generator[Act, None, bool]:
        """Play a Defense, mostly, and return True when one was played.

        The player attacked does so when the hand holds one, or else a mate who has used none in this Attack.
        """
        may = [each for each in self._sides.mates(seat) if self._sides.one_for_each or each not in used]
        if not any(self._players[each].hand for each in may):
            return False
        for each in sorted(may, key=lambda mate: mate != seat):
            held = [card for card in self._players[each].hand if CATALOG.get(card).defense]
            if held and self._rng.random() < (0.85 if each == seat else 0.5):
                used.add(each)
                yield from self._defends(each, self._rng.choice(held), by)
                return True
        yield self._say(seat, "verb-no#1")
        return False

    def _defends(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        kind = kind_of(card)
        self.used.add(f"{kind} defends")
        yield self._say(seat, card)
        yield from getattr(self, f"_defend_{kind.replace('-', '_')}")(seat, card, by)
