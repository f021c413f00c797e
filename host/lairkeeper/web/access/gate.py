"""Which role may ask for which address. What is listed nowhere is for the host alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final

from starlette.types import Scope

from .guests import Guests
from .roles import FROM_LAN, HOST, STRANGER, Caller, CallerRole

NOBODY: Final[frozenset[CallerRole]] = frozenset()
TABLE_ROLES: Final = frozenset({CallerRole.HOST, CallerRole.TABLE})
PLAYERS: Final = TABLE_ROLES | {CallerRole.SEAT}
LET_IN: Final = frozenset(CallerRole) - {CallerRole.STRANGER}
ANYBODY: Final = frozenset(CallerRole)
GUEST_COOKIE: Final = "guest"
SAFE: Final = frozenset({"GET", "HEAD"})
FILES: Final = "/static/"
"""The files of pages hold nothing of any match."""
HOMES: Final[Mapping[CallerRole, str]] = {
    CallerRole.HOST: "/",
    CallerRole.TABLE: "/table",
    CallerRole.SEAT: "/seat",
    CallerRole.SPECTATOR: "/tv",
    CallerRole.TV: "/tv",
    CallerRole.STRANGER: "/join",
}
"""The page that each role begins with."""
_NUMBER: Final = re.compile(r"/[0-9]+(?=/|$)")


@dataclass(frozen=True, slots=True)
class Allowed:
    """The roles that may read one address, and those that may send a form there."""

    read: frozenset[CallerRole] = NOBODY
    send: frozenset[CallerRole] = NOBODY


@dataclass(frozen=True, slots=True)
class Gate:
    """Says who calls and whether this role may ask for an address."""

    guests: Guests
    allowed: Mapping[str, Allowed] = field(default_factory=dict)

    def caller(self, scope: Scope, cookies: Mapping[str, str]) -> Caller:
        """Return who calls: the host on its own computer, a guest by its key, or a stranger."""
        if not scope.get(FROM_LAN, False) and _is_this_computer(scope):
            return HOST
        return self.guests.caller(cookies.get(GUEST_COOKIE)) or STRANGER

    def may(self, caller: Caller, method: str, path: str) -> bool:
        """Return whether a caller may ask for ``path`` by ``method``."""
        if caller.role is CallerRole.HOST or (path.startswith(FILES) and method in SAFE):
            return True
        here = self.allowed.get(path) or self.allowed.get(numbered(path), Allowed())
        return caller.role in (here.read if method in SAFE else here.send)


def numbered(path: str) -> str:
    """Return an address with ``{n:int}`` for each number in it, as routes and screens name those."""
    return _NUMBER.sub("/{n:int}", path)


def gathered(*several: Iterable[tuple[str, Allowed]]) -> dict[str, Allowed]:
    """Return one map of addresses. Raises ``ValueError`` for an address that two lists name."""
    found: dict[str, Allowed] = {}
    for path, allowed in (pair for each in several for pair in each):
        if path in found:
            raise ValueError(f"{path} is listed twice")
        found[path] = allowed
    return found


def _is_this_computer(scope: Scope) -> bool:
    client = scope.get("client")
    try:
        return client is not None and ip_address(client[0]).is_loopback
    except ValueError:
        return False
