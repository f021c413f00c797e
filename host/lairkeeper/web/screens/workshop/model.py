"""The workshop in words: the moves that can be made by hand."""

from __future__ import annotations

from typing import Any

from ...move_forms import moves_of
from ...part import Shown


def moves(shown: Shown) -> dict[str, Any]:
    """Return the moves that can be made by hand."""
    return {"moves": moves_of(*shown.match, shown.t) if shown.match else ()}
