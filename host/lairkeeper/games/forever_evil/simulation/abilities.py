"""The abilities that players of level ``full`` use in their own turn: Locations, kept cards, Super-Villains."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .parts import Parts
from .playing import Playing
from .single_texts import WATCH


class Abilities:
    """Players who do something beside playing and buying."""

    def __init__(self, parts: Parts, playing: Playing) -> None:
        self._truth = parts.truth
        self._rng = parts.truth.rng
        self._dialogue = parts.dialogue
        self._outcomes = parts.outcomes
        self._choices = parts.choices
        self._settling = parts.settling
        self._attacks = parts.attacks
        self._playing = playing

    def use(self, seat: Seat) -> Iterator[Act]:
        """Use Locations that show the top card, cards that were kept, The Joker, Bizarro's Weaknesses."""
        player, villain, outcomes = self._truth.players[seat], self._truth.villains.get(seat), self._outcomes
        for card in tuple(player.in_play):
            if card in player.in_play and card not in outcomes.turn.used:
                if card in outcomes.kept and kind_of(card) not in WATCH:
                    yield from self._kept(seat, card)
                elif kind_of(card) in WATCH:
                    yield from self._location(seat, card)
        if villain == "the-joker" and "the-joker#1" not in outcomes.turn.used:
            yield from self._the_joker(seat)
        while villain == "bizarro" and sum(kind_of(card) == "weakness" for card in player.discard) >= 2:
            yield from self._bizarro(seat)

    def _location(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Blackgate Prison and Earth-3 show the top card of the deck, once in each own turn."""
        self._outcomes.turn.used.add(card)
        self._outcomes.used.add(f"{kind_of(card)} watches")
        yield self._dialogue.say(seat, card)
        yield from self._settling.settled(self._watches(seat, card))

    def _watches(self, seat: Seat, card: Component) -> Iterator[Act]:
        yield from self._choices.reveal(seat, 1, card)
        for top in self._choices.tops(seat, 1):
            if kind_of(top) in WATCH[kind_of(card)]:
                yield from self._choices.destroys(seat, card, [top])
                self._outcomes.gain_vp(seat, 1)

    def _kept(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Play the card again that Firestorm Matrix has left in play."""
        self._outcomes.turn.used.add(card)
        yield self._dialogue.say(seat, card)
        yield from self._settling.settled(self._playing.played(seat, card))

    def _the_joker(self, seat: Seat) -> Iterator[Act]:
        """Destroy a Villain that was played this turn, for a card and an Attack on every foe."""
        plays = {kind_of(card) for card in self._outcomes.turn.plays}
        in_play, is_a = self._truth.players[seat].in_play, self._truth.house.is_a
        there = [card for card in in_play if is_a(card, "villain") and kind_of(card) in plays]
        if there and self._rng.random() < 0.7:
            self._outcomes.used.add("the-joker")
            self._outcomes.turn.used.add("the-joker#1")
            yield self._dialogue.say(seat, "the-joker#1")
            yield from self._settling.settled(self._jokes(seat, self._rng.choice(there)))

    def _jokes(self, seat: Seat, card: Component) -> Iterator[Act]:
        yield from self._choices.destroys(seat, "the-joker#1", [card])
        self._truth.players[seat].draw(1)
        yield from self._attacks.attack_foes(seat, "the-joker#1", "the-joker")

    def _bizarro(self, seat: Seat) -> Iterator[Act]:
        self._outcomes.used.add("bizarro")
        yield self._dialogue.say(seat, "bizarro#1")
        yield from self._settling.settled(self._puts_back(seat))

    def _puts_back(self, seat: Seat) -> Iterator[Act]:
        player = self._truth.players[seat]
        weaknesses = [card for card in player.discard if kind_of(card) == "weakness"]
        for card in self._rng.sample(weaknesses, 2):
            if self._dialogue.asked("pick-put-back", seat=seat):
                yield self._dialogue.say(seat, card)
            player.discard.remove(card)
            self._truth.stacks["weakness"].append(card)
        player.draw(1)
