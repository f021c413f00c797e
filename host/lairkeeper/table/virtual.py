"""The virtual table: pieces that can be put on the readers of a simulated board."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from lairkeeper.board import SimulatedBoard, SimulationError
from lairkeeper.core.ids import Component
from lairkeeper.table.live_players import LivePlayers
from lairkeeper.tags import Registry, Stock

TAP_SECONDS: Final = 0.6
"""Seconds that a tapped piece lies: longer than a reader needs, and than it waits before it believes a removal."""
APART_SECONDS: Final = 0.7
"""Seconds that a tapped piece stays away before its next tap: one that is back sooner is taken for the same tap."""
MOST_TAPS: Final = 20
"""The most taps of one piece that may wait for each other."""
BLANKS: Final = tuple(f"04B1A2{n:02X}E5F680" for n in range(1, 5))
"""Stickers that nobody has enrolled."""
PHONE: Final = "08A1B2C3"
"""A phone: never to be enrolled, never to count."""


@dataclass(frozen=True, slots=True)
class VirtualPiece:
    """Something with a tag. ``component`` is None for a sticker that stands for nothing yet."""

    uid: str
    game: str
    component: Component | None
    kind: str = "ntag213"


class Virtual:
    """Readers and pieces. Raises ``ValueError`` with a sentence for what cannot be done.

    ``keeps`` tells of a reader whether pieces lie on it for as long as they lie at that place of the game.
    """

    def __init__(
        self,
        board: SimulatedBoard,
        registry: Registry,
        changed: Callable[[], None],
        keeps: Callable[[str], bool] = lambda reader: False,
    ) -> None:
        self.board = board
        self._registry = registry
        self._changed = changed
        self._keeps = keeps
        self._looks: object = None
        self._timers: set[asyncio.TimerHandle] = set()
        self._taps: dict[str, deque[str]] = {}
        """By piece whose tap is not over: the readers of the taps that wait for it."""
        self.players: LivePlayers | None = None
        """Who can play here by themselves, if anybody."""

    @property
    def readers(self) -> tuple[str, ...]:
        """Return the names of the board's readers."""
        return tuple(self.board.readers)

    @property
    def pieces(self) -> tuple[VirtualPiece, ...]:
        """Return every enrolled tag, and a few strangers."""
        known = tuple(VirtualPiece(tag.uid, tag.game, tag.component) for tag in self._registry.list())
        taken = {piece.uid for piece in known}
        blanks = tuple(VirtualPiece(uid, "", None) for uid in BLANKS if uid not in taken)
        return (*known, *blanks, VirtualPiece(PHONE, "", None, "phone"))

    def tags(self) -> dict[str, list[str]]:
        """Return the UIDs on each reader, in the registry's form."""
        return {reader: [uid.upper() for uid in uids] for reader, uids in self.board.tags().items()}

    def lights(self) -> Mapping[str, Mapping[str, Any]]:
        """Return what each reader's light shows: ``{"pattern", "rgb"}``."""
        return self.board.lights()

    def screen(self) -> bytes | None:
        """Return the points of the board's small screen, as ``SimulatedBoard.screen``."""
        return self.board.screen()

    def sound(self) -> int:
        """Return what the buzzer played last since the board's start, in Hz; 0 as long as it was silent."""
        return next((hz for hz in reversed(self.board.tones()) if hz), 0)

    def looks_different(self) -> bool:
        """Return True when lights, screen or sound have changed since this was asked last."""
        before, self._looks = self._looks, (self.lights(), self.screen(), self.sound())
        return self._looks != before

    def place(self, reader: str, uid: str) -> None:
        """Lay a piece on a reader; it is lifted from where it lay."""
        kind = "phone" if uid.upper() == PHONE else "ntag213"
        lies = next((name for name, uids in self.tags().items() if uid.upper() in uids), None)
        self._check(reader)
        if lies == reader:
            return
        try:
            if lies is not None:
                self.board.take(lies, uid)
            self.board.place(reader, uid, kind)
        except SimulationError as error:
            raise ValueError(str(error)) from None
        self._changed()

    def take(self, reader: str, uid: str) -> None:
        """Lift a piece from a reader."""
        self._check(reader)
        try:
            self.board.take(reader, uid)
        except SimulationError as error:
            raise ValueError(str(error)) from None
        self._changed()

    def tap(self, reader: str, uid: str) -> None:
        """Lay a piece down and lift it a moment later. Needs the running event loop.

        What is laid on a place of the game, such as a slot of the Line-Up, stays there. A tap of a piece whose last
        one is not over waits for it, so that each counts.
        """
        waiting = self._taps.get(uid)
        if waiting is None:
            self._tap(reader, uid)
            return
        self._check(reader)
        if len(waiting) >= MOST_TAPS:
            raise ValueError(f"{MOST_TAPS} taps of this piece wait already; let them count first")
        waiting.append(reader)

    def _tap(self, reader: str, uid: str) -> None:
        self.place(reader, uid)
        if self._keeps(reader):
            self._taps.pop(uid, None)
            return
        self._taps.setdefault(uid, deque())
        self._later(TAP_SECONDS, self._lift, reader, uid)

    def _lift(self, reader: str, uid: str) -> None:
        self._later(APART_SECONDS, self._tap_again, uid)
        if uid.upper() in self.tags().get(reader, ()):
            self.take(reader, uid)

    def _tap_again(self, uid: str) -> None:
        """Make the next tap of a piece that waits for one."""
        waiting = self._taps.pop(uid)
        if waiting:
            reader = waiting.popleft()
            self._taps[uid] = waiting
            try:
                self._tap(reader, uid)
            except ValueError:  # a board without power: every page says so, and what was clicked for it is off
                del self._taps[uid]

    def _later(self, seconds: float, do: Callable[..., None], *args: str) -> None:
        def call() -> None:
            self._timers.discard(handle)
            do(*args)

        handle = asyncio.get_running_loop().call_later(seconds, call)
        self._timers.add(handle)

    def tell(self) -> None:
        """Tell every page that something here has changed."""
        self._changed()

    def close(self) -> None:
        """Let what lies lie; nothing is lifted or tapped any more."""
        if self.players is not None:
            self.players.stop()
        for handle in self._timers:
            handle.cancel()
        self._timers.clear()

    def _check(self, reader: str) -> None:
        if reader not in self.readers:
            raise ValueError(f"no reader {reader[:20]!r} here; there are {', '.join(self.readers)}")


@lru_cache(maxsize=4096)
def demo_uid(game: str, component: Component) -> str:
    """Return the made-up UID of a piece of the virtual set.

    It is always the same, so that a database can be used again.
    """
    return "04" + hashlib.sha256(f"{game}/{component}".encode()).hexdigest()[:12].upper()


def enrol_set(registry: Registry, stock: Stock, more: Collection[Component] = ()) -> int:
    """Give made-up tags to every piece of a box, and to ``more`` copies than it has on record.

    Return how many had none so far.
    """
    have = {tag.component for tag in registry.list(stock.game)}
    new = [component for component in (*stock.components(), *more) if component not in have]
    for component in new:
        registry.enrol(demo_uid(stock.game, component), component, stock, force=component in more)
    return len(new)
