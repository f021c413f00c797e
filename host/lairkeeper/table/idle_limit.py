"""The end of what keeps scans from counting: it ends itself when nobody has tapped for a while."""

from __future__ import annotations

from typing import Final

from lairkeeper.table.clocks import Clock

IDLE_FOR: Final = 120.0
"""Seconds without a tap after which scans count again."""
SAID_FOR: Final = 60.0
"""Seconds for which every page says so."""


class IdleLimit:
    """Counts the seconds without a tap by the steady clock: setting the computer's clock changes nothing."""

    def __init__(self, steady: Clock) -> None:
        self._steady = steady
        self._until: float | None = None
        self._said_until: float | None = None

    def touch(self) -> None:
        """Begin the wait anew: somebody tapped or pressed something."""
        self._until, self._said_until = self._steady() + IDLE_FOR, None

    def clear(self) -> None:
        """Wait for nothing: it was stopped."""
        self._until = self._said_until = None

    def expire(self) -> None:
        """Let pages say for a while that it has ended itself."""
        self._until, self._said_until = None, self._steady() + SAID_FOR

    @property
    def idle(self) -> bool:
        """Return True when nobody has tapped for too long."""
        return self._until is not None and self._steady() >= self._until

    @property
    def lately(self) -> bool:
        """Return True while pages are to say that it has ended itself."""
        return self._said_until is not None and self._steady() < self._said_until

    @property
    def faded(self) -> bool:
        """Return True, once, when pages need not say it any longer."""
        over = self._said_until is not None and not self.lately
        if over:
            self._said_until = None
        return over

    @property
    def deadline(self) -> float | None:
        """Return when something changes without a tap, by the steady clock."""
        return self._until if self._until is not None else self._said_until
