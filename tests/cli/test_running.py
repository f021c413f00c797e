"""What happens before a table runs."""

from __future__ import annotations

import gc

from lairkeeper.cli.running import _run


def test_what_is_loaded_is_settled_before_anybody_waits() -> None:
    """The collector's full pass over all modules and catalogs would keep everybody waiting."""
    frozen: list[int] = []

    async def main() -> None:
        frozen.append(gc.get_freeze_count())

    gc.unfreeze()
    try:
        _run(main)
    finally:
        gc.unfreeze()
    assert frozen[0] > 10_000
