"""The match on the table in a few words, and what can be begun instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.view import View

from ...durations import duration
from ...faces import SeatedFace
from ...figures import interval
from ...part import Shown, Stamp, of_the_match
from ...parts.now import waiting_of, winners_text
from ...screens import paths
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.store import MatchRow
    from lairkeeper.table import Hub, Table

LOOKED_AT: Final = 20
"""Matches among which the one to play again is looked for."""


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """The match on the table."""

    match: int
    over: bool
    game: str
    turn: str
    time: str
    title: str
    scores: tuple[SeatedFace, ...]


@dataclass(frozen=True, slots=True)
class Rematch:
    """The match whose people can play again with one press."""

    match: int
    players: int
    level: str


def stamp(hub: Hub) -> Stamp:
    """Return the stamp of the running match: it changes with the match, and each minute."""
    return (of_the_match(hub), hub.people.version, hub.matches.version, _minutes(hub))


def values(shown: Shown) -> Mapping[str, Any]:
    """Return the running match, and what a rematch would be."""
    table = _playing(shown.hub, *shown.match, shown.t) if shown.match is not None else None
    virtual = paths().get("virtual") if shown.hub.virtual is not None else None
    return {
        "playing": table,
        "rematch": rematch_of(shown.hub, shown.t),
        "tv": paths().get("tv"),
        "virtual": virtual,
        "history_page": paths()["history"],
    }


def _playing(hub: Hub, table: Table, view: View, t: Translator) -> RunningMatch:
    n = view.extra.get("round", view.turn)
    nobody = t.ui("now.everyone" if waiting_of(view) else "now.nobody")
    title = winners_text(view.scoreboard, t) if view.finished else nobody
    if view.active and not view.finished:
        title = t.ui("home.turn", seat=view.active)
    return RunningMatch(
        table.match,
        view.finished,
        table.game.title.get(t.lang, table.game.id),
        t.ui("now.turn", n=n) if n else "",
        duration(60 * _minutes(hub), t),
        title,
        tuple(
            SeatedFace(each.seat, table.crests[each.seat], interval(each, t), each.seat in view.scoreboard.winners)
            for each in view.scoreboard.seats
        ),
    )


def rematch_of(hub: Hub, t: Translator) -> Rematch | None:
    """Return the rematch of the newest match; None without any that can be played again."""
    row = next((each for each in hub.matches.newest(LOOKED_AT) if _again(hub, each)), None)
    if row is None:
        return None
    level = str(row.header.get("level") or "")
    return Rematch(row.id, len(row.header.get("seats", ())), t.say("level", level))


def _again(hub: Hub, row: MatchRow) -> bool:
    return not row.damaged and row.deleted_at is None and row.game in hub.games


def _minutes(hub: Hub) -> int:
    """Return how long the match on the table has lasted: until now, or until it ended."""
    table = hub.table
    if table is None:
        return 0
    row = table.store.matches.get(table.match) if table.history.state.finished else None
    until = row.finished_at if row is not None and row.finished_at is not None else hub.wall
    return int((until - table.started_at) // 60)
