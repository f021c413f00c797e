"""Short sounds on a piezo: for counted, for look at the screen, and for refused.

*Safe* is silent.
"""

# name: (Hz, ms) after each other
TUNES = {
    "applied": ((2200, 60),),
    "asked": ((1500, 60), (0, 60), (1500, 60)),
    "refused": ((400, 250),),
}


_DUTY = 20000


class Buzzer:
    """The piezo and the notes that it has to play.

    `pwm` has freq(hz) and duty_u16(n), as machine.PWM; None: no buzzer is fitted. `volume` is 1
    to 100.
    """

    def __init__(self, pwm, loud=True, volume=100):
        self._pwm = pwm if loud else None
        self._duty = _DUTY * volume // 100
        self._notes = []
        self._until = 0
        self._silence()

    def play(self, name, now):
        """Play a tune instead of whatever sounds now; names without a tune are silent."""
        self._notes = list(TUNES.get(name, ()))
        self._next(now)

    def beep(self, hz, ms, times, now):
        """Play a plain tone, `times` times."""
        self._notes = [(hz, ms), (0, ms)] * times
        self._next(now)

    def tick(self, now):
        """Go on to the next note when it is time."""
        if self._until and now >= self._until:
            self._next(now)

    def _next(self, now):
        if not self._notes:
            self._until = 0
            self._silence()
            return
        hz, ms = self._notes.pop(0)
        self._until = now + ms
        if self._pwm:
            if hz:
                self._pwm.freq(hz)
            self._pwm.duty_u16(self._duty if hz else 0)

    def _silence(self):
        if self._pwm:
            self._pwm.duty_u16(0)
