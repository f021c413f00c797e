"""One match as it was after each of its moves, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.ids import TABLE, Seat

from ...durations import day_of
from ...figures import clock
from ...parts.ending import curves_of
from ...parts.log import log_text
from ...parts.seats import seats_of
from ...parts.sides import sides_of
from ...places import Place, layout_of
from ...translator import Translator
from .listing import took

if TYPE_CHECKING:
    from lairkeeper.table import Hub, PlayedMatch

AROUND: Final = 8
"""Moves that are listed before and after the one that is shown."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One line of the log, with the address of the table after it."""

    position: int
    text: str
    at: str
    shown: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """The positions to which the buttons lead; None where there is nothing further."""

    start: int | None
    turn_before: int | None
    before: int | None
    after: int | None
    turn_after: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """The moment that is shown and who looks at it."""

    position: int
    viewer: str = TABLE


def position_of(played: PlayedMatch, asked: Mapping[str, int | None]) -> int:
    """Return the position that is asked for, by ``at`` or else by the end of ``turn``; the end if none is."""
    at, turn = asked.get("at"), asked.get("turn")
    if at is not None:
        return min(at, played.index.last)
    if turn is None or turn >= len(played.index.course.ends):
        return played.index.last
    return played.index.end_of(turn)


def heading_of(hub: Hub, played: PlayedMatch, t: Translator) -> Mapping[str, Any]:
    """Return what the page says of the whole match."""
    row, game = played.row, played.game
    title = game.title.get(t.lang, game.id)
    facts = (title if row.title else "", t.say("level", row.header.get("level")), day_of(row.started_at, hub.wall, t))
    turns = len(played.index.course.ends)
    return {
        "match": row.id,
        "name": row.title or title,
        "title": row.title or "",
        "facts": tuple(each for each in (*facts, took(row, t)) if each),
        "note": row.note or "",
        "place": row.place or "",
        "origin": row.origin,
        "over": row.finished_at is not None,
        "deleted": row.deleted_at is not None,
        "on_table": hub.table is not None and hub.table.match == row.id,
        "broken": played.broken,
        "rules": (played.rules_then, game.version) if played.rules_then != game.version else None,
        "kin": played.running_kin if played.running_kin != row.id else None,
        "turns": turns,
    }


def moment_of(played: PlayedMatch, where: Viewpoint, t: Translator) -> Mapping[str, Any]:
    """Return the table at one position for one viewer. Raises ``TableError`` and ``StoreError``."""
    table, index, position = played.at(where.position), played.index, where.position
    view = table.view(where.viewer)
    tiles, layout = seats_of(table, view, t), layout_of(table, view, t)
    turn = index.turn_at(position)
    moves = _moves(played, position, t)
    return {
        "match": played.row.id,
        "position": position,
        "n": index.valid[position],
        "turn": turn,
        "turns": len(index.course.ends),
        "moves_in_all": index.last,
        "when": _when(played, turn, t),
        "said": next((each for each in moves if each.shown), None),
        "moves": moves,
        "steps": _steps(played, position),
        "seats": tiles,
        "sides": sides_of(view, tiles, t),
        "places": layout.shared,
        "own": _own(layout.seats),
        "crests": played.crests,
        "opened": played.opened,
        "curves": _curves(played, turn, t),
        "over_there": view.finished,
    }


def _own(seats: Mapping[Seat, tuple[Place, ...]]) -> tuple[tuple[Seat, tuple[Place, ...]], ...]:
    """Return what lies before each seat: the places with something in them."""
    return tuple((seat, filled) for seat, all in seats.items() if (filled := tuple(each for each in all if each.count)))


def _moves(played: PlayedMatch, position: int, t: Translator) -> tuple[PlayedMove, ...]:
    first, last = max(0, position - AROUND), min(played.index.last, position + AROUND)
    return tuple(
        PlayedMove(each.position, log_text(*each.line, t), clock(each.at), each.position == position)
        for each in played.lines(first, last)
    )


def _steps(played: PlayedMatch, position: int) -> Steps:
    index = played.index
    earlier = [end for end in (0, *index.course.ends) if end < position]
    later = [end for end in index.course.ends if end > position]
    return Steps(
        start=0 if position > 0 else None,
        turn_before=earlier[-1] if earlier else None,
        before=position - 1 if position > 0 else None,
        after=position + 1 if position < index.last else None,
        turn_after=later[0] if later else None,
        end=index.last if position < index.last else None,
    )


def _when(played: PlayedMatch, turn: int, t: Translator) -> str:
    course = played.index.course
    if not turn or not course.at:
        return t.ui("history.beginning")
    n = course.at[turn - 1]
    return t.ui("history.turn-of" if course.unit == "turn" else "history.change-of", n=n, last=course.at[-1])


def _curves(played: PlayedMatch, turn: int, t: Translator) -> Any:
    course = played.index.course
    shown = (turn - 1, _when(played, turn, t)) if turn else None
    found = curves_of(course, played.crests, t, shown)
    if found is None:
        return None
    scores = ", ".join(f"{name} {score}" for (_, name), score in zip(found.heads, found.rows[-1][1], strict=True))
    return replace(found, label=t.ui("history.curve-label", scores=scores))
