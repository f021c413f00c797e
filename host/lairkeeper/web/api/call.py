"""One request of a program: its token, its role, and what it sent, checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from starlette.datastructures import Headers
from starlette.types import Scope

from lairkeeper.core.ids import TABLE, Seat, folded

from ..access.roles import Caller, CallerRole
from ..translator import Translator, accepted_language
from .problems import ApiError
from .scopes import READERS, TokenScope, caller_for
from .tokens import KeptToken

if TYPE_CHECKING:
    from lairkeeper.table import Table

    from ..site import Site

BEARER: Final = "bearer"
LONGEST_SECRET: Final = 200


@dataclass(frozen=True, slots=True)
class Call:
    """A request whose token is known. ``query`` and ``body`` are of the types that its endpoint declares."""

    site: Site
    token: KeptToken
    t: Translator
    query: Any = None
    body: Any = None
    path: Mapping[str, int] | None = None

    @property
    def table(self) -> Table:
        """Return the match on the table. Raises ``ApiError`` (no-match)."""
        if self.site.hub.table is None:
            raise ApiError("no-match")
        return self.site.hub.table

    @property
    def caller(self) -> Caller:
        """Return the caller with the seat as it is written at this table. Raises ``ApiError`` (seat-not-here)."""
        caller = caller_for(self.token.scopes, self.token.seat)
        return caller if caller.role is not CallerRole.SEAT else Caller(CallerRole.SEAT, self.seat)

    @property
    def seat(self) -> Seat | None:
        """Return the token's seat at this table. Raises ``ApiError`` (seat-not-here)."""
        wanted = self.token.seat
        if wanted is None:
            return None
        seat = next((each for each in self.table.header.seats if folded(each) == folded(wanted)), None)
        if seat is None:
            raise ApiError("seat-not-here", {"seat": wanted})
        return seat

    @property
    def viewer(self) -> str:
        """Return whose view this caller gets: that of the seat only with the scope for it."""
        return self.caller.viewer if TokenScope.READ_SEAT in self.token.scopes else TABLE

    @property
    def may_read(self) -> bool:
        """Return True for a token that reads at all."""
        return not READERS.isdisjoint(self.token.scopes)


def language(site: Site, scope: Scope) -> Translator:
    """Return the texts in the language of Accept-Language, else in the table's. No cookie is looked at."""
    return site.translator_in(accepted_language(scope) or site.hub.language)


def secret_in(headers: Headers) -> str | None:
    """Return the secret of the header Authorization; None without one."""
    kind, _, secret = headers.get("authorization", "").strip().partition(" ")
    return secret.strip() if kind.lower() == BEARER else None


def known(site: Site, scope: Scope, secret: str | None) -> KeptToken:
    """Return the token of a secret. Raises ``ApiError`` (no-token, wrong-token, too-many)."""
    if not secret:
        raise ApiError("no-token")
    token = site.api.tokens.found(secret) if len(secret) <= LONGEST_SECRET else None
    if token is not None:
        return token
    client = scope.get("client")
    wait = site.api.wrong.count(client[0] if client else "")
    raise ApiError("too-many", {"seconds": wait}, wait=wait) if wait else ApiError("wrong-token")


def need(token: KeptToken, scopes: Collection[TokenScope]) -> None:
    """Raise ``ApiError`` (wrong-scope) unless the token has one of these scopes."""
    if not any(each in scopes for each in token.scopes):
        raise ApiError("wrong-scope", {"scopes": ", ".join(each for each in TokenScope if each in scopes)})
