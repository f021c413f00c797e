"""Exports: a match for other programs. An export is one file here with an ``EXPORT``, or one of another package.

Another package names its ``Export`` under the entry point group ``lairkeeper.exports`` (docs/add-an-export.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from lairkeeper.plugins import installed
from lairkeeper.spreadsheet import MARK
from lairkeeper.store import Store

from . import json_log
from .bgsplay import play_link
from .export import Export, NotEndedError
from .match import ExportMatch
from .match_file import schema_text

__all__ = [
    "GROUP", "Export", "ExportMatch", "NotEndedError", "UnknownExportError", "all_exports", "bg_stats_link", "export",
    "export_known", "file_text", "match_schema",
]  # fmt: skip

GROUP: Final = "lairkeeper.exports"


class UnknownExportError(ValueError):
    """No installed export has that id; the message lists those that have."""


@cache
def all_exports() -> Mapping[str, Export]:
    """Return every installed export by its id: those of this folder first, each group in alphabetical order.

    An id that this folder has cannot be replaced by another package.
    """
    return installed(__name__, "EXPORT", GROUP, Export)


def export(store: Store, match: int, form: str, *, secrets: bool = False, separator: str = ",") -> str:
    """Return a match in the format ``form``.

    A match that has not ended keeps its secrets, and so does one that shares its beginning with such a match: an export
    gets what everybody may know, unless ``secrets`` is set.

    Raises ``StoreError`` for an unknown match, ``TableError`` for one that cannot go on, ``UnknownExportError`` for
    another format, ``NotEndedError`` for a match that is not over where the format wants that. Of a log that breaks it
    is what comes before.
    """
    if form not in all_exports():
        raise UnknownExportError(f"cannot export as {form!r}; choose one of {', '.join(all_exports())}")
    ended = store.matches.get(match).finished_at is not None
    if all_exports()[form].ended and not ended:
        raise NotEndedError(match)
    whole = secrets or (ended and store.past.running_kin(match) is None)
    return all_exports()[form].render(ExportMatch(store, match, whole), separator)


def match_schema() -> str:
    """Return the JSON Schema of the files that the format ``json`` writes."""
    return schema_text()


def file_text(form: str, text: str) -> str:
    """Return an exported text as its file holds it, so that a double click opens a spreadsheet."""
    return MARK + text if all_exports()[form].spreadsheet else text


def bg_stats_link(store: Store, match: int) -> str:
    """Return the address that opens BG Stats with a match. Raises as ``export``."""
    return play_link(ExportMatch(store, match, whole=True))


def export_known(store: Store, match: int) -> str:
    """Return a match as JSON with nothing but what everybody at its table knew, also when it has ended.

    Raises ``StoreError`` for an unknown match, ``TableError`` for one that cannot go on.
    """
    return json_log.render(ExportMatch(store, match, whole=False))
