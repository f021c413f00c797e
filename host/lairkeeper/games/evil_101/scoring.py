"""What a Plot is worth on a Target: pure arithmetic over printed facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def payments(
    plot: Mapping[str, Any], target: Mapping[str, Any], *, once: bool = False, partial: bool = False
) -> tuple[int, ...] | None:
    """What each of the Plot's symbols is paid on the Target, in the Plot's order; None when one of them is not on it.

    Only the Plot's symbols are paid ("Evil:101, Hoarding"). Two equal ones need two on the Target and take the dearest
    first; ``once``: one is enough for both, and pays once. ``partial``: what is missing pays nothing instead.
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
    """Whether an Agent's symbol is among these; a Target's come with their points ("Evil:101, The DIC Moves")."""
    names = {each if isinstance(each, str) else each[0] for each in symbols}
    return not names.isdisjoint(agent["symbols"])
