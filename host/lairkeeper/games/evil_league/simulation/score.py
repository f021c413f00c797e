"""A simulated match of the Evil League at level ``score``, where markers move.

The app is told by taps alone; at the end both must have the same table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act, Intent, Tap

from . import compare
from .opening import header, new_table, starts
from .table import Villain
from .taps import MISTAKES, Taps

ROUNDS_AT_MOST: Final = 40


class ScoreMatch:
    """Level ``score``: markers tapped forward, one space or five at a time."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self.truth = new_table(seats, rng, ruleset)
        self._taps = Taps(seats, rng, layout)
        self.readers = self._taps.readers
        self.header = header(self.truth, "score", ruleset)

    def scores(self) -> dict[Seat, int]:
        """Return the reputation of each villain on the table."""
        return self.truth.scores()

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table, nobody before its end."""
        return self.truth.winners or ()

    def unseen(self) -> frozenset[Component]:
        """Return nothing: no card is tapped at this level."""
        return frozenset()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return nothing: no card is tapped at this level."""
        return {}

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: reputation, winners, the end."""
        return list(compare.result(view, self.truth))

    def acts(self) -> Iterator[Act]:
        """Yield the start, then rounds in which some villains gain reputation, until one has won."""
        yield from starts(self.truth, self._taps, may_ask=False)
        for _ in range(ROUNDS_AT_MOST):
            villains = list(self.truth.villains.values())
            for villain in self._rng.sample(villains, min(len(villains), self._rng.randint(1, 3))):
                if self._rng.random() < MISTAKES * 3:
                    yield self._mistake()
                yield from self._gain(villain, self._rng.randint(1, 6))
                if self.truth.winners is not None:
                    return
            yield self._taps.tap("verb-end-turn#1")

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
        yield self._taps.tap("verb-confirm#1")

    def _step(self, villain: Villain, step: int) -> Act:
        if step == 1 and self._rng.random() < 0.5:
            return self._taps.tap(self._taps.marker(villain.seat))
        token = f"plus-{step}#1"
        if self._taps.trays:
            return self._taps.say(villain.seat, token)
        return self._taps.move(Tap("tap", self._taps.seat_token(villain.seat)), Tap("tap", token))

    def _mistake(self) -> Act:
        if self._rng.random() < 0.5:
            return self._taps.stranger()
        return Act(Intent.MISTAKE, (Tap("tap", f"loot-1#{self._rng.randint(1, 6)}"),))
