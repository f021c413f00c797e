"""The guard in front of every page: who may call, from where, how much, and what a browser may do with the answer."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .access.gate import Gate
from .access.roles import CALLER, STRANGER, Caller, CallerRole

BODY_LIMIT: Final = 64 * 1024
FILE_LIMIT: Final = 4 * 1024 * 1024
"""The most bytes of a form that takes a whole file, as browsers encode it."""
BODY_S: Final = 20.0
"""Seconds in which a body must be here."""
UPLOAD_S: Final = 600.0
"""The same for a file that is sent as it is."""
SESSION_COOKIE: Final = "lair"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
API: Final = "/api/"
"""Programs call here with a token of their own: what belongs to browsers (cookies, origins) has no part in it."""
SOCKET: Final = "/api/v1/ws"
"""The one address of a WebSocket."""

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not "no-referrer": that makes browsers send "Origin: null" with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=()",
}

Refuser = Callable[[Scope, int, str], Response]
"""Makes the answer for a refusal: scope, status, code of ``ui.error.<code>``."""


class BodyTooLargeError(Exception):
    """A request body went past its limit."""


class BodyTooSlowError(Exception):
    """A request body took longer than ``BODY_S`` or ``UPLOAD_S`` seconds."""


class Sessions:
    """Random 256-bit sessions signed with a key of this run. Nothing is kept, so strangers can push nobody out."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def open(self) -> str:
        """Return a new token."""
        token = secrets.token_urlsafe(32)
        return f"{token}.{self._sign(token)}"

    def knows(self, token: str | None) -> bool:
        """Return whether ``token`` was opened in this run."""
        name, _, signature = (token or "").partition(".")
        return hmac.compare_digest(signature.encode(), self._sign(name).encode())

    def _sign(self, name: str) -> str:
        return hmac.new(self._key, name.encode(), hashlib.sha256).hexdigest()


def cookies_of(scope: Scope) -> dict[str, str]:
    """Return the request's cookies."""
    return cookie_parser(Headers(scope=scope).get("cookie", ""))


def host_name(value: str) -> str:
    """``127.0.0.1:8080`` -> ``127.0.0.1``; ``[::1]:8080`` -> ``[::1]``."""
    if value.startswith("["):
        return value.partition("]")[0] + "]"
    return value.partition(":")[0].lower()


def same_origin(headers: Headers, scheme: str) -> bool:
    """Return True when the request came from a page of this very server.

    A caller that sends neither ``Sec-Fetch-Site`` nor ``Origin`` is foreign.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    origin = headers.get("origin")
    if origin is None:
        return site is not None
    return origin == f"{scheme}://{headers.get('host', '')}"


class Guard:
    """ASGI middleware. Says who calls, and refuses what this caller may not ask for.

    That is a foreign host, a foreign form, an address that is not for the caller's role, and an oversized body.
    ``hosts`` returns the names that this computer is called by beside the loopback ones.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        refuse: Refuser,
        gate: Gate,
        hosts: Callable[[], Iterable[str]] = tuple,
        sessions: Sessions | None = None,
        long_forms: Collection[str] = (),
        uploads: Mapping[str, int] | None = None,
    ) -> None:
        self.app = app
        self.gate = gate
        self.hosts = hosts
        self.sessions = sessions or Sessions()
        self.refuse = refuse
        self.long_forms = long_forms
        self.uploads = uploads or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Implement the ASGI call: pass an allowed request on to the app, and answer any other with a refusal."""
        if scope["type"] == "websocket" and not self._may_open(scope):
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        known = self._is_our_name(scope)
        caller = self.gate.caller(scope, cookies_of(scope)) if known else STRANGER
        scope[CALLER] = caller
        answer = _Answer(send, self._cookie_for(scope) if known else None, secure=scope["scheme"] == "https")
        refused = self._refusal(scope, caller, known=known)
        if refused is not None:
            await self.refuse(scope, *refused)(scope, receive, answer)
            return
        try:
            await self.app(scope, _limited(receive, self._limit(scope), self._seconds(scope)), answer)
        except BodyTooLargeError:
            if not answer.started:
                await self.refuse(scope, 413, "too-large")(scope, receive, answer)
        except BodyTooSlowError:
            if not answer.started:
                await self.refuse(scope, 408, "too-slow")(scope, receive, answer)

    def _is_our_name(self, scope: Scope) -> bool:
        """Return whether the caller used a name of this computer: a page elsewhere may point its own name here."""
        name = host_name(Headers(scope=scope).get("host", ""))
        return name in LOOPBACK or name in self.hosts()

    def _refusal(self, scope: Scope, caller: Caller, *, known: bool) -> tuple[int, str] | None:
        headers, path = Headers(scope=scope), scope["path"]
        if not known:
            return 400, "foreign-host"
        if not path.startswith(API):
            if not self.gate.may(caller, scope["method"], path):
                if caller.role is CallerRole.STRANGER:
                    return 403, "not-let-in"
                return 403, "not-your-role"
            if scope["method"] in SAFE_METHODS:
                return None
            if not same_origin(headers, scope["scheme"]):
                return 403, "foreign-page"
            if not self.sessions.knows(cookies_of(scope).get(SESSION_COOKIE)):
                return 403, "no-session"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return 400, "bad-request"
        if int(length[:20]) > self._limit(scope):
            return 413, "too-large"
        return None

    def _may_open(self, scope: Scope) -> bool:
        """Return True for a WebSocket to our one address, from a program or from a page of this very server."""
        headers = Headers(scope=scope)
        origin, scheme = headers.get("origin"), {"ws": "http", "wss": "https"}.get(scope["scheme"], "")
        own = origin in (None, f"{scheme}://{headers.get('host', '')}")
        return scope["path"] == SOCKET and own and self._is_our_name(scope)

    def _limit(self, scope: Scope) -> int:
        """Return the most bytes that a request may bring."""
        usual = FILE_LIMIT if scope["path"] in self.long_forms else BODY_LIMIT
        return self.uploads.get(scope["path"], usual)

    def _seconds(self, scope: Scope) -> float:
        """Return the seconds in which a body must be here."""
        return UPLOAD_S if scope["path"] in self.uploads else BODY_S

    def _cookie_for(self, scope: Scope) -> str | None:
        """Return a Set-Cookie value for a caller that has no live session yet; files need no session."""
        if scope["path"].startswith(("/static/", API)) or scope["method"] != "GET":
            return None
        if self.sessions.knows(cookies_of(scope).get(SESSION_COOKIE)):
            return None
        return f"{SESSION_COOKIE}={self.sessions.open()}; Path=/; HttpOnly; SameSite=Strict"


class _Answer:
    """``send`` with the headers that every answer carries. By https, cookies stay there: each is ``Secure``."""

    def __init__(self, send: Send, cookie: str | None, *, secure: bool) -> None:
        self._send = send
        self._cookie, self._secure = cookie, secure
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
            if self._cookie:
                headers.append("set-cookie", self._cookie)
            if self._secure:
                message["headers"] = [(name, _secured(name, value)) for name, value in message["headers"]]
        await self._send(message)


def _secured(name: bytes, value: bytes) -> bytes:
    return value + b"; Secure" if name == b"set-cookie" and b"; secure" not in value.lower() else value


def _limited(receive: Receive, most: int, seconds: float) -> Callable[[], Awaitable[Message]]:
    seen, whole, until = 0, False, asyncio.get_running_loop().time() + seconds

    async def limited() -> Message:
        nonlocal seen, whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise BodyTooSlowError from None
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if seen > most:
                raise BodyTooLargeError
        return message

    return limited
