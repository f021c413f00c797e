"""Time that moves only when somebody waits: for tests and measurements without an event loop."""


class _Nap:
    """The awaitable of `StepClock.sleep_ms`: one stop, so that `advance` sees the time."""

    def __init__(self):
        self._stopped = False

    def __await__(self):
        self._stopped = False
        return self

    __iter__ = __await__

    def __next__(self):
        if self._stopped:
            raise StopIteration
        self._stopped = True


TURN_US = 300  # what an event loop takes to come round, on an RP2040


class StepClock:
    """The firmware's clock and the models' in one.

    It starts late enough to wrap no test. `longest` is the longest time in us from one sleep to
    the next: nothing else could run.
    """

    def __init__(self, us=1000000):
        self.us = us
        self.longest = 0
        self._woken_at = us
        self._nap = _Nap()

    def now_us(self):
        """Return the simulated microseconds."""
        return self.us

    def spend_us(self, n):
        """Let work take time."""
        self.us += n

    def ticks_ms(self):
        """Return the simulated milliseconds."""
        return self.us // 1000

    def ticks_us(self):
        """Return the simulated microseconds."""
        return self.us

    @staticmethod
    def ticks_diff(a, b):
        """Return a - b."""
        return a - b

    def wait_us(self, n):
        """Let nothing else run for so long."""
        self.us += n

    def sleep_ms(self, ms):
        """Go to the millisecond boundary `ms` ahead, as an event loop with ms ticks does.

        A sleep of 0 lets others have their turn.
        """
        self.longest = max(self.longest, self.us - self._woken_at)
        self.us = (self.us // 1000 + ms) * 1000 if ms else self.us + TURN_US
        self._woken_at = self.us
        return self._nap


def finish(coro):
    """Run a coroutine that awaits only `StepClock.sleep_ms` to its end; return its value."""
    try:
        while True:
            coro.send(None)
    except StopIteration as end:
        return end.value


def advance(coro, clock, ms):
    """Run an endless coroutine for `ms` simulated milliseconds; it can be run on later."""
    until = clock.us + 1000 * ms
    while clock.us < until:
        coro.send(None)
