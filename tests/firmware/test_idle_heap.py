"""An idle poll needs no heap: proved on MicroPython with its heap locked."""

from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "idle_heap.py"


@pytest.mark.parametrize("part", ["driver", "task", "health", "driver-i2c", "task-i2c", "health-i2c", "pn532"])
def test_1000_idle_polls_allocate_nothing(part: str, run_mpy) -> None:
    done = run_mpy(SCRIPT, part)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip() == "no heap used"


def test_an_allocation_would_be_noticed(run_mpy) -> None:
    done = run_mpy(SCRIPT, "leaky")
    assert done.returncode == 1
    assert "heap is locked" in done.stdout + done.stderr
