"""The playing of cards at the simulated table of level ``full``, step by step with the taps that tell the app."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act

from .hero_texts import HeroTexts
from .parts import Parts, Text
from .shared_texts import SharedTexts
from .single_texts import SingleTexts
from .turn import LOCATION

_BONUS: Final = {
    "belle-reve": "villain",
    "central-city": "super-power",
    "happy-harbor": "hero",
    "star-labs": "equipment",
}


class Playing:
    """A card that is played: its text, what lies in play already, what the Super-Villain makes of it."""

    def __init__(self, parts: Parts) -> None:
        self._truth = parts.truth
        self._dialogue = parts.dialogue
        self._outcomes = parts.outcomes
        self._settling = parts.settling
        self._is_a, self._cost = parts.truth.house.is_a, parts.truth.house.cost
        self._texts: Mapping[Kind, Text] = {
            **SharedTexts(parts, self).by_kind,
            **SingleTexts(parts, self).by_kind,
            **HeroTexts(parts, self).by_kind,
        }

    def from_hand(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Play a card of the hand, and let happen what it sets off."""
        player = self._truth.players[seat]
        player.hand.remove(card)
        player.in_play.append(card)
        yield self._dialogue.say(seat, card)
        yield from self._settling.settled(self.played(seat, card))

    def played(self, seat: Seat, card: Component, *, from_hand: bool = True) -> Iterator[Act]:
        """Carry out a card in play, then Locations, then what the Super-Villain makes of it."""
        outcomes, facts = self._outcomes, self._outcomes.turn
        facts.plays.append(card)
        if not from_hand and self._is_a(card, LOCATION) and self._truth.house.rules.locations == "from-hand-stay":
            facts.passing.add(card)
        outcomes.power(seat, sum(2 for wanted in facts.later if self._is_a(card, *wanted)))
        outcomes.used.add(kind_of(card))
        yield from self.text(kind_of(card), seat, card)
        if self._truth.is_turn(seat):
            outcomes.power(seat, self._bonus(seat, card))
            self._first_of(seat, card)

    def text(self, kind: Kind, seat: Seat, source: Component) -> Iterator[Act]:
        """Carry out the text of a kind, played by ``seat`` as the card ``source``."""
        power = CATALOG.get(kind).power
        if power:
            self._outcomes.power(seat, power)
        if kind in self._texts:
            yield from self._texts[kind](seat, source)

    def _first_of(self, seat: Seat, card: Component) -> None:
        """Let some Super-Villains destroy the first card of a kind, or the first of all."""
        villain, facts = self._truth.villains.get(seat), self._outcomes.turn
        if facts.first_of or villain not in ("black-adam", "bane"):
            return
        fits = self._is_a(card, "super-power") if villain == "black-adam" else self._cost(card) > 0
        facts.first_of = fits or villain == "bane"
        if fits and card in self._truth.players[seat].in_play:
            self._outcomes.wait(villain, "destroy-played", seat, card)

    def _bonus(self, seat: Seat, card: Component) -> int:
        """Return the Power that the cards in play add for a card."""
        player, paid = self._truth.players[seat], self._outcomes.turn.paid
        lasting = [each for each in player.in_play if each != card and each not in self._outcomes.idle]
        if any(kind_of(each) == "firestorm" for each in lasting):
            lasting += player.on_villain
        total = 0
        for each in lasting:
            kind = kind_of(each)
            if kind == "green-arrow":
                total += kind_of(card) == "punch"
            elif (
                kind in _BONUS and self._is_a(card, _BONUS[kind]) and (kind, kind_of(card)) != ("central-city", "kick")
            ):
                total += each not in paid
                if self._truth.house.rules.location_bonus == "once-a-turn":
                    paid.add(each)
        return total
