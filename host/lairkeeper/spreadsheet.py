"""Texts and times of tables for spreadsheets, and the mark by which these know UTF-8."""

from __future__ import annotations

from datetime import datetime
from typing import Final

MARK: Final = "\ufeff"
"""A byte order mark: with it a spreadsheet takes a file for UTF-8."""


def no_formula(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")) else text


def sheet_time(at: float | None) -> str:
    """Return a time that spreadsheets in any language recognise, by the clock of this computer."""
    return "" if at is None else datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S")
