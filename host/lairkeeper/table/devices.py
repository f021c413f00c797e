"""The devices of the table: boards and their links, the survey of their readers, and the virtual table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from lairkeeper.board import BoardEvent, EventInbox, LinkStatus, SimulatedBoard, ZoneSnapshot
from lairkeeper.table.boards import Boards
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.survey import Survey
from lairkeeper.table.virtual import Virtual
from lairkeeper.tags import Registry

LIGHTS_EVERY: Final = 0.1
LIGHTS_FOR: Final = 3.0
"""Seconds after a scan in which the virtual readers' lights are looked at."""


class Devices:
    """Gives each board what is meant for it. ``wake`` is called when the lights are to be looked at soon."""

    def __init__(
        self,
        inbox: EventInbox,
        clocks: Clocks,
        *,
        on_events: Callable[[Sequence[BoardEvent]], None],
        on_snapshot: Callable[[Sequence[ZoneSnapshot]], None],
        changed: Callable[[], None],
        wake: Callable[[], None],
        pairings: Callable[[str], str | None] | None = None,
    ) -> None:
        self.boards = Boards(
            inbox, on_events=on_events, on_snapshot=on_snapshot, on_status=self.board_changed, pairings=pairings
        )
        self.survey = Survey(self.boards.links)
        self.virtual: Virtual | None = None
        self._clocks = clocks
        self._changed = changed
        self._wake = wake
        self._watch_until = 0.0

    def simulate(self, board: SimulatedBoard, registry: Registry, keeps: Callable[[str], bool]) -> None:
        """Add a simulated board with its virtual table; ``keeps`` as ``Virtual`` has it."""
        self.virtual = Virtual(board, registry, self._touched, keeps)
        self.boards.add_port(board.port, board.interpreter)

    def board_changed(self, status: LinkStatus) -> None:
        """Set the clocks of boards that were just greeted, and tell every page that a link has changed.

        The lights of the virtual table follow a moment later.
        """
        self.boards.tell_time(self._clocks.wall())
        self.watch()
        self._changed()

    def feedback(self, event: BoardEvent, verdict: str) -> None:
        """Tell the board that saw a scan the verdict, and look at the lights for a while."""
        self.boards.feedback(event, verdict)
        self.watch()

    def watch(self) -> None:
        """Look at the virtual readers' lights for a while: something was laid down or taken."""
        self._watch_until = self._clocks.steady() + LIGHTS_FOR
        self._wake()

    def look_at_lights(self) -> None:
        """Tell every page when the virtual readers' lights, screen or sound have changed."""
        if self.virtual is not None and self._watching and self.virtual.looks_different():
            self._changed()

    def sleep(self, longest: float) -> float:
        """Return the seconds until the lights are to be looked at again, at most ``longest``."""
        return min(longest, LIGHTS_EVERY) if self.virtual is not None and self._watching else longest

    def close(self) -> None:
        """Lift nothing from the virtual table any more."""
        if self.virtual is not None:
            self.virtual.close()

    @property
    def _watching(self) -> bool:
        return self._clocks.steady() < self._watch_until

    def _touched(self) -> None:
        """Note that something was put on or taken from the virtual table."""
        self.watch()
        self._changed()


def fail_with(links: Sequence[asyncio.Future[None]]) -> None:
    """Raise the error of a link that ended by a mistake of ours: it must not end unheard."""
    for link in links:
        if link.done() and not link.cancelled() and (error := link.exception()) is not None:
            raise error
