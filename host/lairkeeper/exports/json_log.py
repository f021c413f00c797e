"""The whole log of a match as JSON; of one that has not ended the lines that its players read."""

from __future__ import annotations

import json
from typing import Final

from .export import Export
from .match import ExportMatch
from .match_file import FORMAT, VERSION

SECRETS: Final = "secrets"
LEFT_OUT: Final = "left out: this match has not ended, and its log names what lies face down"
"""The value of ``secrets`` in a file without them."""


def render(match: ExportMatch, separator: str = "") -> str:
    """Return a match as JSON: its header, every record and the result. Ends with a newline.

    Each record of a whole match has who, when, why and the scans that caused it. What was damaged and set aside stands
    under ``set_aside``. Otherwise ``secrets`` says what is left out, and ``view`` is the table as everybody sees it.
    ``match_file.py`` has the types.
    """
    if match.whole:
        about = {"header": match.header, "result": match.row.result, "records": match.records}
        if match.set_aside:
            about["set_aside"] = match.set_aside
        told = {"format": FORMAT, "version": VERSION, **match.heading, **about}
    else:
        about = {"header": match.header, "result": None, "view": match.view, "records": match.records}
        told = {"format": FORMAT, "version": VERSION, SECRETS: LEFT_OUT, **match.heading, **about}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


EXPORT: Final = Export("json", "The whole log.", render)
