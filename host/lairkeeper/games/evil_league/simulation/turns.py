"""The turns of the villains at level ``full``: where they walk and how they act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lairkeeper.simulation.acts import Act, Intent, Tap

from .effects import Effects
from .supplies import Supplies
from .table import FULL, LAIR, GroundTruth, Villain
from .taps import LOCATIONS, MISTAKES, Taps

PASSES: Final = 0.1
"""The share of turns that somebody lets go, where the house allows it."""


class Turns:
    """Villains with simple minds."""

    def __init__(self, truth: GroundTruth, taps: Taps, supplies: Supplies, effects: Effects) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._supplies = supplies
        self._effects = effects

    # Moving -------------------------------------------------------------------------------------------------------

    def walk(self, villain: Villain) -> Iterator[Act]:
        """Move a villain's pawn."""
        if self._rng.random() < MISTAKES:
            yield self._mistake(villain)
        likes = [place for place in LOCATIONS if place != villain.place]
        goal = self._rng.choice(likes)
        if villain.fitting() and villain.place != LAIR and self._rng.random() < 0.5:
            goal = LAIR
        if villain.armed and self._truth.hammer != villain.place:
            goal = self._truth.hammer
        villain.place = goal
        yield self._taps.goes(villain.pawn, goal, alone=True)

    def _mistake(self, villain: Villain) -> Act:
        """Somebody taps what must not count now."""
        roll = self._rng.random()
        if roll < 0.4:
            return self._taps.stranger()
        if roll < 0.7:
            plans = [plan for plan in self._truth.plans.values() if plan]
            return Act(Intent.MISTAKE, (Tap("tap", self._rng.choice(plans)),))
        other = next(each for each in self._truth.villains.values() if each is not villain)
        return Act(Intent.MISTAKE, (Tap(self._taps.tray(other.seat), other.sheet),))

    # Acting -------------------------------------------------------------------------------------------------------

    def actions(self, order: Sequence[Villain]) -> Iterator[Act]:
        """Act in turn until one is left, who has one more; then the award."""
        at = 0
        while sum(not villain.committed for villain in order) > 1:
            villain = order[at % len(order)]
            at += 1
            if villain.committed:
                continue
            if self._truth.rules.passing and self._rng.random() < PASSES:
                yield self._taps.say(villain.seat, "verb-no#1")
            else:
                yield from self._act(villain)
                if self._truth.winners is not None:
                    return
        (last,) = [villain for villain in order if not villain.committed]
        yield from self._last(last)

    def _last(self, last: Villain) -> Iterator[Act]:
        truth = self._truth
        refuses = self._rng.random() < 0.1
        if refuses:
            yield self._taps.say(last.seat, "verb-no#1")
        else:
            yield from self._act(last)
        if truth.winners is not None:
            return
        if last.committed or (refuses and not truth.rules.refusal_keeps_bonus):
            truth.gain(last, 3)
            return
        wins = last.armed and truth.may_defeat(last) and last.place == truth.hammer
        if wins or self._rng.random() < 0.2:
            yield self._taps.tap("take-bonus#1")
            yield from self._act(last, bonus=True)
        else:
            truth.gain(last, 3)
            yield self._taps.tap("take-reputation#1")

    def _act(self, villain: Villain, *, bonus: bool = False) -> Iterator[Act]:
        """One action, the best that a simple mind can think of."""
        if self._rng.random() < MISTAKES:
            yield self._mistake(villain)
        truth, rng = self._truth, self._rng
        if villain.armed and villain.place == truth.hammer and truth.may_fight(villain):
            yield from self._fight(villain)
        elif villain.place == LAIR and villain.fitting() and not villain.equipped:
            yield from self._equip(villain)
        elif villain.power == FULL and not villain.empowered and rng.random() < 0.5:
            yield from self._effects.superpower(villain)
        elif villain.hand and rng.random() < 0.4:
            yield from self._effects.loot(villain)
        elif villain.spare and rng.random() < 0.35 and self._supplies.has_any(villain):
            yield from self._shop(villain)
        elif bonus and not truth.rules.bonus_commit:
            yield self._taps.say(villain.seat, "verb-no#1")
        else:
            yield from self._commit(villain)

    def _fight(self, villain: Villain) -> Iterator[Act]:
        truth = self._truth
        if truth.may_defeat(villain):
            truth.winners = (villain.seat,)
            yield self._taps.tap("captain-hammer#1", move="defeat")
            return
        truth.fought.add(villain.seat)
        yield self._taps.tap("captain-hammer#1")
        wishes = ["power"] if villain.power < FULL else []
        wishes += ["parts"] if truth.bag and truth.room(villain, "part") else []
        wishes += ["loot"] if truth.deck and truth.room(villain, "loot") else []
        if wishes:
            wish = self._rng.choice(wishes)
            yield self._taps.tap(f"take-{wish}#1")
            villain.more_power(int(wish == "power"))
            yield from self._supplies.draw(villain, parts=int(wish == "parts"), loot=int(wish == "loot"))

    def _equip(self, villain: Villain) -> Iterator[Act]:
        villain.equipped = True
        parts = villain.fitting()
        for part in parts[: self._rng.randint(1, len(parts))]:
            villain.spare.remove(part)
            villain.weapon.append(part)
            yield self._taps.say(villain.seat, part)
        if villain.fitting():
            yield self._taps.say(villain.seat, "verb-confirm#1")

    def _shop(self, villain: Villain) -> Iterator[Act]:
        part = self._rng.choice(villain.spare)
        villain.spare.remove(part)
        self._truth.bag.append(part)
        yield self._taps.say(villain.seat, "verb-buy#1", part)
        yield from self._supplies.pick_up(villain)

    def _commit(self, villain: Villain) -> Iterator[Act]:
        villain.committed = True
        yield self._taps.say(villain.seat, "verb-confirm#1")
        yield from self._supplies.pick_up(villain)
