"""`python -m hardware out`: everything that is made from this room, below ``hardware/out/``, and every check of it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.pins import ROOT, read
from hardware.wiring import pages

OUT: Final = ROOT / "hardware" / "out"


class CheckError(RuntimeError):
    """Some check found something; the message says how many."""


def build(out: Path = OUT) -> None:
    """Build and check everything, a line for each step. Raises ``CheckError``, ``ToolError``."""
    from hardware.carrier import outputs
    from hardware.carrier.design import HEIGHTS, design

    begin = time.monotonic()
    shutil.rmtree(out, ignore_errors=True)
    for readers in HEIGHTS:
        made = design(read(), readers)
        outputs.write(made, out / made.name)
        print(f"built {made.name}, {time.monotonic() - begin:.0f} s", flush=True)
    faults = 0
    for what, found in _checks(out):
        print(f"{'FAIL' if found else 'ok  '} {what}, {time.monotonic() - begin:.0f} s", flush=True)
        for each in found:
            print(f"     {each}")
        faults += len(found)
    if faults:
        raise CheckError(f"{faults} faults; see above")
    print(f"All is in {out}")


def _checks(out: Path) -> Iterator[tuple[str, list[str]]]:
    from hardware.carrier.checks import all_checks

    yield "wiring pages follow the board file", [f"{name}: run python -m hardware wiring" for name in pages.check()]
    yield from all_checks(out)
