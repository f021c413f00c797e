"""The simulated board's clock by the wall: a frame of 0.4 ms must be over when the firmware has waited for it."""

WAITS = """
from sim.clock import SimClock

clock = SimClock(True)
least = {}
for us in (100, 470, 900, 470, 2400) * 20:
    began = clock.now_us()
    clock.wait_us(us)
    took = clock.now_us() - began
    assert us <= took, (us, took)
    least[us] = min(took, least.get(us, took))
    assert clock.ticks_us() // 1000 - clock.ms() in (0, -1)
for us in least:
    assert least[us] < us + 50000, (us, least[us])
"""


def test_waits_of_less_than_a_millisecond_are_seen(run_mpy) -> None:
    done = run_mpy(WAITS)
    assert done.returncode == 0, done.stdout + done.stderr
