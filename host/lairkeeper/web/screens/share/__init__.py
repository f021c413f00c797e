"""Share a match: for BG Stats, spreadsheets and other programs, as a picture, and as a file that opens elsewhere."""

from __future__ import annotations

from typing import Final

from ...access.gate import ANYBODY, Allowed
from ...screen import Screen
from . import coming, model, routes

SCREEN: Final = Screen(
    __name__,
    None,
    routes.ROUTES,
    uploads={coming.IMPORT: coming.MOST},
    long_forms=frozenset({coming.KEEP}),
    redrawn=False,
    # A phone that scanned the code on the host's screen: the code in the address is what lets it in.
    allowed={model.SHORT: Allowed(read=ANYBODY)},
)
