"""A match for other programs: JSON is the whole log, CSV one line a seat."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from lairkeeper.core.printed import OWN, SETUP
from lairkeeper.store.db import Store
from lairkeeper.store.inbox import InboxRow
from lairkeeper.store.matches import MatchRow

FORMAT = "lairkeeper.match"
COLUMNS = (
    "match", "game", "level", "started", "finished", "position", "seat", "score", "rank", "winner", "tiebreak",
    "numbers",
)  # fmt: skip


def heading(row: MatchRow) -> dict[str, Any]:
    """Return which match it is, when it was played and with which numbers."""
    return {
        "match": row.id,
        "game": row.game,
        "started": iso_time(row.started_at),
        "finished": iso_time(row.finished_at),
        "numbers": _numbers(row.header),
    }


def export_json(store: Store, match: int) -> str:
    """Return a match as JSON: its header, every record and the result. Ends with a newline.

    Each record has who, when, why and the scans that caused it.
    What was damaged and set aside stands under ``set_aside``, as far as it can be read.
    """
    row = store.matches.get(match)
    whole = {
        "format": FORMAT,
        "version": 1,
        **heading(row),
        "header": row.header,
        "result": row.result,
        "records": [
            {
                "n": record.n,
                "at": iso_time(record.at),
                "who": record.who,
                "why": record.why,
                "record": record.record,
                "scans": [_scan(scan) for scan in store.inbox.get(record.consumed)],
            }
            for record in store.journal.up_to_break(match)
        ],
    }
    aside = store.salvage.of(match)
    if aside:
        whole["set_aside"] = [
            {"n": each.n, "why": each.why, "found": iso_time(each.found_at), "line": each.line} for each in aside
        ]
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def export_csv(store: Store, match: int, result: Mapping[str, Any] | None = None, *, separator: str = ",") -> str:
    """Return a heading and one line a seat, as spreadsheets read them.

    ``result`` replaces the stored one (a match still running has none). Times are those of this computer's clock.
    """
    row = store.matches.get(match)
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", delimiter=separator)
    writer.writeheader()
    shown = result or row.result or {"seats": [{"seat": seat} for seat in row.header.get("seats", ())]}
    for position, seat in enumerate(shown["seats"], 1):
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
                "numbers": _numbers(row.header) or "",
            }
        )
    return out.getvalue()


def _no_formula(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")) else text


def _sheet_time(at: float | None) -> str:
    """Return a time that spreadsheets in any language recognise."""
    return "" if at is None else datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S")


def _numbers(header: Mapping[str, Any]) -> str | None:
    """Return ``proxy`` for invented numbers of cards, ``printed`` for typed ones, None where all are public."""
    given = header.get("setup", {}).get(SETUP)
    return given if given is None or isinstance(given, str) else OWN


def _scan(row: InboxRow) -> dict[str, Any]:
    return {
        "device": row.device,
        "boot": row.boot,
        "seq": row.seq,
        "at": iso_time(row.at),
        "kind": row.kind,
        "zone": row.zone,
        "data": list(row.data),
    }


def iso_time(at: float | None) -> str | None:
    """Return seconds since 1970 as UTC; None stays None."""
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
