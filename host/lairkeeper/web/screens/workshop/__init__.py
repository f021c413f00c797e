"""The workshop: boards, pieces, the log and moves by hand; what nobody needs at the table while all goes well."""

from __future__ import annotations

from typing import Final

from ...part import Part, of_the_match
from ...parts import BOARD, DOCK, LOG, PROBLEM
from ...parts.pace import of_the_pace, pace_of
from ...screen import Screen
from . import model, routes
from .network import NETWORK

SCREEN: Final = Screen(
    __name__,
    "/workshop",
    routes.ROUTES,
    (
        PROBLEM,
        Part("workshop/moves.html", model.moves, of_the_match, slow=2),
        Part("workshop/turns.html", pace_of, of_the_pace),
        NETWORK,
        LOG,
        BOARD,
        DOCK,
    ),
    nav=4,
    icon="workshop",
)
