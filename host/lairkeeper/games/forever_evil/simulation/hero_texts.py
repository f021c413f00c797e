"""The texts of the Super Heroes, one method a hero: what each does when it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .parts import Parts, Plays, Text
from .turn import LOCATION, junk_first

OVER_AT_ONCE: Final = frozenset(
    {
        "commissioner-gordon", "element-woman", "power-girl", "stargirl", "steve-trevor", "emperor-penguin",
        "johnny-quick", "man-bat", "giant-growth", "invulnerable", "ultra-strength", "word-of-power",
        "cosmic-staff", "power-armor", "venom-injector", "belle-reve", "blackgate-prison", "central-city",
        "earth-3", "happy-harbor", "star-labs", "martian-manhunter", "cyborg", "green-arrow", "swamp-thing",
    }
)  # fmt: skip
"""Kinds whose text asks nobody: of two cards that Shazam! has gained they are played first."""


class HeroTexts:
    """The text of each Super Hero; those that share a text are in ``SharedTexts``."""

    def __init__(self, parts: Parts, plays: Plays) -> None:
        self._truth = parts.truth
        self._dialogue = parts.dialogue
        self._outcomes = parts.outcomes
        self._choices = parts.choices
        self._settling = parts.settling
        self._plays = plays
        self._cost, self._is_a = parts.truth.house.cost, parts.truth.house.is_a
        self.by_kind: Mapping[Kind, Text] = {
            "aquaman": self._aquaman,
            "constantine": self._constantine,
            "cyborg": lambda seat, source: self._pays_for(seat, "super-power", "equipment"),
            "martian-manhunter": lambda seat, source: self._pays_for(seat, "hero", "villain"),
            "shazam": self._shazam,
            "swamp-thing": self._swamp_thing,
            "the-flash": self._the_flash,
        }

    def _aquaman(self, seat: Seat, source: Component) -> Iterator[Act]:
        n = yield from self._choices.on_top(seat, source, self._truth.players[seat].discard, 0, 3)
        if not n:
            self._outcomes.power(seat, 3)

    def _constantine(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Show three cards: one is drawn, and one destroyed for its points."""
        player = self._truth.players[seat]
        yield from self._choices.reveal(seat, 3, source)
        shown = sorted(self._choices.tops(seat, 3), key=junk_first)

        def drawn(card: Component) -> None:
            player.deck.remove(card)
            player.hand.append(card)

        yield from self._choices.choose("draw", seat, source, shown[-1:], drawn)
        chosen = shown[:-1][:1]
        yield from self._choices.destroys(seat, source, chosen)
        self._outcomes.gain_vp(seat, max(0, sum(self._truth.house.points(card) for card in chosen)))

    def _pays_for(self, seat: Seat, *wanted: str) -> Iterator[Act]:
        """Pay 2 for each such card played this turn, before and after."""
        facts = self._outcomes.turn
        self._outcomes.power(seat, 2 * sum(self._is_a(card, *wanted) for card in facts.plays))
        if self._truth.is_turn(seat):
            facts.later.append(wanted)
        yield from ()

    def _shazam(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Gain two cards of the main deck, then play them; one of them is destroyed."""
        player = self._truth.players[seat]
        taken, gained = [], []
        for _ in range(2):
            if not self._truth.main_deck:
                break
            card = self._truth.main_deck.pop()
            taken.append(card)
            yield self._dialogue.say(seat, card)
            if self._truth.sides.turned(seat, card):
                self._outcomes.comes_to(seat, card)
            else:
                player.in_play.append(card)
                gained.append(card)
            self._outcomes.acquired(seat, card, from_line_up=False)
        self._outcomes.idle.update(gained)
        for card in sorted(gained, key=lambda each: kind_of(each) not in OVER_AT_ONCE):
            self._outcomes.idle.discard(card)
            if card in player.in_play:
                yield from self._settling.settled(self._plays.played(seat, card, from_hand=False))
        there = [card for card in taken if card in player.in_play]
        yield from self._choices.destroys(seat, source, sorted(there, key=self._cost)[:1])

    def _swamp_thing(self, seat: Seat, source: Component) -> Iterator[Act]:
        players = self._truth.players.values()
        locations = sum(self._is_a(card, LOCATION) for player in players for card in player.in_play)
        self._outcomes.power(seat, 2 * locations)
        yield from ()

    def _the_flash(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._truth.players[seat].draw(3)
        yield from self._choices.discards(seat, source, 1)
