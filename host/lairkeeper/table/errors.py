"""Errors that keep a match from running."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class TableError(Exception):
    """A match that cannot be resumed; ``str()`` says why and names the next step. ``code`` is for programs."""

    def __init__(self, code: str, message: str, args: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.code = code
        self.values = dict(args)
        """The values that text ``trouble.<code>`` needs."""
