"""What can keep a match from running."""

from __future__ import annotations


class TableError(Exception):
    """A match that cannot be resumed; ``str()`` says why and names the next step. ``code`` is for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
