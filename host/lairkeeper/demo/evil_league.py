"""A simulated evening of the Evil League: at level ``score`` markers, at level ``full`` everything.

The app is told by taps alone; at the end both must have the same table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.view import View
from lairkeeper.games.evil_league import GAME

from .acts import Act, Intent, Tap
from .evil_league_table import FULL, GOODS, LAIR, ROUTE, WINS, Truth, Villain
from .readers import readers_of

MISTAKES: Final = 0.06
JIGGLES: Final = 0.05
LOCATIONS: Final = (*ROUTE, LAIR)
ROUNDS_AT_MOST: Final = 40


class Evening:
    """What both levels share: who sits where, how a tap is made, what goes wrong at every table."""

    level: str

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._seats = tuple(seats)
        self._layout = layout
        self.readers = readers_of(layout, len(seats), LOCATIONS)
        self.truth = Truth(seats, rng)
        setup = {f"villain.{seat}": kind_of(villain.sheet) for seat, villain in self.truth.villains.items()}
        self.header = Header(GAME.id, self._seats, self.level, ruleset, setup, GAME.version)

    def scores(self) -> dict[Seat, int]:
        return {seat: villain.reputation for seat, villain in self.truth.villains.items()}

    def winners(self) -> tuple[Seat, ...]:
        return self.truth.winners or ()

    def unseen(self) -> frozenset[Component]:
        """What lies face down for everybody."""
        return frozenset()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """What only its owner may see."""
        return {}

    def differences(self, view: View) -> list[str]:
        found = []
        for seat, villain in self.truth.villains.items():
            told = view.extra[f"reputation.{seat}"]
            if told != villain.reputation:
                found.append(f"reputation.{seat}: table {villain.reputation}, app {told}")
        if view.scoreboard.winners != self.winners():
            found.append(f"winners: table {self.winners()}, app {view.scoreboard.winners}")
        if not view.finished:
            found.append("finished: the app still waits for something")
        return found

    def _starts(self) -> Iterator[Act]:
        """Markers on START, oldest next to 1; of one age, whoever is drawn is tapped."""
        left = list(self.truth.villains.values())
        at = 0
        while left:
            oldest = max(villain.age for villain in left)
            eldest = [villain for villain in left if villain.age == oldest]
            first = self._rng.choice(eldest)
            if len(eldest) > 1 and self.level == "full":
                yield self._move(Tap("tap", self._seat_token(first.seat)))
            elif len(eldest) > 1:
                first = eldest[0]
            first.track = -at
            at += 1
            left.remove(first)

    def _move(self, *taps: Tap, **choose: Any) -> Act:
        jiggles = len(taps) == 1 and self._rng.random() < JIGGLES
        return Act(Intent.JIGGLE if jiggles else Intent.MOVE, taps, choose or None)

    def _tray(self, seat: Seat) -> str:
        return f"seat-{self._seats.index(seat) + 1}" if self._layout == "seats" else "tap"

    def _seat_token(self, seat: Seat) -> Component:
        return f"seat-{self._seats.index(seat) + 1}#1"

    def _stranger(self) -> Act:
        what = self._rng.choice(("stranger", "phone"))
        return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), what),))


class ScoreEvening(Evening):
    """Level ``score``: markers tapped forward, one space or five at a time."""

    level = "score"

    def acts(self) -> Iterator[Act]:
        yield from self._starts()
        for _ in range(ROUNDS_AT_MOST):
            for villain in self._rng.sample(list(self.truth.villains.values()), self._rng.randint(1, 3)):
                if self._rng.random() < MISTAKES * 3:
                    yield self._mistake()
                yield from self._gain(villain, self._rng.randint(1, 6))
                if self.truth.winners is not None:
                    return
            yield self._move(Tap("tap", "verb-end-turn#1"))

    def _gain(self, villain: Villain, n: int) -> Iterator[Act]:
        """One gain in several taps, which hop once at its end."""
        steps = [5] * (n // 5) + [1] * (n % 5)
        start, done = villain.track, 0
        for step in steps:
            done += step
            villain.track = start
            self.truth.gain(villain, done)
            yield self._step(villain, step)
            if self.truth.winners is not None:
                return
        yield self._move(Tap("tap", "verb-confirm#1"))

    def _step(self, villain: Villain, step: int) -> Act:
        if step == 1 and self._rng.random() < 0.5:
            return self._move(Tap("tap", f"marker-{self._seats.index(villain.seat) + 1}#1"))
        token = f"plus-{step}#1"
        if self._layout == "seats":
            return self._move(Tap(self._tray(villain.seat), token))
        return self._move(Tap("tap", self._seat_token(villain.seat)), Tap("tap", token))

    def _mistake(self) -> Act:
        if self._rng.random() < 0.5:
            return self._stranger()
        return Act(Intent.MISTAKE, (Tap("tap", f"loot-1#{self._rng.randint(1, 6)}"),))


class FullEvening(Evening):
    """Level ``full``: everything that changes places is tapped, Loot face down as it is drawn."""

    level = "full"

    def unseen(self) -> frozenset[Component]:
        """What lies face down in the decks; Parts of the bag are open whenever they are out of it."""
        return frozenset((*self.truth.deck, *self.truth.schemes))

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        return {seat: frozenset(self._secret(villain)) for seat, villain in self.truth.villains.items()}

    def _secret(self, villain: Villain) -> Iterable[Component]:
        return (card for card in villain.hand if card not in self._shown)

    def differences(self, view: View) -> list[str]:
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
            yield from self._schemes()
        if truth.winners is None:
            yield from self._beating()
        if truth.winners is None and not truth.schemes and not any(truth.plans.values()):
            truth.winners = ()
        if truth.winners is None:
            for villain in truth.villains.values():
                villain.committed = villain.equipped = villain.empowered = False
            truth.down = False
            truth.boosts.clear()
            yield from self._deal()

    def _deal(self) -> Iterator[Act]:
        truth = self.truth
        for place in ROUTE:
            if truth.plans[place] is None and truth.schemes:
                plan = truth.plans[place] = truth.schemes.pop()
                on_place = self._layout == "table" and self._rng.random() < 0.5
                yield self._move(Tap(place if on_place else "tap", plan))
        for good in ("part", "loot"):
            for place in (each for each in ROUTE if GOODS[each] == good):
                while len(truth.lying[place]) < 3:
                    piece = truth.draw_part() if good == "part" else truth.draw_loot()
                    if piece is None:
                        break
                    truth.lying[place].append(piece)
                    yield self._move(Tap("tap", piece))

    def _draw(self, villain: Villain, *, parts: int = 0, loot: int = 0) -> Iterator[Act]:
        for _ in range(parts):
            part = self.truth.draw_part()
            if part is not None:
                villain.spare.append(part)
                yield self._move(Tap(self._tray(villain.seat), part))
        for _ in range(loot):
            card = self.truth.draw_loot()
            if card is not None:
                villain.hand.append(card)
                self._shown.discard(card)
                yield self._move(Tap(self._tray(villain.seat), card))

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

    def _goes(self, pawn: Component, goal: str, *, alone: bool = False) -> Act:
        """A pawn to a location: onto its reader, or by location token; its owner's own move needs no pawn."""
        if self._layout == "table":
            return self._move(Tap(goal, pawn))
        token = Tap("tap", f"{goal}#1")
        return self._move(token) if alone and self._rng.random() < 0.6 else self._move(Tap("tap", pawn), token)

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
            if not villain.committed:
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
        if last.committed:
            self.truth.gain(last, 3)
            return
        if (last.armed and self.truth.down and last.place == self.truth.hammer) or self._rng.random() < 0.2:
            yield self._move(Tap("tap", "take-bonus#1"))
            yield from self._act(last)
        else:
            self.truth.gain(last, 3)
            yield self._move(Tap("tap", "take-reputation#1"))

    def _act(self, villain: Villain) -> Iterator[Act]:
        """One action, the best that a simple mind can think of."""
        if self._rng.random() < MISTAKES:
            yield self._mistake(villain)
        truth, rng = self.truth, self._rng
        if villain.armed and villain.place == truth.hammer:
            yield from self._fight(villain)
        elif villain.place == LAIR and villain.fitting() and not villain.equipped:
            yield from self._equip(villain)
        elif villain.power == FULL and not villain.empowered and rng.random() < 0.5:
            yield from self._superpower(villain)
        elif villain.hand and rng.random() < 0.4:
            yield from self._loot(villain)
        elif villain.spare and rng.random() < 0.35 and self._can_shop(villain):
            yield from self._shop(villain)
        else:
            yield from self._commit(villain)

    def _fight(self, villain: Villain) -> Iterator[Act]:
        if self.truth.down:
            self.truth.winners = (villain.seat,)
            yield self._move(Tap("tap", "captain-hammer#1"))
            return
        self.truth.down = True
        yield self._move(Tap("tap", "captain-hammer#1"))
        wishes = ["power"] if villain.power < FULL else []
        wishes += ["parts"] if self.truth.bag else []
        wishes += ["loot"] if self.truth.deck else []
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
        return villain.power < FULL if villain.place == LAIR else bool(self.truth.lying[villain.place])

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
        """What the location has to give; of several things one is chosen."""
        if villain.place == LAIR:
            villain.more_power(1)
            return
        lying = self.truth.lying[villain.place]
        if not lying:
            return
        alone = len(lying) == 1
        item = self._rng.choice(lying)
        lying.remove(item)
        if GOODS[villain.place] == "part":
            villain.spare.append(item)
        else:
            villain.hand.append(item)
            self._shown.add(item)
        if not alone:
            yield self._move(Tap(self._tray(villain.seat), item))

    # What cards and superpowers do --------------------------------------------------------------------------------

    def _loot(self, villain: Villain) -> Iterator[Act]:
        card = self._rng.choice(villain.hand)
        villain.hand.remove(card)
        yield self._move(Tap(self._tray(villain.seat), card))
        self._shown.discard(card)
        self.truth.throw(card)
        ((word, n),) = GAME.printed.proxy[kind_of(card)]["effect"]
        yield from self._effect(villain, word, n)

    def _superpower(self, villain: Villain) -> Iterator[Act]:
        villain.empowered = True
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

    def _schemes(self) -> Iterator[Act]:
        truth = self.truth
        done = truth.completed()
        for place in done:
            rewards = truth.rewards(place)
            for villain in sorted(truth.here(place), key=lambda each: each.track):
                if rewards:
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
        yield from self._draw(villain, parts=n if name == "parts" else 0, loot=n if name == "loot" else 0)

    def _beating(self) -> Iterator[Act]:
        truth = self.truth
        for villain in sorted(truth.here(truth.hammer), key=lambda each: -each.track):
            for _ in range(2):
                yield from self._beaten(villain)

    def _beaten(self, villain: Villain) -> Iterator[Act]:
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
        yield self._move(Tap(self._tray(villain.seat), piece))


__all__ = ["WINS", "FullEvening", "ScoreEvening"]
