"""The error that a page shows instead of what was asked: a status, a text and the next step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class PageError(Exception):
    """Ends a request. The texts are ``ui.error.<code>.title`` and ``ui.error.<code>.next`` with ``args``."""

    def __init__(self, status: int, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.status, self.code = status, code
        self.values = dict(args or {})
