"""Sides that win together by reaching a goal, for pages that show two doors instead of one for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.view import TeamScore, View

from ..figures import interval
from ..translator import Translator
from .seats import SeatTile

GOALS: Final = "goals"
"""In a view's ``extra``: what each seat needs to win."""
_ICONS: Final = ("villain", "hero")


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its score ``got`` of the ``of`` that it needs, and its seats. ``goal`` says that in words."""

    code: str
    name: str
    icon: str
    score: str
    goal: str
    got: int
    of: int
    active: bool
    winner: bool
    seats: tuple[SeatTile, ...]


def sides_of(view: View, tiles: Sequence[SeatTile], t: Translator) -> tuple[Side, ...]:
    """Return the sides of a match in which each has a goal; empty in other matches."""
    goals = view.extra.get(GOALS)
    if not isinstance(goals, Mapping) or not view.scoreboard.teams:
        return ()
    return tuple(_side(n, team, view, tiles, t) for n, team in enumerate(view.scoreboard.teams))


def _side(n: int, team: TeamScore, view: View, tiles: Sequence[SeatTile], t: Translator) -> Side:
    of = int(view.extra[GOALS][team.seats[0]])
    first = next((line for score in view.scoreboard.seats if score.seat == team.seats[0] for line in score.lines), None)
    return Side(
        code=team.code,
        name=t.say("team", team.code),
        icon=_ICONS[n % len(_ICONS)],
        score=interval(team, t),
        goal=t.say("score", first.code, first.args) if first else "",
        got=min(max(team.low, 0), of),
        of=of,
        active=view.active in team.seats and not view.finished,
        winner=set(team.seats) <= set(view.scoreboard.winners),
        seats=tuple(tile for tile in tiles if tile.name in team.seats),
    )
