"""The end of a round at level ``full``: completed Schemes and their rewards, Captain Hammer's beating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from lairkeeper.simulation.acts import Act, Tap

from .supplies import Supplies
from .table import GOODS, ROUTE, GroundTruth, Villain
from .taps import Taps

LEAVES: Final = 0.2
"""The share of rewards that are left, where the house allows it."""


class Outcomes:
    """Gains and losses of the villains when all have acted."""

    def __init__(self, truth: GroundTruth, taps: Taps, supplies: Supplies) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._supplies = supplies

    def schemes(self, order: Sequence[Villain]) -> Iterator[Act]:
        """Pay for each completed Scheme; without any, take Captain Hammer's away."""
        truth = self._truth
        done = truth.completed()
        for place in done:
            rewards = truth.rewards(place)
            ranking = order if truth.rules.reward_order == "round" else truth.order()
            pickers = [villain for villain in reversed(ranking) if villain.place == place]
            truth.pay(place, pickers)
            for villain in pickers:
                if rewards and truth.rules.reward_declined and self._rng.random() < LEAVES:
                    yield self._taps.tap("verb-no#1")
                elif rewards:
                    name, n = rewards.pop(self._rng.randrange(len(rewards)))
                    yield from self._reward(villain, name, n)
                if truth.winners is not None:
                    return
            truth.discard_plan(place)
        if not done:
            truth.discard_plan(truth.hammer)

    def _reward(self, villain: Villain, name: str, n: int) -> Iterator[Act]:
        if name == "reputation":
            self._truth.gain(villain, n)
        elif name == "power":
            villain.more_power(n)
        yield self._taps.tap(f"take-{name}#1", option=f"{name}-{n}")
        if self._truth.rules.rewards_from == "supply":
            parts, loot = (n if name == good else 0 for good in ("parts", "loot"))
            yield from self._supplies.draw(villain, parts=parts, loot=loot)
        elif name in ("parts", "loot"):
            good = name.removesuffix("s")
            yield from self._supplies.choose(villain, [place for place in ROUTE if GOODS[place] == good], good, n)

    def beating(self) -> Iterator[Act]:
        """Beat each twice; by house rule the table says who comes next, which the first of the two taps tells."""
        truth = self._truth
        left = sorted(truth.here(truth.hammer) if truth.blocks() else [], key=lambda each: -each.track)
        left = [villain for villain in left if villain.spare or villain.hand or villain.power]
        while left:
            free = truth.rules.beating_order == "table" and len(left) > 1
            villain = self._rng.choice(left) if free else left[0]
            left.remove(villain)
            yield from self._beaten(villain, said=free)
            yield from self._beaten(villain)

    def _beaten(self, villain: Villain, *, said: bool = False) -> Iterator[Act]:
        have = Counter({"part": len(villain.spare), "loot": len(villain.hand), "power": villain.power})
        if not have.total():
            return
        (lost,) = self._rng.choices(list(have), list(have.values()))
        piece = "take-power#1"
        if lost == "power":
            villain.more_power(-1)
        elif lost == "part":
            piece = villain.spare.pop(self._rng.randrange(len(villain.spare)))
            self._truth.bag.append(piece)
        else:
            piece = villain.hand.pop(self._rng.randrange(len(villain.hand)))
            self._truth.shown.discard(piece)
            self._truth.throw(piece)
        tray = self._taps.tray(villain.seat)
        who = (Tap("tap", self._taps.seat_token(villain.seat)),) if said and tray == "tap" else ()
        yield self._taps.move(*who, Tap(tray, piece))
