"""The hardware watchdog and the timers of a board with a prompt, in the wall's time.

What starves is told to whoever holds the other end of a pipe, who takes the power away and gives
it again. That is the part of a watchdog that no program can stop.

What a chip tells of its last reset differs. RP2 chips reset themselves through the watchdog, and
only its SCRATCH4 register tells who had started that. An ESP32-S3 has its own cause.
"""

import _thread
import time

_NON_REBOOT_MAGIC = 0x6AB73121
_RP2 = {"power": (1, 0), "reset": (3, 0), "watchdog": (3, _NON_REBOOT_MAGIC)}
_CAUSES = {
    "RP2040": _RP2,
    "RP2350": _RP2,
    "ESP32S3": {"power": (1,), "reset": (5,), "watchdog": (3,)},
}
_SCRATCH4 = {"RP2040": 0x4005801C, "RP2350": 0x400D801C}
_LONGEST_MS = {"RP2040": 8388, "RP2350": 16777, "ESP32S3": 0x7FFFFFFF}


class Registers:
    """`machine.mem32` of an RP2 chip, as far as anybody reads it; elsewhere is no memory."""

    def __init__(self, known):
        self._known = known

    def __getitem__(self, address):
        if address not in self._known:
            raise AssertionError("bus fault at %08x" % address)
        return self._known[address]


class WatchdogModel:
    """The watchdog and the timers that `attach` gives to `machine`.

    `stream` takes a line with the timeout in ms at each feeding. `speed` is how many times faster
    than the wall all of it runs.
    """

    def __init__(self, stream, speed):
        self.stream = stream
        self.speed = speed

    def attach(self, machine, cause, chip):
        """Give `machine` its watchdog and timers, from here on.

        `cause` ("power", "reset", "watchdog") is why the board started, `chip` what it is made
        with.
        """
        model = self
        told = _CAUSES[chip][cause]
        longest = _LONGEST_MS[chip]

        class WDT:
            """A watchdog, which cannot be stopped."""

            def __init__(self, id=0, timeout=5000):
                if not 1 <= timeout <= longest:
                    raise ValueError("timeout exceeds %d" % longest)
                self._word = b"%d\n" % (timeout // model.speed)
                self.feed()

            def feed(self):
                model.stream.write(self._word)

        class Timer:
            """A timer that calls back between steps of other code, as a soft interrupt does."""

            ONE_SHOT = 0
            PERIODIC = 1

            def __init__(self, id=-1):
                if id < 0 and chip == "ESP32S3":
                    raise ValueError("invalid Timer number")
                self._round = 0

            def init(self, mode=PERIODIC, period=-1, callback=None):
                self._round += 1
                _thread.start_new_thread(self._run, (self._round, mode, period, callback))

            def deinit(self):
                self._round += 1

            def _run(self, number, mode, period, callback):
                while True:
                    time.sleep_ms(period // model.speed)
                    if number != self._round:
                        return
                    callback(self)
                    if mode == Timer.ONE_SHOT:
                        return

        machine.WDT = WDT
        machine.Timer = Timer
        machine.reset_cause = lambda: told[0]
        if chip in _SCRATCH4:
            machine.mem32 = Registers({_SCRATCH4[chip]: told[1]})
            for name in ("HARD_RESET", "SOFT_RESET"):
                delattr(machine, name)
