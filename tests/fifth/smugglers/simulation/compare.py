"""Differences between the app and the true table of a simulated match of Smugglers."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.view import View

from .table import GroundTruth


def result(view: View, truth: GroundTruth) -> Iterator[str]:
    """Yield the differences in coins, Captain, winners and the end."""
    told, coins = {each.seat: each.low for each in view.scoreboard.seats}, truth.scores()
    if told != coins:
        yield f"coins: table {coins}, app {told}"
    if set(view.scoreboard.winners) != set(truth.winners):
        yield f"winners: table {truth.winners}, app {view.scoreboard.winners}"
    if view.extra["captain"] != truth.captain.name:
        yield f"captain: table {truth.captain.name}, app {view.extra['captain']}"
    if not view.finished:
        yield f"finished: the app still waits for something: {view.step}"


def places(view: View, truth: GroundTruth) -> Iterator[str]:
    """Yield the differences in the row, and in the numbers of cards at each place."""
    row = view.zones["row"].cards
    if list(row or ()) != truth.row:
        yield f"row: table {truth.row}, app {row}"
    for path, n in truth.sizes().items():
        count = view.zones[path].count if path in view.zones else 0
        if count != n:
            yield f"{path}: table {n}, app {count}"
