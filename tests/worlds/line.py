"""The cable of a world: bytes change and vanish on it, and for a while nobody listens at its end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from lairkeeper.board import LockstepLink, SimulatedBoard
from lairkeeper.board.events import EventInbox
from lairkeeper.board.simulated import SimulationError

from .disk import Killed

if TYPE_CHECKING:
    from .world import World


class Line(LockstepLink):
    """A link whose host may be killed while it listens: then the next host's link takes its place and goes on.

    ``noise``: the share of the bytes that change or vanish, either way.
    """

    def __init__(self, world: World, board: SimulatedBoard, inbox: EventInbox, rng: Random, **callbacks: Any) -> None:
        super().__init__(board, inbox, **callbacks)
        self._world = world
        self._rng = rng
        self.noise = 0.0
        self._deaf_until = 0

    def follow(self, other: Line) -> None:
        """Go on by the clock of another host's link to the same board."""
        self.now_ms, self._base, self._boot, self._wrote = other.now_ms, other._base, other._boot, other._wrote
        self._deaf_until = other._deaf_until
        self.noise = other.noise

    def let_go(self) -> None:
        """Close the host's port without a word to anybody: the host is gone."""
        if self._port:
            self._port.close()
            self._port = None

    def quiet(self) -> None:
        self.noise = 0.0

    def unplug(self, ms: int) -> None:
        """Nobody listens for so long; the board goes on by itself."""
        self.let_go()
        self._session.close("unplugged", port=self._board.port)
        self._deaf_until = self.now_ms + ms

    def advance(self, ms: int, until: Callable[[], bool] | None = None) -> bool:
        end = self.now_ms + ms
        link = self
        while link.now_ms < end and not (until and until()):
            try:
                link._some(min(end, link.now_ms + 250), until)
            except Killed:
                self._world.survive()
            link = self._world.line
            self._world.passed()
        return bool(until and until())

    def _some(self, end: int, until: Callable[[], bool] | None) -> None:
        if self.now_ms < self._deaf_until:
            self._alone(min(end, self._deaf_until))
        else:
            super().advance(end - self.now_ms, until)

    def _alone(self, end: int) -> None:
        """Let the board's time pass while nobody hears what it sends."""
        while self.now_ms < end:
            if not self._board.alive or self._boot != self._board.boots:
                self.now_ms = end
                return
            before = self._board.now_ms
            try:
                now, _ = self._board.advance(end - self.now_ms, self._wrote)
            except SimulationError:
                self.now_ms = end
                return
            self.now_ms += now - before

    def _receive(self, n: int) -> bytes:
        return self._shaken(super()._receive(n))

    def _shaken(self, data: bytes) -> bytes:
        if not self.noise:
            return data
        found = bytearray()
        for byte in data:
            luck = self._rng.random()
            if luck >= self.noise:
                found.append(byte)
            elif luck >= self.noise / 2:
                found.append(self._rng.randrange(256))
        return bytes(found)
