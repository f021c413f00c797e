"""From a world that went wrong to the few misfortunes that suffice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .faults import Fault


def shrunk(faults: Sequence[Fault], wrong: Callable[[Sequence[Fault]], bool], tries: int = 60) -> tuple[Fault, ...]:
    """Leave out halves, then quarters and so on, as long as it still goes wrong (delta debugging)."""
    left = tuple(faults)
    parts = 2
    while len(left) > 1 and tries > 0:
        size = max(1, len(left) // parts)
        for start in range(0, len(left), size):
            rest = left[:start] + left[start + size :]
            tries -= 1
            if wrong(rest):
                left, parts = rest, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts = min(len(left), parts * 2)
    return left
