"""The description of one export format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .match import ExportMatch


class NotEndedError(ValueError):
    """This format is for matches that have ended."""

    def __init__(self, match: int) -> None:
        super().__init__(f"match {match} has not ended. Play it to its end first")


@dataclass(frozen=True, slots=True)
class Export:
    """A format that matches can be written in.

    ``id`` is the word for ``--format``, ``help`` one short sentence. ``render`` takes the match and what separates
    columns, and returns the text of the file. ``spreadsheet``: the file has columns, and begins with a byte order mark,
    so that a double click opens it. ``ended``: only a match that has ended can be written so.
    """

    id: str
    help: str
    render: Callable[[ExportMatch, str], str]
    spreadsheet: bool = False
    ended: bool = False
