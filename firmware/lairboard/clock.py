"""The board's time.

It is passed to whatever needs it, so that a simulated clock can stand in its place.
"""

import asyncio
import time


class Clock:
    """Milliseconds since the start, and the ticks that drivers use.

    The milliseconds do not wrap as ticks_ms does.
    """

    ticks_ms = staticmethod(time.ticks_ms)
    ticks_us = staticmethod(time.ticks_us)
    ticks_diff = staticmethod(time.ticks_diff)
    sleep_ms = staticmethod(asyncio.sleep_ms)
    wait_us = staticmethod(time.sleep_us)  # nothing else runs meanwhile: for less than 3 ms

    def __init__(self):
        self._ticks = self.ticks_ms()
        self._ms = 0

    def ms(self):
        """Return the milliseconds since the clock was made; call it at least once in six days."""
        ticks = self.ticks_ms()
        self._ms += self.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._ms
