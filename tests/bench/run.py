"""`make bench`: run every bench_*.py of this folder, one after the other, and write build/bench.json."""

from __future__ import annotations

import gc
import importlib
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from report import write  # noqa: E402


def main(wanted: list[str]) -> int:
    """Run the benches named (``core``, ``link`` …), or all."""
    figures: dict[str, dict[str, Any]] = {}
    known = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    unknown = set(wanted) - set(known)
    if unknown:
        print(f"no bench {', '.join(sorted(unknown))}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    for name in wanted or known:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        # What the benches before have left behind is not to be looked through again and again in this one's time.
        gc.collect()
        gc.freeze()
        figures |= importlib.import_module(f"bench_{name}").run()
    write(figures, "bench")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
