"""Things to print: labels and cheat sheets. Their libraries are large, so nothing imports this module at the start."""

from __future__ import annotations

from lairkeeper.tags.cheat_pdf import CheatText, cheat_page
from lairkeeper.tags.labels import PAPERS, LabelError, LabelSign, SheetLabel, needs_ids, sheet
from lairkeeper.tags.latin import latin
from lairkeeper.tags.svg_path import outline

__all__ = [
    "PAPERS", "CheatText", "LabelError", "LabelSign", "SheetLabel", "cheat_page", "latin", "needs_ids", "outline",
    "sheet",
]  # fmt: skip
