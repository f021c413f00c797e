"""A match as a table for spreadsheets: a heading and one line a seat."""

from __future__ import annotations

import csv
import io
from typing import Final

from lairkeeper.spreadsheet import no_formula, sheet_time

from .export import Export
from .match import ExportMatch

COLUMNS: Final = (
    "match", "game", "level", "started", "finished", "position", "seat", "score", "rank", "winner", "tiebreak",
    "numbers",
)  # fmt: skip


def render(match: ExportMatch, separator: str = ",") -> str:
    """Return a heading and one line a seat, as spreadsheets read them.

    A match that has not ended has its score so far. Times are those of this computer's clock.
    """
    row, out = match.row, io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", delimiter=separator)
    writer.writeheader()
    for position, seat in enumerate(match.result["seats"], 1):
        writer.writerow(
            {
                "match": row.id,
                "game": row.game,
                "level": row.header.get("level", ""),
                "started": sheet_time(row.started_at),
                "finished": sheet_time(row.finished_at),
                "position": position,
                "seat": no_formula(seat["seat"]),
                "score": seat.get("score", ""),
                "rank": seat.get("rank") or "",
                "winner": int(bool(seat.get("winner"))),
                "tiebreak": "" if seat.get("tiebreak") is None else seat["tiebreak"],
                "numbers": match.numbers or "",
            }
        )
    return out.getvalue()


EXPORT: Final = Export("csv", "One line a seat.", render, spreadsheet=True)
