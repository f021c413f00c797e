"""The journal on a real littlefs, on MicroPython (flash_cases.py)."""

import pytest

pytestmark = pytest.mark.journal


def test_the_power_is_cut_at_every_byte(run_on_micropython) -> None:
    done = run_on_micropython("flash_cases")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "7 ran, 0 failed"
    cuts = [int(line.split()[0]) for line in done.stdout.splitlines() if line.endswith(" cuts")]
    assert len(cuts) == 6
    assert sum(cuts) > 10000
