"""The difference between the board's clock and the host's, from keep-alives."""

from __future__ import annotations

STALE_MS = 60_000
TOLERANCE_MS = 2


class ClockOffset:
    """Keeps the sample with the shortest way there and back; an old one gives way."""

    def __init__(self) -> None:
        self.offset: float | None = None
        self._round_trip = 0.0
        self._at = 0.0

    def sample(self, sent_ms: float, board_ms: float, now_ms: float) -> None:
        """Record a keep-alive: sent at sent_ms (host), answered at board_ms (board), received at now_ms (host)."""
        round_trip = now_ms - sent_ms
        if round_trip < 0:
            return
        best = self.offset is None or round_trip <= self._round_trip + TOLERANCE_MS
        if best or now_ms - self._at > STALE_MS:
            self.offset = (sent_ms + now_ms) / 2 - board_ms
            self._round_trip = round_trip
            self._at = now_ms

    def host_ms(self, board_ms: float, now_ms: float) -> float:
        """Return the board's moment on the host's clock, never in the future; now_ms while nothing is known."""
        return now_ms if self.offset is None else min(board_ms + self.offset, now_ms)
