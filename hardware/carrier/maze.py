"""The shortest way through a two-layer grid (A*), compiled by numba."""

from __future__ import annotations

import heapq
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

FREE: Final = 0
BLOCKED: Final = -1
_ROOT2: Final = 1.4142135


def search(
    open_track: NDArray[np.bool_],
    open_via: NDArray[np.bool_],
    cost: NDArray[np.float32],
    via_cost: NDArray[np.float32],
    starts: NDArray[np.int64],
    goals: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the cells from one of ``starts`` to one of ``goals``; empty when there is no way.

    All three are n x 3 (layer, row, column).
    ``open_track`` and ``cost`` are 2 x rows x columns, ``open_via`` and ``via_cost`` rows x columns.
    """
    found: NDArray[np.int64] = _search(
        open_track, open_via, cost.astype(np.float64), via_cost.astype(np.float64), starts, goals
    )
    return found


@njit(cache=True)
def _search(open_track, open_via, cost, via_cost, starts, goals):  # type: ignore[no-untyped-def] # pragma: no cover
    layers, rows, columns = open_track.shape
    plane = rows * columns
    best = np.full(layers * plane, np.inf)
    previous = np.full(layers * plane, -1, np.int64)
    goal = np.zeros(layers * plane, np.bool_)
    for i in range(goals.shape[0]):
        goal[goals[i, 0] * plane + goals[i, 1] * columns + goals[i, 2]] = True
    top, bottom = goals[:, 1].min(), goals[:, 1].max()
    left, right = goals[:, 2].min(), goals[:, 2].max()
    heap = [(0.0, 0.0, np.int64(0))]
    heap.pop()
    for i in range(starts.shape[0]):
        at = starts[i, 0] * plane + starts[i, 1] * columns + starts[i, 2]
        if open_track[starts[i, 0], starts[i, 1], starts[i, 2]] and best[at] > 0:
            best[at] = 0.0
            heapq.heappush(heap, (0.0, 0.0, at))
    while len(heap) > 0:
        _, gone, at = heapq.heappop(heap)
        if gone > best[at]:
            continue
        if goal[at]:
            return _way(previous, at, plane, columns)
        layer, rest = at // plane, at % plane
        row, column = rest // columns, rest % columns
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                y, x = row + dy, column + dx
                if (dy == 0 and dx == 0) or y < 0 or x < 0 or y >= rows or x >= columns or not open_track[layer, y, x]:
                    continue
                step = _ROOT2 if dy != 0 and dx != 0 else 1.0
                now = gone + step * cost[layer, y, x]
                to = layer * plane + y * columns + x
                if now < best[to]:
                    best[to] = now
                    previous[to] = at
                    away_y, away_x = max(top - y, 0, y - bottom), max(left - x, 0, x - right)
                    ahead = max(away_y, away_x) + 0.414 * min(away_y, away_x)
                    heapq.heappush(heap, (now + ahead, now, to))
        if open_via[row, column] and open_track[1 - layer, row, column]:
            now = gone + via_cost[row, column]
            to = (1 - layer) * plane + rest
            if now < best[to]:
                best[to] = now
                previous[to] = at
                away_y, away_x = max(top - row, 0, row - bottom), max(left - column, 0, column - right)
                heapq.heappush(heap, (now + max(away_y, away_x) + 0.414 * min(away_y, away_x), now, to))
    return np.empty((0, 3), np.int64)


@njit(cache=True)
def _way(previous, at, plane, columns):  # type: ignore[no-untyped-def] # pragma: no cover
    n = 1
    back = at
    while previous[back] >= 0:
        back = previous[back]
        n += 1
    out = np.empty((n, 3), np.int64)
    for i in range(n - 1, -1, -1):
        out[i, 0] = at // plane
        out[i, 1] = at % plane // columns
        out[i, 2] = at % plane % columns
        at = previous[at]
    return out
