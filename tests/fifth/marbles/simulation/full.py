"""A simulated match of Marbles: players who choose by chance, and a count of points that is not the game's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from ..game import GAME

MISTAKES: Final = 0.1
"""Share of the turns in which somebody lays down a marble that is out of the game."""
JIGGLES: Final = 0.1
"""Share of the single marbles that wobble on their reader."""


class FullMatch:
    """Level ``full``: fists on trays, or on the shared reader after the player's own token."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._seats = tuple(seats)
        self._layout = layout
        self._shared = ruleset.get("clash") == "shared"
        self._hands = {seat: [f"marble-{size}#{n}" for size in range(1, 6)] for n, seat in enumerate(seats, 1)}
        self._shown: list[Component] = []
        self._points = dict.fromkeys(seats, 0)
        self.readers = readers_of(layout, len(seats))
        self.header = Header(GAME.id, self._seats, "full", ruleset, {}, GAME.version)

    def acts(self) -> Iterator[Act]:
        """Yield five rounds: everybody shows a marble in any order, then the leader ends the round."""
        for _ in range(5):
            fists = {seat: self._rng.choice(hand) for seat, hand in self._hands.items()}
            order = self._rng.sample(self._seats, len(self._seats))
            for seat in order:
                if self._shown and self._rng.random() < MISTAKES:
                    yield Act(Intent.MISTAKE, self._taps(seat, self._rng.choice(self._shown)))
                if seat == order[-1]:
                    self._open(fists)
                yield self._move(self._taps(seat, fists[seat]))
            yield self._move((Tap("tap", "verb-end-turn#1"),))

    def _open(self, fists: Mapping[Seat, Component]) -> None:
        sizes = {seat: int(marble.removeprefix("marble-").partition("#")[0]) for seat, marble in fists.items()}
        shown = sorted(sizes.values(), reverse=True)
        alone = next((size for size in shown if shown.count(size) == 1), None)
        for seat, size in sizes.items():
            if size == alone:
                self._points[seat] += size
            elif alone is None and self._shared and size == shown[0]:
                self._points[seat] += 1
            self._hands[seat].remove(fists[seat])
            self._shown.append(fists[seat])

    def _taps(self, seat: Seat, marble: Component) -> tuple[Tap, ...]:
        tray = f"seat-{self._seats.index(seat) + 1}"
        return (Tap("tap", f"{tray}#1"), Tap("tap", marble)) if self._layout == "tap" else (Tap(tray, marble),)

    def _move(self, taps: tuple[Tap, ...]) -> Act:
        jiggles = len(taps) == 1 and self._rng.random() < JIGGLES
        return Act(Intent.JIGGLE if jiggles else Intent.MOVE, taps)

    def unseen(self) -> frozenset[Component]:
        """Return nothing: every marble is in the hand of somebody who knows it, or open."""
        return frozenset()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return the marbles in each hand."""
        return {seat: frozenset(hand) for seat, hand in self._hands.items()}

    def scores(self) -> Mapping[Seat, int]:
        """Return the points by seat."""
        return dict(self._points)

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats with the most points."""
        return tuple(seat for seat in self._seats if self._points[seat] == max(self._points.values()))

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: points, winners, the end."""
        told = {each.seat: each.low for each in view.scoreboard.seats}
        found = [f"points: table {self._points}, app {told}"] if told != self._points else []
        if view.scoreboard.winners != self.winners():
            found.append(f"winners: table {self.winners()}, app {view.scoreboard.winners}")
        if not view.finished:
            found.append("finished: the app still waits for something")
        return found
