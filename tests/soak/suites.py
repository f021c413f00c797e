"""The whole suite again and again beside busy loops: a test that hangs on time or chance is red in one of them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
TIMES: Final = 5
LOOPS: Final = 2
LONGEST_S: Final = 5400
"""A suite beside busy loops takes no longer than this; then it and they are ended."""
BUSY: Final = f"import time\nend = time.monotonic() + {LONGEST_S}\nwhile time.monotonic() < end: pass"
SUITE: Final = ("-m", "pytest", "-q", "-n", "4", "--dist", "worksteal", "-m", "not soak and not rest and not kicad")
FRESH: Final = "LAIRKEEPER_FRESH_SEED"
"""The variable that would give each suite the same draw."""


@dataclass(frozen=True, slots=True)
class Suite:
    """One run: whether all was green, and what it printed."""

    passed: bool
    said: str

    @property
    def last(self) -> str:
        """Return its last line."""
        return (self.said.strip().splitlines() or ["nothing"])[-1]


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Keep so many processors busy."""
    running = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(loops)]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


def suites(times: int = TIMES) -> dict[str, dict[str, Any]]:
    """Run the suite so many times, each with a fresh draw; the first red one ends it."""
    began, green = time.monotonic(), 0
    for n in range(1, times + 1):
        with busy(LOOPS):
            done = _suite()
        print(f"  {n} of {times}: {'green' if done.passed else 'red'}, {done.last}", flush=True)
        if not done.passed:
            print(done.said[-8000:])
            break
        green += 1
    return {
        "suites": {
            "value": green,
            "unit": "suites",
            "baseline": times,
            "ratio": round(green / times, 3),
            "what": f"runs of the whole suite in a row beside {LOOPS} busy loops, all green; "
            f"{time.monotonic() - began:.0f} s",
        }
    }


def _suite() -> Suite:
    fresh = {name: value for name, value in os.environ.items() if name != FRESH}
    try:
        done = subprocess.run(
            [sys.executable, *SUITE], cwd=ROOT, env=fresh, capture_output=True, text=True, check=False,
            timeout=LONGEST_S,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Suite(False, f"no end after {LONGEST_S} s")
    return Suite(done.returncode == 0, done.stdout)
