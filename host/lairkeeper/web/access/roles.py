"""Who calls: the role of a browser or program, and the seat that it has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from starlette.types import Scope

from lairkeeper.core.ids import TABLE, Seat

CALLER: Final = "lairkeeper.caller"
"""Where the guard puts the caller in the scope of a request."""
FROM_LAN: Final = "lairkeeper.lan"
"""In the scope of each request that came in by the home network, whatever its address."""


class CallerRole(StrEnum):
    """The roles of callers, from the one that may do most to the one that may do least."""

    HOST = "host"
    """The browser on the computer that runs Lairkeeper: everything."""
    TABLE = "table"
    """A tablet at the table: the match and its moves, but no settings, tags, files or other people's sessions."""
    SEAT = "seat"
    """A player's phone: what this player may know, and this player's own moves."""
    SPECTATOR = "spectator"
    """Sees what lies open on the table, and does nothing."""
    TV = "tv"
    """The large screen: as a spectator, without any form."""
    STRANGER = "stranger"
    """Somebody whom nobody has let in: only the page that asks."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A role, with its seat (``CallerRole.SEAT`` alone) and the number of its session, if there is one."""

    role: CallerRole
    seat: Seat | None = None
    session: int | None = None

    @property
    def viewer(self) -> str:
        """Return whose view of the match this caller may get."""
        return self.seat if self.role is CallerRole.SEAT and self.seat is not None else TABLE

    @property
    def runs_table(self) -> bool:
        """Return True for those who may do everything that a table does in a match."""
        return self.role in (CallerRole.HOST, CallerRole.TABLE)


HOST: Final = Caller(CallerRole.HOST)
STRANGER: Final = Caller(CallerRole.STRANGER)


def caller_of(scope: Scope) -> Caller:
    """Return the caller that the guard has found; a request that no guard has seen is a stranger's."""
    found = scope.get(CALLER, STRANGER)
    return found if isinstance(found, Caller) else STRANGER
