"""The result of a match as it is kept and exported: plain JSON values."""

from __future__ import annotations

from typing import Any

from lairkeeper.core.codec import header_from_json, record_from_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.view import Scoreboard, View
from lairkeeper.core.views import NUMBERS
from lairkeeper.games import get_game
from lairkeeper.store import Store
from lairkeeper.store.export import export_csv, export_json
from lairkeeper.table.public_log import export_public


def result_of(view: View) -> dict[str, Any]:
    """Winners, and per seat in seat order: score, rank, whether it won, tie-break and the breakdown."""
    board: Scoreboard = view.scoreboard
    return {
        "level": view.level,
        **({NUMBERS: view.extra[NUMBERS]} if NUMBERS in view.extra else {}),
        "turns": view.turn,
        "winners": list(board.winners),
        "scores": {score.seat: score.low for score in board.seats},
        "seats": [
            {
                "seat": score.seat,
                "score": score.low,
                "high": score.high,
                "rank": score.rank,
                "winner": score.seat in board.winners,
                "tiebreak": score.tiebreak,
                "lines": [
                    {"code": line.code, "points": line.points, "args": _plain(line.args)} for line in score.lines
                ],
            }
            for score in board.seats
        ],
    }


def _plain(args: Any) -> dict[str, Any]:
    return {str(key): list(value) if isinstance(value, tuple) else value for key, value in args.items()}


def export(store: Store, match: int, form: str, *, secrets: bool = False) -> str:
    """A match as ``json`` (the whole log) or ``csv`` (one line a seat; a running match with its score so far).

    A match that has not ended keeps its secrets: its JSON is what everybody may know, unless ``secrets`` is set.

    Raises ``StoreError`` for an unknown match, ``ValueError`` for another form or a log that cannot be replayed.
    """
    if form not in ("json", "csv"):
        raise ValueError(f"cannot export as {form!r}; choose json or csv")
    row = store.matches.get(match)
    if form == "json" and (secrets or row.finished_at is not None):
        return export_json(store, match)
    if row.result is not None:
        return export_csv(store, match)
    history = _replayed(store, match)
    if form == "json":
        return export_public(store, match, history)
    return export_csv(store, match, result_of(history.game.view(history.state, TABLE)))


def _replayed(store: Store, match: int) -> History:
    row = store.matches.get(match)
    game = get_game(row.game)
    records = [record_from_json(dict(each.record)) for each in store.journal.read(match)]
    history = History.replay(game, header_from_json(dict(row.header)), records)
    if not isinstance(history, History):
        hint = "export it as json, with its secrets"
        raise ValueError(f"the log of match {match} cannot be replayed ({history.code}); {hint}")
    return history
