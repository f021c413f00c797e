"""The hardware watchdog and the timers of a board with a prompt, in the wall's time. What starves
is told to whoever holds the other end of a pipe, who takes the power away and gives it again:
that is the part of a watchdog that no program can stop.
"""

import _thread
import time


class Kennel:
    """`attach` gives `machine` its watchdog and timers. `stream` takes "TIMEOUT\\n" at each
    feeding, in ms; `speed` is how many times faster than the wall all of it runs.
    """

    def __init__(self, stream, speed):
        self.stream = stream
        self.speed = speed

    def attach(self, machine, cause):
        """From here on `machine` has them; `cause` is why the board started."""
        kennel = self

        class WDT:
            """It cannot be stopped."""

            def __init__(self, id=0, timeout=5000):
                if not 1 <= timeout <= 8388:
                    raise ValueError("timeout exceeds 8388")
                self._word = b"%d\n" % (timeout // kennel.speed)
                self.feed()

            def feed(self):
                kennel.stream.write(self._word)

        class Timer:
            """Calls back between two steps of whatever else runs, as a soft interrupt does."""

            ONE_SHOT = 0
            PERIODIC = 1

            def __init__(self, id=-1):
                self._round = 0

            def init(self, mode=PERIODIC, period=-1, callback=None):
                self._round += 1
                _thread.start_new_thread(self._run, (self._round, mode, period, callback))

            def deinit(self):
                self._round += 1

            def _run(self, number, mode, period, callback):
                while True:
                    time.sleep_ms(period // kennel.speed)
                    if number != self._round:
                        return
                    callback(self)
                    if mode == Timer.ONE_SHOT:
                        return

        machine.WDT = WDT
        machine.Timer = Timer
        machine.reset_cause = lambda: cause
