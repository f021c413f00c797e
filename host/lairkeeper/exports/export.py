"""The description of one export format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .match import ExportMatch


@dataclass(frozen=True, slots=True)
class Export:
    """A format that matches can be written in.

    ``id`` is the word for ``--format``, ``help`` one short sentence. ``render`` takes the match and what separates
    columns, and returns the text of the file. ``spreadsheet``: the file has columns, and begins with a byte order mark,
    so that a double click opens it.
    """

    id: str
    help: str
    render: Callable[[ExportMatch, str], str]
    spreadsheet: bool = False
