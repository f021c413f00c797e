"""The scopes of a token, and the role that they come to."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Final

from lairkeeper.core.ids import Seat

from ..access.roles import Caller, CallerRole


class TokenScope(StrEnum):
    """One thing that a token may do."""

    READ = "read"
    """Read what lies open on the table."""
    READ_SEAT = "read:seat"
    """Read what the seat of the token may know."""
    PLAY = "play"
    """Make the moves of the token's seat; without a seat, those of the table."""
    MANAGE = "manage"
    """Start and resume matches, undo the moves of others, set level and pace, see and revoke tokens."""


READERS: Final = frozenset({TokenScope.READ, TokenScope.READ_SEAT})
PLAYERS: Final = frozenset({TokenScope.PLAY, TokenScope.MANAGE})
MANAGERS: Final = frozenset({TokenScope.MANAGE})
ANYBODY: Final = frozenset(TokenScope)


class ScopeError(ValueError):
    """Scopes that do not go together. ``str()`` is a sentence."""


def checked(scopes: Collection[TokenScope], seat: Seat | None) -> tuple[TokenScope, ...]:
    """Return the scopes, each once and in order. Raises ``ScopeError``."""
    if not scopes:
        raise ScopeError(f"Name at least one scope: {', '.join(TokenScope)}.")
    if TokenScope.READ_SEAT in scopes and seat is None:
        raise ScopeError(f"The scope {TokenScope.READ_SEAT} needs a seat. Name it with --seat.")
    if TokenScope.MANAGE in scopes and seat is not None:
        raise ScopeError(f"The scope {TokenScope.MANAGE} is for the table. Leave --seat out, or this scope.")
    return tuple(each for each in TokenScope if each in scopes)


def caller_for(scopes: Collection[TokenScope], seat: Seat | None) -> Caller:
    """Return the caller that a token with these scopes is."""
    if TokenScope.MANAGE in scopes:
        return Caller(CallerRole.HOST)
    if seat is not None:
        return Caller(CallerRole.SEAT, seat)
    return Caller(CallerRole.TABLE if TokenScope.PLAY in scopes else CallerRole.SPECTATOR)
