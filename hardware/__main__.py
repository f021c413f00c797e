"""`python -m hardware WHAT`: makes the generated files of this room anew."""

from __future__ import annotations

import sys
from collections.abc import Callable

from hardware.wiring import pages


def main(words: list[str]) -> int:
    """Run one target; return 1 when what it needs is wrong, 2 when there is no such target."""
    targets: dict[str, Callable[[], None]] = {
        "wiring": pages.write,
        "carrier": _carrier,
        "check": _check,
        "out": _out,
        "pictures": _pictures,
    }
    if len(words) != 1 or words[0] not in targets:
        print(f"usage: python -m hardware {'|'.join(targets)}", file=sys.stderr)
        return 2
    try:
        targets[words[0]]()
    except (ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _carrier() -> None:
    # Asked for by those who make a board only: numba, build123d, KiCad.
    from hardware.carrier import files, models

    models.write(files.HOME / files.LIBRARY / "models")
    files.write()


def _check() -> None:
    from hardware.out import check

    check()


def _out() -> None:
    from hardware.out import build

    build()


def _pictures() -> None:
    from hardware.out import pictures

    pictures()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
