"""The JSON file of a match as types: its schema is made from them, and files that come in are read by them."""

from __future__ import annotations

import json
from typing import Any, Final, Literal

import msgspec

FORMAT: Final = "lairkeeper.match"
VERSION: Final = 1
SCHEMA_ID: Final = "https://json-schema.org/draft/2020-12/schema"


class FileHeader(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Who plays what, in which order, by which rules. ``ruleset`` has the options that differ from their defaults."""

    format: int
    game: str
    seats: list[str]
    level: str | None = None
    ruleset: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    version: int = 1


class FileScan(msgspec.Struct):
    """A scan that caused a record: which board saw which tag at which reader, and when (ISO 8601, UTC)."""

    device: str
    boot: str
    seq: int
    at: str | None
    kind: str
    zone: str
    data: list[Any]


class FileRecord(msgspec.Struct):
    """One record of the log: its number from 0, when (ISO 8601, UTC), who asked for it and why."""

    n: int
    at: str
    who: str
    why: str
    record: dict[str, Any]
    scans: list[FileScan] = []


class FileLine(msgspec.Struct):
    """A line that everybody at the table read: the text ``log.<code>`` with ``args``."""

    code: str
    args: dict[str, Any]


class PublicLine(msgspec.Struct):
    """One record as everybody at the table knew it."""

    match: int
    n: int
    at: str
    who: str
    why: str
    kind: str
    line: FileLine
    span: list[int]


class _Heading(msgspec.Struct):
    """Which match it is. ``id`` is the same in each file of this match; ``match`` is its number at its home."""

    format: Literal["lairkeeper.match"]
    version: int
    match: int
    game: str
    started: str
    finished: str | None
    numbers: str | None
    header: FileHeader
    result: dict[str, Any] | None


class WholeMatch(_Heading, kw_only=True):
    """A match with its whole log. Another installation can replay it."""

    records: list[FileRecord]
    id: str | None = None
    set_aside: list[dict[str, Any]] = []


class PublicMatch(_Heading, kw_only=True):
    """A match that had not ended: ``secrets`` says what is left out, ``view`` is the table as everybody saw it."""

    secrets: str
    view: dict[str, Any]
    records: list[PublicLine]
    id: str | None = None


def schema() -> dict[str, Any]:
    """Return the JSON Schema of both kinds of file."""
    refs, parts = msgspec.json.schema_components((WholeMatch, PublicMatch), ref_template="#/$defs/{name}")
    return {
        "$schema": SCHEMA_ID,
        "title": "A match of Lairkeeper",
        "anyOf": list(refs),
        "$defs": {name: parts[name] for name in sorted(parts)},
    }


def schema_text() -> str:
    """Return the schema as its file holds it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
