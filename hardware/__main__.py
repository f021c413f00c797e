"""`python -m hardware WHAT`: makes the generated files of this room anew."""

from __future__ import annotations

import sys

from hardware.pins import PinError
from hardware.wiring import pages


def main(words: list[str]) -> int:
    """Run one target; 1 when what it needs is wrong, 2 when there is no such target."""
    targets = {"wiring": pages.write}
    if len(words) != 1 or words[0] not in targets:
        print(f"usage: python -m hardware {'|'.join(targets)}", file=sys.stderr)
        return 2
    try:
        targets[words[0]]()
    except PinError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
