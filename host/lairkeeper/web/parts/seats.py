"""The seats with their scores and how these came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lairkeeper.core.view import SeatScore, TeamScore, View

from ..commands import COUNTERS, Press, fields_of
from ..figures import interval, signed, signed_total
from ..places import Layout, Place, layout_of
from ..translator import Translator
from .now import played_by, waiting_of

if TYPE_CHECKING:
    from lairkeeper.table import Laid, Table

BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class SeatTile:
    """One seat's score and how it came about."""

    name: str
    number: int
    active: bool
    asked: bool
    """True when the open question waits for this seat although it is not its turn."""
    winner: bool
    leads: bool
    """True for the highest score above 0 while the match runs."""
    score: str
    ranged: bool
    """True when the score is known between two bounds only."""
    open: bool
    """True when more is still to be counted than is known now."""
    share: int
    lines: tuple[tuple[str, str], ...]
    unit: str
    """The line under the score: the tokens, or in a game without any what it says of the seat."""
    purse: str
    note: str
    quick: tuple[Press, ...]
    places: tuple[Place, ...]


def seats_of(table: Laid, view: View, t: Translator, *, buttons_of: Table | None = None) -> tuple[SeatTile, ...]:
    """Return the tiles in seat order; those of a running match may have its buttons and places."""
    best = max((score.low for score in view.scoreboard.seats), default=0)
    quick = _quick(buttons_of, t) if buttons_of is not None else {}
    asked = waiting_of(view)
    layout = layout_of(table, view, t) if buttons_of is not None else Layout()
    return tuple(
        SeatTile(
            name=score.seat,
            number=number,
            active=score.seat == view.active and not view.finished,
            asked=score.seat in asked and score.seat != view.active,
            winner=score.seat in view.scoreboard.winners,
            leads=not view.finished and score.low == best > 0,
            score=interval(score, t),
            ranged=score.high is not None and not score.exact,
            open=score.high is None,
            share=_share(score, best, view),
            lines=tuple((t.say("score", line.code, _typeset(line.args)), signed(line.points)) for line in score.lines),
            unit=_unit(score.seat, view, t),
            purse=_purse(view.purses.get(score.seat, {})) if table.game.denominations != (1,) else "",
            note=_note(score, view, t),
            quick=tuple(quick.get(score.seat, ())),
            places=layout.seats.get(score.seat, ()),
        )
        for number, score in enumerate(view.scoreboard.seats, 1)
    )


def _share(score: SeatScore, best: int, view: View) -> int:
    """Return a score in percent of what the seat needs to win (``goals``), else of the best score of all."""
    whole = view.extra.get("goals", {}).get(score.seat, best)
    return round(100 * min(max(score.low, 0) / whole, 1)) if whole > 0 else 0


def _typeset(args: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers below zero with a real minus sign."""
    return {name: signed_total(n) if isinstance(n, int) and n < 0 else n for name, n in args.items()}


def _unit(seat: str, view: View, t: Translator) -> str:
    """Return the text under a seat's score.

    The view's ``beside`` holds codes and arguments by seat: text ``beside.<code>``. Without it, the text is the tokens.
    """
    said = view.extra.get(BESIDE)
    if not isinstance(said, Mapping):
        return t.ui("seat.tokens", n=view.tokens.get(seat, 0))
    return " · ".join(t.say(BESIDE, code, args) for code, args in said.get(seat, ()))


def _purse(purse: Any) -> str:
    return " + ".join(f"{count}×{value}" for value, count in sorted(purse.items(), reverse=True) if count)


def _note(score: SeatScore, view: View, t: Translator) -> str:
    """Return the rank after the match; before that who the seat plays, where the game knows."""
    team = next((each for each in view.scoreboard.teams if score.seat in each.seats), None)
    if view.finished and score.rank is not None:
        rank = t.ui("seat.rank", n=score.rank)
        tied = sum(other.low == score.low for other in view.scoreboard.seats) > 1 and score.tiebreak is not None
        return f"{rank} · {t.ui('seat.tiebreak', n=score.tiebreak)}" if tied else rank
    parts = (*played_by(view, score.seat, t), team_text(team, t) if team else "")
    return " · ".join(part for part in parts if part)


def team_text(team: TeamScore, t: Translator) -> str:
    """Return a side with its points: ``Bad Guys 31``."""
    return f"{t.say('team', team.code)} {interval(team, t)}"


def _quick(table: Table, t: Translator) -> dict[str, list[Press]]:
    """Return the buttons of each seat that gain or lose a little, one for each counting piece.

    A seat has no buttons while it can count nothing.
    """
    found: dict[str, dict[str, Press]] = {}
    for piece in COUNTERS:
        for offer in table.offers(naming=piece):
            command = offer.command
            if command.card != piece or command.by is None or command.target is not None:
                continue
            name = t.name(piece)
            refused = t.say("refusal", offer.refusal.code, offer.refusal.args) if offer.refusal else None
            label = t.ui("seat.quick", move=t.say("move", command.move), piece=name, seat=command.by)
            buttons = found.setdefault(command.by, {})
            if piece not in buttons or refused is None:
                buttons[piece] = Press(name, "/act", fields_of(command), label, refused)
    usable = {seat for seat, buttons in found.items() if any(each.refused is None for each in buttons.values())}
    return {seat: list(buttons.values()) for seat, buttons in found.items() if seat in usable}
