"""The standing of the match on the table, for sinks that show it: only what everybody at the table may know."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.table import Hub


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """The score of a seat. ``high`` is the same as ``low`` when it is known, None without an upper bound."""

    seat: str
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A match on the table. ``turn`` is the seat whose turn it is; None when it is nobody's, or after the end."""

    match: int
    game: str
    running: bool
    turn: str | None
    scores: tuple[SeatStanding, ...]
    winners: tuple[str, ...]


def standing_of(hub: Hub) -> Standing | None:
    """Return how the match on the table stands; None without a match."""
    table = hub.table
    if table is None:
        return None
    view = table.view()
    scores = tuple(SeatStanding(each.seat, each.low, each.high) for each in view.scoreboard.seats)
    turn = None if view.finished else view.active
    return Standing(
        table.match, table.game.title.get("en", view.game), not view.finished, turn, scores, view.scoreboard.winners
    )
