"""The choices of the players of the simulated table at level ``full``: which cards, and how the app is told of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .dialogue import Dialogue
from .outcomes import TRIGGERS, Outcomes
from .table import GroundTruth
from .turn import JUNK, LOCATION, junk_first


def must(cards: Iterable[Component], n: int = 1) -> list[Component]:
    """Return the cards that a player gives away who has to."""
    return sorted(cards, key=junk_first)[:n]


class Choices:
    """Players who choose, and answer the app's questions by tags."""

    def __init__(self, truth: GroundTruth, outcomes: Outcomes, dialogue: Dialogue) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._outcomes = outcomes
        self._dialogue = dialogue

    def choose(
        self, code: str, seat: Seat, source: Component, chosen: Sequence[Component], done: Callable[[Component], None],
        most: int = 1,
    ) -> Iterator[Act]:  # fmt: skip
        """Tap what was chosen, card by card; say that it is all when the app would take more, up to ``most``."""
        codes = (f"pick-{code}", f"may-{code}")
        for card in chosen:
            if self._dialogue.asked(*codes, seat=seat, card=source):
                yield self._from_where(self._dialogue.say(seat, card), card)
            done(card)
        if len(chosen) < most and self._dialogue.asked(*codes, seat=seat, card=source):
            yield self._dialogue.say(seat, "verb-confirm#1")

    def _from_where(self, act: Act, card: Component) -> Act:
        """Add to an act whether its card is of the hand or of the discard pile.

        Should the app not know the number of the card, it asks from where it came.
        """
        players = self._truth.players.values()
        held = any(card in player.hand for player in players)
        lay = any(card in player.discard for player in players)
        return replace(act, choose={"option": "hand" if held else "discard"}) if held or lay else act

    def own(self, seat: Seat) -> list[Component]:
        """Return the cards of a hand and a discard pile."""
        player = self._truth.players[seat]
        return [*player.hand, *player.discard]

    def discards(
        self, seat: Seat, source: Component, n: int, fits: Callable[[Component], bool] = lambda card: True,
        chooser: Seat | None = None,
    ) -> Iterator[Act]:  # fmt: skip
        """Discard cards of a hand, as far as there are fitting ones."""
        chosen = must((card for card in self._truth.players[seat].hand if fits(card)), n)
        if chooser is not None:
            chosen = chosen[::-1]
        yield from self.choose(
            "discard", chooser or seat, source, chosen, lambda card: self._outcomes.discard(seat, card), n
        )

    def may_destroy(
        self, seat: Seat, source: Component, among: Iterable[Component], fits: Callable[[Component], bool] = bool
    ) -> Generator[Act, None, list[Component]]:
        """Destroy junk gladly, something else now and then; without any card nobody is asked. Return what is gone."""
        there = list(among)
        cards = sorted((card for card in there if fits(card)), key=junk_first)
        junk = [card for card in cards if kind_of(card) in JUNK or kind_of(card) in TRIGGERS]
        chosen = []
        if junk and self._rng.random() < 0.8:
            chosen = [self._rng.choice(junk)]
        elif cards and self._rng.random() < 0.25:
            chosen = [self._rng.choice(cards)]
        if there:  # the next question may be that of the next text, for the same card
            yield from self.destroys(seat, source, chosen)
        return chosen

    def destroys(self, seat: Seat, source: Component, chosen: Sequence[Component]) -> Iterator[Act]:
        """Let a seat destroy what was chosen."""
        yield from self.choose("destroy", seat, source, chosen, lambda card: self._outcomes.destroy(seat, card))

    def on_top(
        self, seat: Seat, source: Component, cards: Sequence[Component], low: int, high: int
    ) -> Generator[Act, None, int]:
        """Put cards of the discard pile on top of the deck; return how many."""
        n = min(high, len(cards)) if low or self._rng.random() < 0.8 else 0
        chosen = self._rng.sample(list(cards), n)
        player = self._truth.players[seat]

        def goes(card: Component) -> None:
            player.discard.remove(card)
            player.deck.append(card)
            player.seen.add(card)

        yield from self.choose("top", seat, source, chosen, goes, high)
        return len(chosen)

    def push_back(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Move one Location, of the player's choice, to the discard pile."""
        player = self._truth.players[seat]
        locations = [card for card in player.in_play if self._truth.house.is_a(card, LOCATION)]

        def goes(card: Component) -> None:
            player.in_play.remove(card)
            player.discard.append(card)
            self._outcomes.kept.discard(card)

        yield from self.choose("push-back", seat, source, locations[-1:], goes)

    # Revealing ----------------------------------------------------------------------------------------------------

    def reveal(self, seat: Seat, n: int, source: Component) -> Iterator[Act]:
        """Turn over the top cards of the own deck, as many as there are and not yet seen by everybody."""
        player = self._truth.players[seat]
        if len(player.deck) < n:
            lower = player.discard
            self._rng.shuffle(lower)
            player.seen -= set(lower)
            player.deck, player.discard = lower + player.deck, []
        for card in self.tops(seat, n):
            asked = card not in player.seen and self._dialogue.asked("reveal", card=source)
            if asked and not self._dialogue.shows(seat, card):
                yield self._dialogue.say(seat, card)
            player.seen.add(card)

    def tops(self, seat: Seat, n: int) -> list[Component]:
        """Return the top cards of a deck, the uppermost first."""
        return self._truth.players[seat].deck[::-1][:n]
