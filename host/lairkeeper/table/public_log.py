"""A match for other programs; of one that has not ended only what everybody at its table may know.

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
from lairkeeper.store.export import FORMAT, export_csv, export_json, heading, iso_time
from lairkeeper.table.log import line_of
from lairkeeper.table.replay import replayed
from lairkeeper.table.result import result_of

VEILED: Final = "secrets"
LEFT_OUT: Final = "left out: this match has not ended, and its log names what lies face down"
"""The value of ``secrets`` in such a file."""


def export(store: Store, match: int, form: str, *, secrets: bool = False, separator: str = ",") -> str:
    """Return a match as ``json`` (the whole log) or ``csv`` (one line a seat; a running match with its score so far).

    A match that has not ended keeps its secrets: its JSON is what everybody may know, unless ``secrets`` is set.

    Raises ``StoreError`` for an unknown match, ``TableError`` for one that cannot go on, ``ValueError`` for
    another form. Of a log that breaks it is what comes before.
    """
    if form not in ("json", "csv"):
        raise ValueError(f"cannot export as {form!r}; choose json or csv")
    row = store.matches.get(match)
    if form == "json" and (secrets or row.finished_at is not None):
        return export_json(store, match)
    if row.result is not None:
        return export_csv(store, match, separator=separator)
    history = replayed(store, match).history
    if form == "json":
        return export_public(store, match, history)
    return export_csv(store, match, result_of(history.game.view(history.state, TABLE)), separator=separator)


def export_known(store: Store, match: int) -> str:
    """Return a match as JSON with nothing but what everybody at its table knew, also when it has ended.

    Raises ``StoreError`` for an unknown match, ``TableError`` for one that cannot go on.
    """
    return export_public(store, match, replayed(store, match).history)


def export_public(store: Store, match: int, history: History) -> str:
    """Return JSON with ``secrets`` saying what it is, the public view and the public line of each record.

    It ends with a newline. Of the set-up only the printed numbers stay: it may name hands.
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
            for kept, record in zip(store.journal.up_to_break(match), history.records, strict=False)
        ],
    }  # fmt: skip
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _line(history: History, record: Any) -> dict[str, Any]:
    code, args = line_of(history, record)
    return {"code": code, "args": plain(args)}
