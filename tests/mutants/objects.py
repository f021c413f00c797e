"""Objects of this process, those too that the tests have put out of the garbage collector's sight."""

from __future__ import annotations

import gc


def objects() -> list[object]:
    """Return every object that the garbage collector knows. Frozen ones (`tests/conftest.py`) stay frozen."""
    frozen = gc.get_freeze_count() > 0
    gc.unfreeze()
    found = gc.get_objects()
    if frozen:
        gc.freeze()
    return found
