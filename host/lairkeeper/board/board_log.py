"""A board's own log, pulled line by line, with the time of day of each."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lairkeeper.board.short_session import ShortSession


class BoardLog:
    """Log of the board at a visit since its start. A firmware without a log has no lines."""

    def __init__(self, visit: ShortSession) -> None:
        self._visit = visit
        self._number = 0
        self._started: float | None = None

    async def news(self) -> list[str]:
        """Return the lines that were not told yet: time of day, level, text.

        Raises ReplError when no answer comes.
        """
        if self._started is None:
            ok, told = await self._visit.ask("time", int(time.time()))
            if not ok:
                return []
            self._started = time.time() - told[0] / 1000
        lines: list[str] = []
        while True:
            ok, found = await self._visit.ask("log", self._number)
            if not ok or not found:
                return lines
            self._number = found[-1][0]
            lines += [self._line(*each) for each in found]

    def _line(self, number: int, level: str, ms: int, text: str, *_: Any) -> str:
        assert self._started is not None
        at = time.localtime(self._started + ms / 1000)
        return f"{time.strftime('%H:%M:%S', at)}  {level:<5} {text}"
