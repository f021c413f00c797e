"""A table for spreadsheets: one record a line, added to a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Final

from lairkeeper.spreadsheet import no_formula, sheet_time
from lairkeeper.table import PublicRecord, public_json

from .growing_file import GrowingFile
from .sink import Sink, SinkKind

COLUMNS: Final = ("match", "n", "at", "who", "why", "kind", "code", "args", "span")
HEAD: Final = "\ufeff" + ",".join(COLUMNS) + "\n"
"""The byte order mark makes a double click open the file."""


class _CsvTable:
    def __init__(self, where: str) -> None:
        self._file = GrowingFile(where, HEAD, HEAD.__eq__)
        self.name = self.key = f"csv={self._file.path}"

    def send(self, records: Sequence[PublicRecord]) -> None:
        self._file.add("".join(map(_line, records)))

    def close(self) -> None:
        pass


def _line(record: PublicRecord) -> str:
    """Return one line; its arguments are JSON, and its time is that of this computer's clock."""
    out = io.StringIO()
    args = json.dumps(public_json(record)["line"]["args"], ensure_ascii=False)
    values = (
        record.match, record.n, sheet_time(record.at), no_formula(record.who), record.why, record.kind, record.code,
        args, " ".join(map(str, record.span)),
    )  # fmt: skip
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()


def _open(where: str) -> Sink:
    return _CsvTable(where)


SINK: Final = SinkKind("csv", "FILE", "One line of a table a record, added to a file.", _open)
