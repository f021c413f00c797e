"""The words of the undo button: what it takes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lairkeeper.table.log import line_of

from ..translator import Translator
from .log import log_text

if TYPE_CHECKING:
    from lairkeeper.table import Table


def undo_text(table: Table | None, t: Translator) -> str:
    """Return ``Undo: Bo buys Grid``; only *Undo* when there is nothing to take back."""
    if table is None or not table.can_undo:
        return t.ui("undo")
    return t.ui("undo-what", what=log_text(*line_of(table.game, table.history.live[-1]), t))
