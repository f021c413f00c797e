"""A simulated match of the Evil League at level ``full``: everything that changes places is tapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act, Intent, Tap

from .outcomes import Outcomes
from .score import LOCATIONS, MISTAKES, ROUNDS_AT_MOST
from .table import FULL, GOODS, LAIR, ROUTE, Villain

PASSES: Final = 0.1
"""How often somebody lets a turn go, where the house allows it."""


class FullMatch(Outcomes):
    """Level ``full``: everything that changes places is tapped, Loot face down as it is drawn.

    Nobody trades, or plays Loot out of turn, allowed or not.
    """

    level = "full"

    def unseen(self) -> frozenset[Component]:
        """Return the cards that lie face down in the decks.

        Parts of the bag are open whenever they are out of it.
        """
        return frozenset((*self.truth.deck, *self.truth.schemes))

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return, by seat, the Loot cards of the hand that not everybody has seen."""
        return {seat: frozenset(self._secret(villain)) for seat, villain in self.truth.villains.items()}

    def _secret(self, villain: Villain) -> Iterable[Component]:
        return (card for card in villain.hand if card not in self._shown)

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: results, villains, places of the route, sizes of piles."""
        found = super().differences(view)
        truth = self.truth
        for seat, villain in truth.villains.items():
            facts = {
                f"power.{seat}": villain.power,
                f"place.{seat}": villain.place,
                f"loot.{seat}": len(villain.hand),
                f"weapon-complete.{seat}": villain.armed,
            }
            found += [f"{p}: table {v}, app {view.extra[p]}" for p, v in facts.items() if view.extra[p] != v]
            for path, cards in ((f"spare.{seat}", villain.spare), (f"weapon.{seat}", villain.weapon)):
                found += self._differ(view, path, cards)
        for place in ROUTE:
            plan = truth.plans[place]
            pieces = [*truth.lying[place], *((plan,) if plan else ()), *(v.pawn for v in truth.here(place))]
            found += self._differ(view, place, [*pieces, *(("captain-hammer#1",) if truth.hammer == place else ())])
        found += self._differ(view, "loot-discard", truth.discards)
        found += self._differ(view, "schemes-out", truth.gone)
        for path, pile in (("bag", truth.bag), ("loot-deck", truth.deck), ("scheme-deck", truth.schemes)):
            if view.zones[path].count != len(pile):
                found.append(f"{path}: table {len(pile)}, app {view.zones[path].count}")
        return found

    def _differ(self, view: View, path: str, cards: Sequence[Component]) -> list[str]:
        zone = view.zones.get(path)
        known = sorted(zone.cards or ()) if zone else []
        return [] if known == sorted(cards) else [f"{path}: table {sorted(cards)}, app {known}"]

    # The match ----------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield the start, the deal and the first draws, then rounds until the match is over."""
        self._shown: set[Component] = set()
        yield from self._starts()
        yield from self._deal()
        for villain in self.truth.order():
            yield from self._draw(villain, parts=2, loot=2)
        for n in range(ROUNDS_AT_MOST):
            yield from self._round(first=n == 0)
            if self.truth.winners is not None:
                return

    def _round(self, *, first: bool) -> Iterator[Act]:
        truth = self.truth
        if not first:
            truth.hammer = truth.next_plan()
        order = truth.order()
        for villain in order:
            yield from self._walk(villain)
        yield from self._actions(order)
        if truth.winners is None:
            yield from self._schemes(order)
        if truth.winners is None:
            yield from self._beating()
        if truth.winners is None and not truth.schemes and not any(truth.plans.values()):
            truth.winners = ()
        if truth.winners is None:
            for villain in truth.villains.values():
                villain.committed = villain.equipped = villain.empowered = False
            truth.fought.clear()
            truth.boosts.clear()
            for place in ROUTE if truth.rules.scheme_refill == "all" and truth.schemes else ():
                truth.discard_plan(place)
            yield from self._deal()

    def _deal(self) -> Iterator[Act]:
        truth = self.truth
        for place in truth.route:
            if truth.plans[place] is None and truth.schemes:
                plan = truth.plans[place] = truth.schemes.pop()
                on_place = self._layout == "table" and self._rng.random() < 0.5
                yield self._move(Tap(place if on_place else "tap", plan))
        for good in ("part", "loot"):
            for place in (each for each in truth.route if GOODS[each] == good):
                while len(truth.lying[place]) < 3:
                    piece = truth.draw_part() if good == "part" else truth.draw_loot()
                    if piece is None:
                        break
                    truth.lying[place].append(piece)
                    yield self._move(Tap("tap", piece))

    # Moving -------------------------------------------------------------------------------------------------------

    def _walk(self, villain: Villain) -> Iterator[Act]:
        if self._rng.random() < MISTAKES:
            yield self._mistake(villain)
        likes = [place for place in LOCATIONS if place != villain.place]
        goal = self._rng.choice(likes)
        if villain.fitting() and villain.place != LAIR and self._rng.random() < 0.5:
            goal = LAIR
        if villain.armed and self.truth.hammer != villain.place:
            goal = self.truth.hammer
        villain.place = goal
        yield self._goes(villain.pawn, goal, alone=True)

    def _mistake(self, villain: Villain) -> Act:
        """Somebody taps what must not count now."""
        roll = self._rng.random()
        if roll < 0.4:
            return self._stranger()
        if roll < 0.7:
            plans = [plan for plan in self.truth.plans.values() if plan]
            return Act(Intent.MISTAKE, (Tap("tap", self._rng.choice(plans)),))
        other = next(each for each in self.truth.villains.values() if each is not villain)
        return Act(Intent.MISTAKE, (Tap(self._tray(other.seat), other.sheet),))

    # Acting -------------------------------------------------------------------------------------------------------

    def _actions(self, order: Sequence[Villain]) -> Iterator[Act]:
        """Round and round until one is left, who has one more; then the award."""
        at = 0
        while sum(not villain.committed for villain in order) > 1:
            villain = order[at % len(order)]
            at += 1
            if villain.committed:
                continue
            if self.truth.rules.passing and self._rng.random() < PASSES:
                yield self._move(Tap(self._tray(villain.seat), "verb-no#1"))
            else:
                yield from self._act(villain)
                if self.truth.winners is not None:
                    return
        (last,) = [villain for villain in order if not villain.committed]
        yield from self._last(last)

    def _last(self, last: Villain) -> Iterator[Act]:
        refuses = self._rng.random() < 0.1
        if refuses:
            yield self._move(Tap(self._tray(last.seat), "verb-no#1"))
        else:
            yield from self._act(last)
        if self.truth.winners is not None:
            return
        if last.committed or (refuses and not self.truth.rules.refusal_keeps_bonus):
            self.truth.gain(last, 3)
            return
        wins = last.armed and self.truth.may_defeat(last) and last.place == self.truth.hammer
        if wins or self._rng.random() < 0.2:
            yield self._move(Tap("tap", "take-bonus#1"))
            yield from self._act(last, bonus=True)
        else:
            self.truth.gain(last, 3)
            yield self._move(Tap("tap", "take-reputation#1"))

    def _act(self, villain: Villain, *, bonus: bool = False) -> Iterator[Act]:
        """One action, the best that a simple mind can think of."""
        if self._rng.random() < MISTAKES:
            yield self._mistake(villain)
        truth, rng = self.truth, self._rng
        if villain.armed and villain.place == truth.hammer and truth.may_fight(villain):
            yield from self._fight(villain)
        elif villain.place == LAIR and villain.fitting() and not villain.equipped:
            yield from self._equip(villain)
        elif villain.power == FULL and not villain.empowered and rng.random() < 0.5:
            yield from self._superpower(villain)
        elif villain.hand and rng.random() < 0.4:
            yield from self._loot(villain)
        elif villain.spare and rng.random() < 0.35 and self._can_shop(villain):
            yield from self._shop(villain)
        elif bonus and not truth.rules.bonus_commit:
            yield self._move(Tap(self._tray(villain.seat), "verb-no#1"))
        else:
            yield from self._commit(villain)

    def _fight(self, villain: Villain) -> Iterator[Act]:
        if self.truth.may_defeat(villain):
            self.truth.winners = (villain.seat,)
            yield self._move(Tap("tap", "captain-hammer#1"), move="defeat")
            return
        self.truth.fought.add(villain.seat)
        yield self._move(Tap("tap", "captain-hammer#1"))
        wishes = ["power"] if villain.power < FULL else []
        wishes += ["parts"] if self.truth.bag and self.truth.room(villain, "part") else []
        wishes += ["loot"] if self.truth.deck and self.truth.room(villain, "loot") else []
        if wishes:
            wish = self._rng.choice(wishes)
            yield self._move(Tap("tap", f"take-{wish}#1"))
            villain.more_power(int(wish == "power"))
            yield from self._draw(villain, parts=int(wish == "parts"), loot=int(wish == "loot"))

    def _equip(self, villain: Villain) -> Iterator[Act]:
        villain.equipped = True
        parts = villain.fitting()
        for part in parts[: self._rng.randint(1, len(parts))]:
            villain.spare.remove(part)
            villain.weapon.append(part)
            yield self._move(Tap(self._tray(villain.seat), part))
        if villain.fitting():
            yield self._move(Tap(self._tray(villain.seat), "verb-confirm#1"))

    def _can_shop(self, villain: Villain) -> bool:
        if villain.place == LAIR:
            return villain.power < FULL
        room = GOODS[villain.place] == "part" or self.truth.room(villain, "loot")
        return bool(self.truth.lying[villain.place]) and room

    def _shop(self, villain: Villain) -> Iterator[Act]:
        part = self._rng.choice(villain.spare)
        villain.spare.remove(part)
        self.truth.bag.append(part)
        tray = self._tray(villain.seat)
        yield self._move(Tap(tray, "verb-buy#1"), Tap(tray, part))
        yield from self._pick_up(villain)

    def _commit(self, villain: Villain) -> Iterator[Act]:
        villain.committed = True
        yield self._move(Tap(self._tray(villain.seat), "verb-confirm#1"))
        yield from self._pick_up(villain)

    def _pick_up(self, villain: Villain) -> Iterator[Act]:
        """Take what the location has to give; choose one of several things."""
        if villain.place == LAIR:
            villain.more_power(1)
            return
        yield from self._choose(villain, [villain.place], GOODS[villain.place], 1)
