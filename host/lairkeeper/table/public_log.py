"""A match that has not ended, for other programs: only what everybody at its table may know.

The log itself names the card behind every tap, also of those that lie face down. Here stand the lines that the players
read instead, and the table as everybody sees it. What is left out cannot be guessed back, so such a file tells of a
match and cannot begin one.
"""

from __future__ import annotations

import json
from typing import Any, Final

from lairkeeper.core.codec import plain, view_to_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.printed import SETUP as NUMBERS
from lairkeeper.store import Store
from lairkeeper.store.export import FORMAT, heading, iso_time
from lairkeeper.table.log import line_of

VEILED: Final = "secrets"
LEFT_OUT: Final = "left out: this match has not ended, and its log names what lies face down"
"""The value of ``secrets`` in such a file."""


def export_public(store: Store, match: int, history: History) -> str:
    """JSON with ``secrets`` saying what it is, the public view and the public line of each record; ends with a newline.

    Of the set-up only the printed numbers stay: it may name hands.
    """
    row = store.matches.get(match)
    setup = {name: value for name, value in row.header.get("setup", {}).items() if name == NUMBERS}
    whole = {
        "format": FORMAT,
        "version": 1,
        VEILED: LEFT_OUT,
        **heading(row),
        "header": {**row.header, "setup": setup},
        "result": None,
        "view": view_to_json(history.game.view(history.state, TABLE)),
        "records": [
            {"n": kept.n, "at": iso_time(kept.at), "who": kept.who, "why": kept.why, "kind": record.kind,
             "line": _line(history, record)}
            for kept, record in zip(store.journal.read(match), history.records, strict=True)
        ],
    }  # fmt: skip
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _line(history: History, record: Any) -> dict[str, Any]:
    code, args = line_of(history, record)
    return {"code": code, "args": plain(args)}
