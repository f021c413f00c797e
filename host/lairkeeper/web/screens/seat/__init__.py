"""The pages of the seats: each tells its player what nobody else may know."""

from __future__ import annotations

from typing import Final

from ...access.gate import PLAYERS, TABLE_ROLES, Allowed
from ...parts import LOG, NOW, PROBLEM, TOAST
from ...screen import Screen
from . import routes

SCREEN: Final = Screen(
    __name__,
    "/seat",
    routes.ROUTES,
    (PROBLEM, NOW, LOG, TOAST),
    fixed=routes.listed,
    nav=2,
    icon="seat",
    offered=lambda hub: hub.table is not None,
    back=routes.back,
    own=True,
    allowed={
        "/seat": Allowed(read=PLAYERS),
        "/seat/open": Allowed(send=TABLE_ROLES),
        "/seat/leave": Allowed(send=TABLE_ROLES),
    },
)
