"""Bugs put in on purpose: a kit that does not catch every one of them proves nothing."""

from __future__ import annotations

from typing import Final

from . import deciding, keeping  # noqa: F401 - each adds its bugs to the list
from .planting import BUGS, Bug, Patches, rewired

SEALED: Final = frozenset(
    {
        "everybody sees every card",
        "the log tells sealed cards",
        "the choices of a sealed question are shown to all",
        "a refusal to one seat tells what another holds",
    }
)
"""Bugs that only a game with secrets can show."""

__all__ = ["BUGS", "SEALED", "Bug", "Patches", "rewired"]
