"""The time that `lairkeeper --help` takes, against a Python that starts and imports click."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

TIMES = 9
SCRIPT = str(Path(sys.executable).with_name("lairkeeper"))


def seconds(command: list[str]) -> float:
    """Median wall time of a command."""
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - began)
    return median(taken)


def run() -> dict[str, dict[str, Any]]:
    """``cli.help_s``: must stay under 0.3 s."""
    bare = seconds([sys.executable, "-c", "import click"])
    ours = seconds([SCRIPT, "--help"])
    return {
        "cli.help_s": {
            "value": round(ours, 3),
            "unit": "s",
            "baseline": round(bare, 3),
            "ratio": round(ours / bare, 2),
            "what": "lairkeeper --help, against a Python that starts and imports click; the aim is under 0.3 s",
        }
    }
