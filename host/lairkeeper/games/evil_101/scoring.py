"""Worth of a Plot on a Target: pure arithmetic over printed facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def payments(
    plot: Mapping[str, Any], target: Mapping[str, Any], *, once: bool = False, partial: bool = False
) -> tuple[int, ...] | None:
    """Return the points for each of the Plot's symbols on the Target, in the Plot's order, or None if one is missing.

    Only the Plot's symbols are paid (e1-33; "Evil:101, Hoarding"). Two equal symbols need two on the Target, and each
    takes the dearest one left (e1-9). With ``once`` one is enough for both and pays once. With ``partial`` a missing
    symbol pays nothing and is no reason for None.
    """
    left: dict[str, list[int]] = {}
    for symbol, points in target["symbols"]:
        left.setdefault(symbol, []).append(points)
    for points_of in left.values():
        points_of.sort(reverse=True)
    wanted: Sequence[str] = tuple(dict.fromkeys(plot["symbols"])) if once else plot["symbols"]
    paid: list[int] = []
    for symbol in wanted:
        if left.get(symbol):
            paid.append(left[symbol].pop(0))
        elif not partial:
            return None
    return tuple(paid)


def shares(agent: Mapping[str, Any], symbols: Sequence[Any]) -> bool:
    """Return whether an Agent's symbol is among ``symbols``, which may be a Target's pairs of symbol and points."""
    names = {each if isinstance(each, str) else each[0] for each in symbols}
    return not names.isdisjoint(agent["symbols"])
