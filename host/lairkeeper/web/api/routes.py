"""All calls of the API, and their addresses."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Scope

from . import about, events, lists, match, moves, sockets
from .call import language
from .docs import page_of
from .endpoint import ApiPath, Endpoint
from .openapi import document

PREFIX: Final = "/api/v1"
SOCKET: Final = f"{PREFIX}/ws"


def _document(request: Request) -> Response:
    return Response(document(ENDPOINTS), media_type="application/json")


def _docs(request: Request) -> Response:
    site = request.app.state.site
    return HTMLResponse(page_of(site, language(site, request.scope), ENDPOINTS))


ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *about.ENDPOINTS,
    *match.ENDPOINTS,
    *moves.ENDPOINTS,
    *events.ENDPOINTS,
    *lists.ENDPOINTS,
    Endpoint(
        method="GET", path="/openapi.json", name="openapi", summary="This document", needs=None, page=_document,
        answers=dict[str, Any],
    ),
    Endpoint(
        method="GET", path="/docs", name="docs", summary="The calls as a page", needs=None, page=_docs, answers=str,
        media="text/html",
    ),
)  # fmt: skip


def is_api(scope: Scope) -> bool:
    """Return True for a request of the API, also one for an address that it does not have."""
    path: str = scope["path"]
    return path == "/api" or path.startswith("/api/")


def routes() -> list[BaseRoute]:
    """Return one route for each address."""
    by_path = sorted(ENDPOINTS, key=lambda each: each.path)
    found: list[BaseRoute] = [
        Route(PREFIX + path, ApiPath(tuple(group))) for path, group in groupby(by_path, lambda each: each.path)
    ]
    return [*found, WebSocketRoute(SOCKET, sockets.socket)]
