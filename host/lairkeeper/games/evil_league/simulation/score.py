"""A simulated match of the Evil League: what all levels share, and level ``score``, where markers move.

The app is told by taps alone; at the end both must have the same table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.ruleset import build
from lairkeeper.core.view import View
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.ruleset import Ruleset
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from .table import LAIR, ROUTE, GroundTruth, Villain

MISTAKES: Final = 0.06
JIGGLES: Final = 0.05
LOCATIONS: Final = (*ROUTE, LAIR)
ROUNDS_AT_MOST: Final = 40


class LeagueMatch:
    """The parts that both levels share: who sits where, how a tap is made, what goes wrong at every table."""

    level: str

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._seats = tuple(seats)
        self._layout = layout
        self.readers = readers_of(layout, len(seats), LOCATIONS)
        rules = build(Ruleset, ruleset)
        self.truth = GroundTruth(seats, rng, rules if isinstance(rules, Ruleset) else Ruleset())
        setup = {f"villain.{seat}": kind_of(villain.sheet) for seat, villain in self.truth.villains.items()}
        self.header = Header(GAME.id, self._seats, self.level, ruleset, setup, GAME.version)

    def scores(self) -> dict[Seat, int]:
        """Return the reputation of each villain on the table."""
        return {seat: villain.reputation for seat, villain in self.truth.villains.items()}

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table, nobody before its end."""
        return self.truth.winners or ()

    def unseen(self) -> frozenset[Component]:
        """Return what lies face down for everybody."""
        return frozenset()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return what only its owner may see."""
        return {}

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: reputation, winners, the end."""
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
            asked = self.truth.rules.equal_ages == "asked" and self.level == "full"
            if len(eldest) > 1 and asked:
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


class ScoreMatch(LeagueMatch):
    """Level ``score``: markers tapped forward, one space or five at a time."""

    level = "score"

    def acts(self) -> Iterator[Act]:
        """Yield the start, then rounds in which some villains gain reputation, until one has won."""
        yield from self._starts()
        for _ in range(ROUNDS_AT_MOST):
            villains = list(self.truth.villains.values())
            for villain in self._rng.sample(villains, min(len(villains), self._rng.randint(1, 3))):
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
