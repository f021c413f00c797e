"""The differences between the simulated table of Evil:101 and what the app shows, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.view import View

from .table import GroundTruth


def result(view: View, truth: GroundTruth) -> Iterator[str]:
    """Compare points, winners, Handler, the end."""
    scores = truth.scores()
    for score in view.scoreboard.seats:
        if score.low != scores[score.seat]:
            yield f"score.{score.seat}: table {scores[score.seat]}, app {score.low}"
    if set(view.scoreboard.winners) != set(truth.winners):
        yield f"winners: table {truth.winners}, app {view.scoreboard.winners}"
    if view.extra["handler"] != truth.handler.name:
        yield f"handler: table {truth.handler.name}, app {view.extra['handler']}"
    if not view.finished:
        yield f"finished: the app still waits for something: {view.step}"


def places(view: View, truth: GroundTruth) -> Iterator[str]:
    """Compare the row of Targets, and how many cards lie at each place."""
    row = view.zones["targets"].cards
    if list(row or ()) != [card for card in truth.row if card]:
        yield f"targets: table {truth.row}, app {row}"
    for path, n in truth.sizes().items():
        count = view.zones[path].count if path in view.zones else 0
        if count != n:
            yield f"{path}: table {n}, app {count}"
