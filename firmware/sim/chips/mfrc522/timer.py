"""The MFRC522's timer (data sheet, 8.5), in simulated time."""

from sim.chips.mfrc522.registers import (
    COM_IRQ,
    IRQ_TIMER,
    T_MODE,
    T_PRESCALER,
    T_RELOAD_H,
    T_RELOAD_L,
)


class Timer:
    """Part of the chip; works on its `reg` and `clock`."""

    def _period_us(self):
        reg = self.reg
        prescaler = (reg[T_MODE] & 0x0F) << 8 | reg[T_PRESCALER]
        ticks = (reg[T_RELOAD_H] << 8 | reg[T_RELOAD_L]) + 1
        return ticks * (2 * prescaler + 1) * 100 // 1356 + 1

    def _start_timer(self, at):
        self._timer_runs = True
        self._timer_end = at + self._period_us()

    def _timer_out(self, now):
        self.reg[COM_IRQ] |= IRQ_TIMER
        if self.reg[T_MODE] & 0x10:
            period = self._period_us()
            while self._timer_end <= now:
                self._timer_end += period
        else:
            self._timer_runs = False

    def _count(self):
        reg = self.reg
        if not self._timer_runs:
            return 0
        prescaler = (reg[T_MODE] & 0x0F) << 8 | reg[T_PRESCALER]
        left = self._timer_end - self.clock.now_us()
        return max(0, left * 1356 // ((2 * prescaler + 1) * 100)) & 0xFFFF
