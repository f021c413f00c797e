"""The workshop in words: the moves that can be made by hand."""

from __future__ import annotations

from typing import Any

from ...part import Shown
from .moves import moves_of


def moves(shown: Shown) -> dict[str, Any]:
    """Return the moves that can be made by hand."""
    return {"moves": moves_of(*shown.match, shown.t) if shown.match else ()}
