"""The moves of pieces at the simulated Evil League of level ``full``, and how the app is told of them.

Draws and pushed pawns, cards and superpowers, Schemes and Captain Hammer's beating.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from lairkeeper.core.ids import Component, kind_of
from lairkeeper.games.evil_league import GAME
from lairkeeper.simulation.acts import Act, Tap

from .score import LOCATIONS, LeagueMatch
from .table import GOODS, ROUTE, Villain

LEAVES: Final = 0.2
"""How often somebody leaves a reward, where the house allows it."""


class Outcomes(LeagueMatch):
    """The consequences of an action, whoever has chosen it."""

    level = "full"
    _shown: set[Component]
    """Loot cards in hands that everybody has seen."""

    def _draw(self, villain: Villain, *, parts: int = 0, loot: int = 0) -> Iterator[Act]:
        for _ in range(parts):
            part = self.truth.draw_part() if self.truth.room(villain, "part") else None
            if part is not None:
                villain.spare.append(part)
                yield self._move(Tap(self._tray(villain.seat), part))
        for _ in range(loot):
            card = self.truth.draw_loot() if self.truth.room(villain, "loot") else None
            if card is not None:
                villain.hand.append(card)
                self._shown.discard(card)
                yield self._move(Tap(self._tray(villain.seat), card))

    def _choose(self, villain: Villain, places: Sequence[str], good: str, n: int) -> Iterator[Act]:
        """Take up to ``n`` of the things that lie at some places, as far as there is room.

        The only thing there comes by itself.
        """
        for _ in range(n):
            lying = [(place, item) for place in places for item in self.truth.lying[place]]
            if not lying or not self.truth.room(villain, good):
                return
            place, item = self._rng.choice(lying)
            self.truth.lying[place].remove(item)
            if good == "part":
                villain.spare.append(item)
            else:
                villain.hand.append(item)
                self._shown.add(item)
            if len(lying) > 1:
                yield self._move(Tap(self._tray(villain.seat), item))

    def _goes(self, pawn: Component, goal: str, *, alone: bool = False) -> Act:
        """Move a pawn to a location: onto its reader, or by location token.

        Its owner's own move needs no pawn.
        """
        if self._layout == "table":
            return self._move(Tap(goal, pawn))
        token = Tap("tap", f"{goal}#1")
        return self._move(token) if alone and self._rng.random() < 0.6 else self._move(Tap("tap", pawn), token)

    # What cards and superpowers do --------------------------------------------------------------------------------

    def _loot(self, villain: Villain) -> Iterator[Act]:
        card = self._rng.choice(villain.hand)
        villain.hand.remove(card)
        yield self._move(Tap(self._tray(villain.seat), card), by=villain.seat)
        self._shown.discard(card)
        self.truth.throw(card)
        ((word, n),) = GAME.printed.proxy[kind_of(card)]["effect"]
        yield from self._effect(villain, word, n)

    def _superpower(self, villain: Villain) -> Iterator[Act]:
        villain.empowered = True
        villain.more_power(-self.truth.rules.superpower_cost)
        yield self._move(Tap(self._tray(villain.seat), villain.sheet))
        yield from self._effect(villain, villain.gift, villain.size)

    def _effect(self, villain: Villain, word: str, n: int) -> Iterator[Act]:
        truth = self.truth
        others = [each for each in truth.here(villain.place) if each is not villain]
        match word:
            case "power":
                villain.more_power(n)
            case "parts":
                yield from self._draw(villain, parts=n)
            case "loot":
                yield from self._draw(villain, loot=n)
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
            yield self._move(Tap("tap", self._seat_token(victim.seat)))

    def _steal(self, villain: Villain, others: list[Villain], word: str) -> Iterator[Act]:
        rich = [each for each in others if each.spare or (word == "steal" and each.hand)]
        if not rich:
            return
        victim = self._rng.choice(rich)
        if victim.spare and (word == "steal-part" or not victim.hand or self._rng.random() < 0.5):
            part = self._rng.choice(victim.spare)
            victim.spare.remove(part)
            villain.spare.append(part)
            yield self._move(Tap("tap", part), target=victim.seat)
            return
        self._shown.difference_update(victim.hand)
        card = victim.hand.pop(self._rng.randrange(len(victim.hand)))
        villain.hand.append(card)
        yield self._move(Tap("tap", self._seat_token(victim.seat)))

    def _push(self) -> Iterator[Act]:
        standing = [each for each in self.truth.villains.values() if not each.committed]
        if standing:
            moved = self._rng.choice(standing)
            moved.place = self._rng.choice([place for place in LOCATIONS if place != moved.place])
            yield self._goes(moved.pawn, moved.place)

    # Schemes and Captain Hammer -----------------------------------------------------------------------------------

    def _schemes(self, order: Sequence[Villain]) -> Iterator[Act]:
        truth = self.truth
        done = truth.completed()
        for place in done:
            rewards = truth.rewards(place)
            ranking = order if truth.rules.reward_order == "round" else truth.order()
            pickers = [villain for villain in reversed(ranking) if villain.place == place]
            truth.pay(place, pickers)
            for villain in pickers:
                if rewards and truth.rules.reward_declined and self._rng.random() < LEAVES:
                    yield self._move(Tap("tap", "verb-no#1"))
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
            self.truth.gain(villain, n)
        elif name == "power":
            villain.more_power(n)
        yield self._move(Tap("tap", f"take-{name}#1"), option=f"{name}-{n}")
        if self.truth.rules.rewards_from == "supply":
            yield from self._draw(villain, parts=n if name == "parts" else 0, loot=n if name == "loot" else 0)
        elif name in ("parts", "loot"):
            good = name.removesuffix("s")
            yield from self._choose(villain, [place for place in ROUTE if GOODS[place] == good], good, n)

    def _beating(self) -> Iterator[Act]:
        """Each loses two; by house rule the table says who comes next, which the first of the two taps tells."""
        truth = self.truth
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
            self.truth.bag.append(piece)
        else:
            piece = villain.hand.pop(self._rng.randrange(len(villain.hand)))
            self._shown.discard(piece)
            self.truth.throw(piece)
        tray = self._tray(villain.seat)
        who = (Tap("tap", self._seat_token(villain.seat)),) if said and tray == "tap" else ()
        yield self._move(*who, Tap(tray, piece))
