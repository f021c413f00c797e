"""``/api/v1/ws``: the events of the stream, and moves and answers by message."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.datastructures import Headers
from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from lairkeeper.i18n import LANGUAGES
from lairkeeper.store import StoreError

from ..errors import PageError
from . import moves
from .call import Call, known, language, need, secret_in
from .endpoint import Endpoint, body_of, judged
from .events import KEEP_ALIVE_S, LAST_EVENT, Life
from .follow import Follower, is_id
from .problems import ApiError, answer_of, problem_of
from .scopes import READERS
from .socket_types import FromCaller, Greeting, ProblemTold, Re, SendAnswer, SendMove, SendUndo
from .tokens import KeptToken

if TYPE_CHECKING:
    from ..site import Site
    from ..translator import Translator

HELLO_S: Final = 10.0
"""Seconds in which the first message must name the token."""
BAD_MESSAGE, NOT_ALLOWED, GOING, TRY_LATER = 1007, 1008, 1001, 1013
_DEEDS: Final = {each.name: each for each in moves.ENDPOINTS}


async def socket(websocket: WebSocket) -> None:
    """Answer a WebSocket; the guard has looked at its host and its origin."""
    scope = websocket.scope
    site: Site = websocket.app.state.site
    t, last = language(site, scope), websocket.headers.get(LAST_EVENT)
    secret = secret_in(Headers(scope=scope))
    try:
        token = _reader(site, scope, secret) if secret is not None else None
        if last is not None and not is_id(last):
            raise ApiError("bad-header", {"header": "Last-Event-ID"})
    except ApiError as error:
        await websocket.send_denial_response(answer_of(error, t))
        return
    await websocket.accept()
    try:
        if token is None:
            token, t, last = await _greeted(site, websocket, t)
        await _Talk(site, websocket, token, t, last).run()
    except PageError as error:
        await _close(websocket, error, t)
    except WebSocketDisconnect:
        return


async def _greeted(site: Site, websocket: WebSocket, t: Translator) -> tuple[KeptToken, Translator, str | None]:
    """Return what the first message says. Raises ``ApiError`` and ``WebSocketDisconnect``."""
    room = site.api.unknown.enter()
    ended = asyncio.ensure_future(room.wait())
    stopped = asyncio.ensure_future(site.stop.wait())
    reading = asyncio.ensure_future(_text(websocket))
    try:
        await asyncio.wait({reading, ended, stopped}, timeout=HELLO_S, return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            raise ApiError("no-token")
        hello: Greeting = body_of(Greeting, reading.result())
    finally:
        site.api.unknown.leave(room)
        for each in (reading, ended, stopped):
            each.cancel()
    token = _reader(site, websocket.scope, hello.token)
    return token, site.translator_in(hello.language) if hello.language in LANGUAGES else t, hello.last


def _reader(site: Site, scope: Scope, secret: str) -> KeptToken:
    token = known(site, scope, secret)
    need(token, READERS)
    site.api.tokens.touch(token)
    return token


async def _text(websocket: WebSocket) -> str:
    """Return the next message; empty for one that is no text, which is no JSON. Raises ``WebSocketDisconnect``."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GOING))
    return message.get("text") or ""


async def _close(websocket: WebSocket, error: PageError, t: Translator) -> None:
    """Tell why, and hang up."""
    told = ProblemTold(re=None, problem=problem_of(error, t))
    try:
        await websocket.send_text(msgspec.json.encode(told).decode())
        await websocket.close(BAD_MESSAGE if error.code == "bad-body" else NOT_ALLOWED)
    except (RuntimeError, WebSocketDisconnect):
        return


class _Talk:
    """One open WebSocket: a task that tells, and one that listens. The first that ends, ends both."""

    def __init__(self, site: Site, websocket: WebSocket, token: KeptToken, t: Translator, last: str | None) -> None:
        self._site, self._websocket, self._token, self._t = site, websocket, token, t
        self._follower = Follower(site, t, last)

    async def run(self) -> None:
        """Go on until the caller leaves, the app stops or the token dies. Raises what ended it."""
        with Life(self._site, self._token.number) as life:
            telling = asyncio.ensure_future(self._tell(life))
            listening = asyncio.ensure_future(self._listen(life))
            try:
                await asyncio.wait({telling, listening}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in (telling, listening):
                    each.cancel()
                ended = await asyncio.gather(telling, listening, return_exceptions=True)
        wrong = next((each for each in ended if isinstance(each, Exception)), None)
        if wrong is not None:
            raise wrong
        live = self._site.api.tokens.is_live(self._token.number)
        await self._websocket.close(GOING if self._site.stop.is_set() else TRY_LATER if live else NOT_ALLOWED)

    async def _tell(self, life: Life) -> None:
        while not life.over:
            try:
                for news in self._follower.news():
                    at = f'"id":"{news.id}","record":{news.data}' if news.id else news.data[1:-1]
                    await self._websocket.send_text(f'{{"type":"{news.event}",{at}}}')
            except StoreError as error:  # what was not told is told at the next change
                self._site.hub.troubles.failed(error)
            await life.news(KEEP_ALIVE_S)

    async def _listen(self, life: Life) -> None:
        while not life.over:
            text = await _text(self._websocket)
            await self._websocket.send_text(msgspec.json.encode(await self._answer(text)).decode())

    async def _answer(self, text: str) -> Any:
        """Return the reply to one message; what is wrong with it ends nothing."""
        number = None
        try:
            number = _number_in(text)
            asked: FromCaller = body_of(FromCaller, text)
            return {"type": "done", "re": asked.id, "done": msgspec.Raw(await self._done(asked))}
        except PageError as error:
            return ProblemTold(re=number, problem=problem_of(error, self._t))

    async def _done(self, asked: FromCaller) -> bytes:
        endpoint, body = _deed(asked)
        assert endpoint.needs is not None
        need(self._token, endpoint.needs)
        call = Call(self._site, self._token, self._t, None, body)
        try:
            return await judged(self._site, endpoint, call, asked.key, msgspec.json.encode(body))
        except StoreError as error:
            self._site.hub.troubles.failed(error)
            raise ApiError("store", {"why": self._t.say("trouble", error.code, error.values)}) from None


def _deed(asked: FromCaller) -> tuple[Endpoint, Any]:
    match asked:
        case SendMove():
            return _DEEDS["makeMove"], asked.move
        case SendUndo():
            return _DEEDS["undo"], asked.undo
        case SendAnswer():
            return _DEEDS["answerQuestion"], asked.answer


class _Numbered(msgspec.Struct):
    id: Re | None = None


def _number_in(text: str) -> int | None:
    """Return the number of a message that may be wrong otherwise."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
