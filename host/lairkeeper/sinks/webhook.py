"""A web address that gets records by HTTP POST, as JSON."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from typing import IO, Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from lairkeeper import __version__
from lairkeeper.table import PublicRecord, public_json

from .sink import Sink, SinkError, SinkKind

FORMAT: Final = "lairkeeper.records"
TIMEOUT: Final = 10.0
"""Seconds in which the other side must take a connection, and go on answering."""


class _NoRedirect(HTTPRedirectHandler):
    """A redirect is an answer like any other: what was posted must not go elsewhere, nor become a GET."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        return None


class _Webhook:
    def __init__(self, where: str) -> None:
        self._url, host, self._headers = _parts(where)
        # The path may be a secret: many services name a channel by one.
        self.name = f"webhook={host}"
        self.key = f"webhook={where}"
        self._opener = build_opener(_NoRedirect())

    def send(self, records: Sequence[PublicRecord]) -> None:
        told = {"format": FORMAT, "version": 1, "records": [public_json(each) for each in records]}
        request = Request(self._url, json.dumps(told).encode(), dict(self._headers), method="POST")
        try:
            self._opener.open(request, timeout=TIMEOUT).close()
        except HTTPError as error:
            error.close()
            raise SinkError(f"it answers {error.code} {error.reason}"[:80]) from None
        except URLError as error:
            raise SinkError(_why(error.reason)) from None
        except (OSError, HTTPException, ValueError) as error:
            raise SinkError(_why(error)) from None

    def close(self) -> None:
        pass


def _why(error: object) -> str:
    """Return why nobody answers. No address: it may be a secret."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__ if isinstance(error, Exception) else str(error)


def _parts(where: str) -> tuple[str, str, Mapping[str, str]]:
    """Return the address without a password, its first part, and the headers of each request."""
    try:
        parts = urlsplit(where)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname or not where.isascii() or " " in where:
        raise SinkError(f"{where!r} is no web address. Write one such as webhook=https://example.org/records.")
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = name if port is None else f"{name}:{port}"
    headers = {"Content-Type": "application/json", "User-Agent": f"Lairkeeper/{__version__}"}
    if parts.username is not None:
        who = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Authorization"] = f"Basic {b64encode(who.encode()).decode()}"
    url = urlunsplit((parts.scheme, place, parts.path or "/", parts.query, ""))
    return url, f"{parts.scheme}://{place}", headers


def _open(where: str) -> Sink:
    return _Webhook(where)


SINK: Final = SinkKind("webhook", "URL", "JSON by HTTP POST; any answer but 2xx counts as not taken.", _open)
