"""A file of JSON: one record a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from lairkeeper.table import PublicRecord, public_json

from .growing_file import GrowingFile
from .sink import Sink, SinkKind


class _JsonLines:
    def __init__(self, where: str) -> None:
        self._file = GrowingFile(where, "", _is_ours)
        self.name = self.key = f"json={self._file.path}"

    def send(self, records: Sequence[PublicRecord]) -> None:
        self._file.add("".join(json.dumps(public_json(each), ensure_ascii=False) + "\n" for each in records))

    def close(self) -> None:
        pass


def _is_ours(line: str) -> bool:
    return line.startswith('{"match":')


def _open(where: str) -> Sink:
    return _JsonLines(where)


SINK: Final = SinkKind("json", "FILE", "One line of JSON a record, added to a file.", _open)
