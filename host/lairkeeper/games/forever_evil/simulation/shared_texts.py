"""The texts that several cards of Forever Evil have, with other types and numbers on each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .parts import Parts, Plays, Text

_FOR_COST: Final = {
    "amanda-waller": "villain",
    "the-blight": "super-power",
    "super-intellect": "equipment",
    "secret-society-communicator": "hero",
}
_TRASH: Final = {
    "steel": "hero",
    "atomica": "villain",
    "expert-marksman": "super-power",
    "sledgehammer": "equipment",
}
_COUNTS: Final = {
    "owlman": ("equipment", "equipment"),
    "power-ring": ("hero", "hero"),
    "superwoman": ("villain", "villain"),
    "ultraman": (None, "super-power"),
}
_AGAIN: Final = {
    "batman": ("equipment", 3, 6),
    "green-lantern": ("hero", 3, 6),
    "wonder-woman": ("villain", 3, 6),
    "superman": ("super-power", 4, 99),
}
_TO_TOP: Final = {"vibe": ("hero", "super-power"), "grid": ("villain", "equipment")}


class SharedTexts:
    """Each method is a text; the tables above say which cards have it."""

    def __init__(self, parts: Parts, plays: Plays) -> None:
        self._truth = parts.truth
        self._rng = parts.truth.rng
        self._dialogue = parts.dialogue
        self._outcomes = parts.outcomes
        self._choices = parts.choices
        self._settling = parts.settling
        self._plays = plays
        self._cost, self._is_a = parts.truth.house.cost, parts.truth.house.is_a
        self.by_kind: Mapping[Kind, Text] = {
            **{kind: partial(self._destroy_for_cost, wanted) for kind, wanted in _FOR_COST.items()},
            **{kind: partial(self._trash, kept) for kind, kept in _TRASH.items()},
            **{kind: partial(self._count_names, *words) for kind, words in _COUNTS.items()},
            **{kind: partial(self._play_destroyed, *words) for kind, words in _AGAIN.items()},
            **{kind: partial(self._to_top, wanted) for kind, wanted in _TO_TOP.items()},
        }

    def _destroy_for_cost(self, wanted: str, seat: Seat, source: Component) -> Iterator[Act]:
        chosen = yield from self._choices.may_destroy(seat, source, self._choices.own(seat))
        if chosen:
            self._outcomes.power(seat, self._cost(chosen[0]) if self._is_a(chosen[0], wanted) else 0)
        else:
            self._outcomes.power(seat, 2)

    def _trash(self, kept: str, seat: Seat, source: Component) -> Iterator[Act]:
        own = self._choices.own(seat)
        chosen = yield from self._choices.may_destroy(seat, source, own, lambda card: not self._is_a(card, kept))
        if chosen and self._cost(chosen[0]) > 0:
            self._outcomes.gain_vp(seat, 1)

    def _count_names(self, goes: str | None, counted: str, seat: Seat, source: Component) -> Iterator[Act]:
        there = [card for card in self._truth.line_up if goes is None or self._is_a(card, goes, owned=False)]
        chosen = [self._rng.choice(there)] if there and self._rng.random() < 0.7 else []
        yield from self._choices.destroys(seat, source, chosen)
        names = {kind_of(card) for card in self._truth.destroyed if self._is_a(card, counted, owned=False)}
        self._outcomes.power(seat, len(names))

    def _play_destroyed(self, wanted: str, power: int, most: int, seat: Seat, source: Component) -> Iterator[Act]:
        """Play up to three destroyed cards, which go under the main deck when all is done."""
        player, destroyed = self._truth.players[seat], self._truth.destroyed
        played: list[Component] = []
        while len(played) < 3:
            there = [c for c in destroyed if self._is_a(c, wanted, owned=False) and self._cost(c) <= most]
            if not there or self._rng.random() < 0.15:
                break
            card = self._rng.choice(there)
            if not self._dialogue.asked("may-play", seat=seat, card=source):
                break
            yield self._dialogue.say(seat, card)
            destroyed.remove(card)
            player.in_play.append(card)
            played.append(card)
            yield from self._settling.settled(self._plays.played(seat, card, from_hand=False))
        if self._dialogue.asked("may-play", seat=seat, card=source):
            yield self._dialogue.say(seat, "verb-confirm#1")
        for card in played:
            if card in player.in_play:
                player.in_play.remove(card)
                self._outcomes.under_main_deck(card)
        if not played:
            self._outcomes.power(seat, power)

    def _to_top(self, wanted: tuple[str, ...], seat: Seat, source: Component) -> Iterator[Act]:
        discard = self._truth.players[seat].discard
        fitting = [card for card in discard if self._cost(card) <= 5 and self._is_a(card, *wanted)]
        yield from self._choices.on_top(seat, source, fitting, 0, 1)
