"""The tokens of other programs: 256 random bits each, shown once, kept hashed, with scopes and an end."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final, Protocol

import msgspec

from lairkeeper.core.ids import Seat

from .scopes import TokenScope, checked

PREFIX: Final = "lair_"
SETTING: Final = "api-tokens"
USED_EVERY_S: Final = 300.0
"""Seconds after which the last use is kept anew: not each request writes to the disk."""
LONGEST_NAME: Final = 60
MOST: Final = 200
"""Tokens that are kept at once."""
DAY: Final = 86_400.0


class TokenSettings(Protocol):
    """JSON values by name."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``; ``default`` when it was never set."""
        ...

    def set(self, key: str, value: Any) -> None:
        """Keep ``value`` under ``key``."""
        ...


class KeptToken(msgspec.Struct, frozen=True, kw_only=True):
    """A token without its secret. Times are in seconds since 1970 (UTC)."""

    number: int
    name: str
    scopes: tuple[TokenScope, ...]
    seat: str | None = None
    created: float
    used: float | None = None
    expires: float | None = None
    digest: str

    def live(self, now: float) -> bool:
        """Return True while the token has not expired."""
        return self.expires is None or now < self.expires


class ApiTokens:
    """All tokens. Changes are told to ``watch``ers, so that open streams of a revoked token end."""

    def __init__(self, settings: TokenSettings, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._clock = clock
        self._watching: list[Callable[[], None]] = []
        self._next, self._kept = _read(settings.get(SETTING, {}))

    def all(self) -> tuple[KeptToken, ...]:
        """Return the tokens, those that have expired too, the oldest first."""
        return tuple(self._kept.values())

    def create(
        self, name: str, scopes: Collection[TokenScope], *, seat: Seat | None = None, days: float | None = None
    ) -> tuple[KeptToken, str]:
        """Return a new token and its secret, which is never seen again.

        Raises ``ScopeError`` for scopes that do not go together, ``ValueError`` for a bad name or too many tokens.
        """
        given = checked(scopes, seat)
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise ValueError(f"A name has 1 to {LONGEST_NAME} characters that can be seen. Choose another name.")
        if len(self._kept) >= MOST:
            raise ValueError(f"There are {MOST} tokens. Revoke one that is no longer used.")
        secret, now = PREFIX + secrets.token_urlsafe(32), self._clock()
        token = KeptToken(
            number=self._next, name=name, scopes=given, seat=seat, created=now,
            expires=None if days is None else now + days * DAY, digest=_digest(secret),
        )  # fmt: skip
        self._keep({**self._kept, token.number: token}, self._next + 1)
        return token, secret

    def revoke(self, number: int) -> bool:
        """Make a token worthless at once; False when there is none of that number."""
        if number not in self._kept:
            return False
        self._keep({n: each for n, each in self._kept.items() if n != number}, self._next)
        for callback in tuple(self._watching):
            callback()
        return True

    def found(self, secret: str) -> KeptToken | None:
        """Return the token with this secret unless it has expired. Each is compared, in constant time."""
        wanted, now, found = _digest(secret), self._clock(), None
        for each in self._kept.values():
            if hmac.compare_digest(each.digest, wanted):
                found = each
        return found if found is not None and found.live(now) else None

    def is_live(self, number: int) -> bool:
        """Return True while a token is neither revoked nor expired."""
        token = self._kept.get(number)
        return token is not None and token.live(self._clock())

    def touch(self, token: KeptToken) -> None:
        """Keep that a token was used now, at most every few minutes. Raises ``StoreError``."""
        now = self._clock()
        kept = self._kept.get(token.number)
        if kept is not None and (kept.used is None or not 0 <= now - kept.used < USED_EVERY_S):
            self._keep({**self._kept, kept.number: msgspec.structs.replace(kept, used=now)}, self._next)

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each revocation; returns the way to stop that."""
        self._watching.append(callback)
        return lambda: self._watching.remove(callback)

    def _keep(self, kept: dict[int, KeptToken], following: int) -> None:
        self._settings.set(SETTING, {"next": following, "tokens": msgspec.to_builtins(list(kept.values()))})
        self._next, self._kept = following, kept


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _read(value: Any) -> tuple[int, dict[int, KeptToken]]:
    """Return the next number and the tokens of a setting; what cannot be read opens nothing."""
    given = value if isinstance(value, dict) else {}
    found = {each.number: each for each in _tokens(given.get("tokens"))}
    following = given.get("next")
    return max([following if isinstance(following, int) else 1, *(n + 1 for n in found)]), found


def _tokens(value: Any) -> Iterator[KeptToken]:
    for each in value if isinstance(value, list) else ():
        try:
            yield msgspec.convert(each, KeptToken)
        except msgspec.ValidationError:
            continue
