"""Declare a call of the API once: its address, what it takes and answers, and who may make it.

The router, the checks and the OpenAPI document are all made from this.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from lairkeeper.store import StoreError, StoreProblem

from ..patience import PATIENCE_SECONDS, PAUSE_SECONDS
from .call import Call, known, language, need, secret_in
from .once import HEADER, GivenAnswer, digest_of, digest_of_body, is_key
from .problems import ApiError, answer_of
from .scopes import ANYBODY, TokenScope
from .shapes import encoded
from .types import Done, NoQuery

if TYPE_CHECKING:
    from ..site import Site

JSON: Final = "application/json"
DIGITS: Final = 9
"""Digits of the largest number in an address."""
Handle: TypeAlias = Callable[[Call], Any]
Stream: TypeAlias = Callable[[Request, Call], Response]
Page: TypeAlias = Callable[[Request], Response]


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One call. ``needs``: any of these scopes will do; None: no token at all.

    ``handle`` returns a value of the type ``answers``. ``stream`` answers in its own way, and ``page`` without a
    token, with the media type ``media``.
    ``once``: an Idempotency-Key makes it count once. ``refuses`` are the problems beside those that every call has.
    """

    method: str
    path: str
    name: str
    summary: str
    needs: frozenset[TokenScope] | None
    answers: Any = None
    handle: Handle | None = None
    stream: Stream | None = None
    page: Page | None = None
    media: str = JSON
    status: int = 200
    query: type[Any] = NoQuery
    body: type[Any] | None = None
    once: bool = False
    refuses: tuple[str, ...] = ()


class ApiPath:
    """An ASGI app for one address: it finds the endpoint of the method, and says which there are."""

    def __init__(self, endpoints: Collection[Endpoint]) -> None:
        self._by_method = {each.method: each for each in endpoints}
        if (
            "GET" in self._by_method and self._by_method["GET"].stream is None
        ):  # a stream has no end to tell the head of
            self._by_method["HEAD"] = self._by_method["GET"]
        self._allowed = ", ".join(sorted(self._by_method))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Implement the ASGI call."""
        request = Request(scope, receive)
        site: Site = request.app.state.site
        endpoint = self._by_method.get(request.method)
        if endpoint is None:
            answer = answer_of(ApiError("wrong-method"), language(site, scope), self._allowed)
        else:
            answer = await _answered(site, endpoint, request)
        await answer(scope, receive, send)


async def _answered(site: Site, endpoint: Endpoint, request: Request) -> Response:
    if endpoint.page is not None:
        return endpoint.page(request)
    call = await _call(site, endpoint, request)
    if endpoint.stream is not None:
        return endpoint.stream(request, call)
    key = _key(endpoint, request)
    sent = b"" if call.body is None else encoded(call.body)
    body = await judged(site, endpoint, call, key, sent, request.url.path)
    return Response(body, endpoint.status, {"content-language": call.t.lang}, media_type=endpoint.media)


async def judged(
    site: Site, endpoint: Endpoint, call: Call, key: str | None, body: bytes, path: str | None = None
) -> bytes:
    """Return the answer to a call; a busy database is waited for, as ``patient`` does. Raises ``ApiError``."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return _once(site, endpoint, call, key, body, path or f"/api/v1{endpoint.path}")
        except StoreError as error:
            if error.problem is not StoreProblem.BUSY or time.monotonic() >= until:
                raise
        await asyncio.sleep(PAUSE_SECONDS)


async def _call(site: Site, endpoint: Endpoint, request: Request) -> Call:
    """Return the call, checked. Raises ``ApiError``; the token comes before everything else."""
    token = known(site, request.scope, secret_in(request.headers))
    need(token, endpoint.needs or ANYBODY)
    try:
        site.api.tokens.touch(token)
    except StoreError as error:  # it may read nevertheless
        site.hub.troubles.failed(error)
    query = query_of(endpoint.query, request.query_params.multi_items())
    body = await _body(endpoint.body, request) if endpoint.body is not None else None
    return Call(site, token, language(site, request.scope), query, body, _numbers(request.path_params))


def _numbers(given: Mapping[str, str]) -> Mapping[str, int]:
    """Return the numbers in an address. Raises ``ApiError`` (not-found)."""
    if not all(each.isascii() and each.isdigit() and len(each) <= DIGITS for each in given.values()):
        raise ApiError("not-found")
    return {name: int(each) for name, each in given.items()}


def query_of(wanted: type[Any], given: list[tuple[str, str]]) -> Any:
    """Return the query as its type. Raises ``ApiError`` (bad-query)."""
    fields: Mapping[str, str] = dict(given)
    if len(fields) != len(given):
        raise ApiError("bad-query", detail="a parameter is given twice")
    try:
        return msgspec.convert(fields, wanted, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError("bad-query", detail=str(error)) from None


async def _body(wanted: type[Any], request: Request) -> Any:
    """Return the body as its type. Raises ``ApiError`` (not-json, bad-body)."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise ApiError("not-json")
    return body_of(wanted, await request.body())


def body_of(wanted: Any, body: bytes | str) -> Any:
    """Return JSON as its type. Raises ``ApiError`` (bad-body)."""
    try:
        return msgspec.convert(_whole(msgspec.json.decode(body)), wanted)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise ApiError("bad-body", detail=str(error)) from None


def _whole(value: Any) -> Any:
    """Return JSON with ``5.0`` as ``5``: to JSON Schema both are integers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in value.items()}
    return [_whole(each) for each in value] if isinstance(value, list) else value


def _key(endpoint: Endpoint, request: Request) -> str | None:
    """Return the Idempotency-Key, if there is one and it counts here. Raises ``ApiError`` (bad-header)."""
    key = request.headers.get(HEADER) if endpoint.once else None
    if key is not None and not is_key(key):
        raise ApiError("bad-header", {"header": "Idempotency-Key"})
    return key


def _once(site: Site, endpoint: Endpoint, call: Call, key: str | None, body: bytes, path: str) -> bytes:
    """Do what was asked for, or return the answer of the first time. Nothing waits in here."""
    assert endpoint.handle is not None
    if key is None:
        return encoded(endpoint.handle(call))
    digest, answers, forms = digest_of(call.token.number, path, key), site.api.answers, site.hub.store.forms
    given = answers.get(digest)
    if given is not None:
        if given.body != digest_of_body(body):
            raise ApiError("key-reused")
        return given.answer
    if forms.counted(digest):
        return encoded(counted_before(call))
    with forms.counting(digest):
        answer = encoded(endpoint.handle(call))
        again = encoded(msgspec.structs.replace(msgspec.json.decode(answer, type=Done), again=True))
        answers.keep(digest, GivenAnswer(digest_of_body(body), again))
        try:
            forms.keep(digest)
        except StoreError as error:  # it is done nevertheless, and must not be called refused
            site.hub.troubles.failed(error)
    return answer


def counted_before(call: Call) -> Done:
    """Return the answer to a key that counted in an earlier run of the app."""
    table = call.table
    return Done(match=table.match, n=table.history.last.n, again=True)
