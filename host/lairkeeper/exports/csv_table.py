"""A match as a table for spreadsheets: a heading and one line a seat."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from typing import Final

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
                "started": _sheet_time(row.started_at),
                "finished": _sheet_time(row.finished_at),
                "position": position,
                "seat": _no_formula(seat["seat"]),
                "score": seat.get("score", ""),
                "rank": seat.get("rank") or "",
                "winner": int(bool(seat.get("winner"))),
                "tiebreak": "" if seat.get("tiebreak") is None else seat["tiebreak"],
                "numbers": match.numbers or "",
            }
        )
    return out.getvalue()


def _no_formula(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")) else text


def _sheet_time(at: float | None) -> str:
    """Return a time that spreadsheets in any language recognise."""
    return "" if at is None else datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S")


EXPORT: Final = Export("csv", "One line a seat.", render, spreadsheet=True)
