"""Things to print: labels for tags. They need large libraries, so nothing else imports this module at the start."""

from __future__ import annotations

from lairkeeper.tags.labels import PAPERS, LabelError, LabelSign, SheetLabel, sheet

__all__ = ["PAPERS", "LabelError", "LabelSign", "SheetLabel", "sheet"]
