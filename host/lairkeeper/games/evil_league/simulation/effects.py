"""The effects of Loot cards and superpowers at level ``full``, told a second time."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.ids import kind_of
from lairkeeper.games.evil_league import GAME
from lairkeeper.simulation.acts import Act

from .supplies import Supplies
from .table import GroundTruth, Villain
from .taps import LOCATIONS, Taps


class Effects:
    """Villains who use cards and superpowers."""

    def __init__(self, truth: GroundTruth, taps: Taps, supplies: Supplies) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._supplies = supplies

    def loot(self, villain: Villain) -> Iterator[Act]:
        """Play a Loot card of the hand."""
        card = self._rng.choice(villain.hand)
        villain.hand.remove(card)
        yield self._taps.say(villain.seat, card, by=villain.seat)
        self._truth.shown.discard(card)
        self._truth.throw(card)
        ((word, n),) = GAME.printed.proxy[kind_of(card)]["effect"]
        yield from self._effect(villain, word, n)

    def superpower(self, villain: Villain) -> Iterator[Act]:
        """Use the superpower."""
        villain.empowered = True
        villain.more_power(-self._truth.rules.superpower_cost)
        yield self._taps.say(villain.seat, villain.sheet)
        yield from self._effect(villain, villain.gift, villain.size)

    def _effect(self, villain: Villain, word: str, n: int) -> Iterator[Act]:
        truth = self._truth
        others = [each for each in truth.here(villain.place) if each is not villain]
        match word:
            case "power":
                villain.more_power(n)
            case "parts":
                yield from self._supplies.draw(villain, parts=n)
            case "loot":
                yield from self._supplies.draw(villain, loot=n)
            case "boost" if truth.plans.get(villain.place):
                truth.boosts[villain.place] += n
            case "sap-all":
                for each in others:
                    each.more_power(-n)
            case "move-hammer":
                truth.hammer = truth.next_plan()
            case "sap":
                yield from self._sap([each for each in others if each.power], n)
            case "steal" | "steal-part":
                yield from self._steal(villain, others, word)
            case "move-pawn":
                yield from self._push()

    def _sap(self, victims: list[Villain], n: int) -> Iterator[Act]:
        if victims:
            victim = self._rng.choice(victims)
            victim.more_power(-n)
            yield self._taps.tap(self._taps.seat_token(victim.seat))

    def _steal(self, villain: Villain, others: list[Villain], word: str) -> Iterator[Act]:
        rich = [each for each in others if each.spare or (word == "steal" and each.hand)]
        if not rich:
            return
        victim = self._rng.choice(rich)
        if victim.spare and (word == "steal-part" or not victim.hand or self._rng.random() < 0.5):
            part = self._rng.choice(victim.spare)
            victim.spare.remove(part)
            villain.spare.append(part)
            yield self._taps.tap(part, target=victim.seat)
            return
        self._truth.shown.difference_update(victim.hand)
        card = victim.hand.pop(self._rng.randrange(len(victim.hand)))
        villain.hand.append(card)
        yield self._taps.tap(self._taps.seat_token(victim.seat))

    def _push(self) -> Iterator[Act]:
        standing = [each for each in self._truth.villains.values() if not each.committed]
        if standing:
            moved = self._rng.choice(standing)
            moved.place = self._rng.choice([place for place in LOCATIONS if place != moved.place])
            yield self._taps.goes(moved.pawn, moved.place)
