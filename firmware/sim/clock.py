"""Simulated time: what the firmware's clock says, and the event loop's waiting that moves it.

In lockstep the host grants time; between two deadlines of the firmware the clock jumps. Paced,
it follows the wall. `asyncio` keeps real ticks for tasks that are ready at once, so simulated
ticks start far ahead of the real ones: such a task is then always due.
"""

import asyncio
import select
import time

AHEAD_MS = 1000000000


class SimClock:
    """The firmware's clock (lairboard.clock) and the models' (`now_us`, `spend_us`) in one."""

    sleep_ms = staticmethod(asyncio.sleep_ms)

    def __init__(self, paced):
        self.paced = paced
        self._base = time.ticks_ms() + AHEAD_MS
        self._wall = time.ticks_us()
        self._us = 0

    def now_us(self):
        """Return the microseconds since the start."""
        if self.paced:
            # A frame is over in less than a millisecond: the chip must see it go by.
            wall = time.ticks_us()
            self._us += time.ticks_diff(wall, self._wall)
            self._wall = wall
        return self._us

    def spend_us(self, us):
        """Let something take its time on a real board; by the wall it takes what it takes."""
        if not self.paced:
            self._us += us

    def wait_us(self, us):
        """Let nothing else run for so long."""
        if self.paced:
            time.sleep_us(us)
        else:
            self._us += us

    def jump_to(self, ms):
        """Go forward, never back."""
        self._us = max(self._us, ms * 1000)

    def ms(self):
        """Return the milliseconds since the start."""
        return self.now_us() // 1000

    def ticks_ms(self):
        """Return the milliseconds from an arbitrary start."""
        return self._base + self.now_us() // 1000

    def ticks_us(self):
        """Return the microseconds from the start."""
        return self.now_us()

    @staticmethod
    def ticks_diff(a, b):
        """Return a - b."""
        return a - b


class Waiter:
    """Take the place of the event loop's waiting for descriptors.

    `dispatch()` lets the loop look at its descriptors without waiting, `ready()` says whether a
    task can run now.
    """

    def __init__(self, clock, control, port, dispatch, ready, radio=None):
        self._clock = clock
        self._control = control
        self._port = port
        self._dispatch = dispatch
        self._ready = ready
        self._port_poll = select.poll()
        self._port_poll.register(port.stream, select.POLLIN)
        self._both = select.poll()
        self._both.register(port.stream, select.POLLIN)
        self._both.register(control.stream, select.POLLIN)
        self._radio = radio if radio and radio.stream else None
        if self._radio:
            self._both.register(self._radio.stream, select.POLLIN)

    def wait(self, dt):
        """Wait dt milliseconds (-1: for ever), or until a task can run."""
        if self._clock.paced:
            self._wait_by_the_wall(dt)
        else:
            self._wait_in_lockstep(dt)

    def _wait_by_the_wall(self, dt):
        self._serve()
        while dt != 0 and not self._ready():
            self._both.poll(dt)
            self._serve()
            if dt > 0:
                return  # the loop works out anew how long to wait

    def _serve(self):
        self._control.serve()
        if self._radio:
            self._radio.pump()
        self._dispatch()

    def _wait_in_lockstep(self, dt):
        self._dispatch()
        control, clock, port = self._control, self._clock, self._port
        while dt != 0 and not self._ready():
            if port.heard < control.expected:
                if self._port_poll.poll(1000):
                    self._dispatch()
                    continue
                control.expected = port.heard
            target = clock.ms() + dt if dt > 0 else control.limit + 1
            if port.sent == control.reported:
                if target <= control.limit:
                    clock.jump_to(target)
                    return
                clock.jump_to(control.limit)
            control.wait_for_grant()
            if dt > 0:
                return
