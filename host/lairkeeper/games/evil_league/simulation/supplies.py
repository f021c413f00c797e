"""The Parts and Loot that villains draw and pick up at level ``full``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lairkeeper.simulation.acts import Act

from .table import FULL, GOODS, LAIR, GroundTruth, Villain
from .taps import Taps


class Supplies:
    """Belongings that come to villains, and how the app is told of them."""

    def __init__(self, truth: GroundTruth, taps: Taps) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps

    def draw(self, villain: Villain, *, parts: int = 0, loot: int = 0) -> Iterator[Act]:
        """Draw from bag and deck, as far as there is room."""
        for _ in range(parts):
            part = self._truth.draw_part() if self._truth.room(villain, "part") else None
            if part is not None:
                villain.spare.append(part)
                yield self._taps.say(villain.seat, part)
        for _ in range(loot):
            card = self._truth.draw_loot() if self._truth.room(villain, "loot") else None
            if card is not None:
                villain.hand.append(card)
                self._truth.shown.discard(card)
                yield self._taps.say(villain.seat, card)

    def choose(self, villain: Villain, places: Sequence[str], good: str, n: int) -> Iterator[Act]:
        """Take up to ``n`` of the things that lie at some places, as far as there is room.

        The only thing there comes by itself.
        """
        for _ in range(n):
            lying = [(place, item) for place in places for item in self._truth.lying[place]]
            if not lying or not self._truth.room(villain, good):
                return
            place, item = self._rng.choice(lying)
            self._truth.lying[place].remove(item)
            if good == "part":
                villain.spare.append(item)
            else:
                villain.hand.append(item)
                self._truth.shown.add(item)
            if len(lying) > 1:
                yield self._taps.say(villain.seat, item)

    def pick_up(self, villain: Villain) -> Iterator[Act]:
        """Take what the location has to give; choose one of several things."""
        if villain.place == LAIR:
            villain.more_power(1)
            return
        yield from self.choose(villain, [villain.place], GOODS[villain.place], 1)

    def has_any(self, villain: Villain) -> bool:
        """Return True when the location has something for a villain."""
        if villain.place == LAIR:
            return villain.power < FULL
        room = GOODS[villain.place] == "part" or self._truth.room(villain, "loot")
        return bool(self._truth.lying[villain.place]) and room

    def deal(self) -> Iterator[Act]:
        """Fill the route: a Scheme at each place, and three things."""
        truth, taps = self._truth, self._taps
        for place in truth.route:
            if truth.plans[place] is None and truth.schemes:
                plan = truth.plans[place] = truth.schemes.pop()
                on_place = taps.places and self._rng.random() < 0.5
                yield taps.put(place if on_place else "tap", plan)
        for good in ("part", "loot"):
            for place in (each for each in truth.route if GOODS[each] == good):
                while len(truth.lying[place]) < 3:
                    piece = truth.draw_part() if good == "part" else truth.draw_loot()
                    if piece is None:
                        break
                    truth.lying[place].append(piece)
                    yield taps.tap(piece)
