"""The OpenAPI 3.1 document, made from the endpoints and their types."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any, Final, get_args

import msgspec

from . import follow, once
from .about import VERSION
from .endpoint import DIGITS, JSON, Endpoint
from .events import MEDIA_TYPE as EVENTS
from .problems import MEDIA_TYPE, STATUS, ProblemDetails
from .socket_types import FromCaller, Greeting, ToCaller
from .types import MatchNow, NoQuery, QuestionsNow, RecordText

ALWAYS: Final = ("bad-query", "crash", "store")
"""Problems that every call may have."""
WITH_TOKEN: Final = ("no-token", "wrong-token", "wrong-scope", "too-many")
WITH_BODY: Final = ("bad-body", "not-json", "too-large", "too-slow")
REF: Final = "#/components/schemas/{name}"
_ABOUT: Final = (
    "Read the match on the table, follow it, and act in it. Make a token with `lairkeeper token create`, and send it "
    "in the header Authorization: never in an address. docs/api.md shows each call."
)
_IN_PATH: Final = re.compile(r"{(\w+)}")


@cache
def document(endpoints: Sequence[Endpoint]) -> bytes:
    """Return the document as JSON, with its keys in a fixed order."""
    return (json.dumps(described(endpoints), indent=1, ensure_ascii=False) + "\n").encode()


def described(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the document."""
    endpoints = tuple(endpoints)
    refs, schemas = _schemas(endpoints)
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, refs)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lairkeeper", "version": VERSION, "description": _ABOUT, "license": {"name": "MIT"}},
        "servers": [{"url": "/api/v1"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "lair_…"}},
        },
        "x-websocket": {
            "path": "/ws",
            "description": "Texts of JSON. Without the header Authorization the first message is a Greeting.",
            "first": refs[Greeting],
            "send": [refs[each] for each in get_args(FromCaller)],
            "receive": [refs[each] for each in get_args(ToCaller)],
        },
    }


def _schemas(endpoints: Sequence[Endpoint]) -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """Return the schema of each type, and the components that these name."""
    types: list[Any] = [ProblemDetails, Greeting, *get_args(FromCaller), *get_args(ToCaller), RecordText]
    types += [MatchNow, QuestionsNow]
    for each in endpoints:
        types += [kind for kind in (each.answers, each.body) if kind not in (None, *types)]
    found, components = msgspec.json.schema_components(types, ref_template=REF)
    return dict(zip(types, found, strict=True)), dict(sorted(components.items()))


def _operation(each: Endpoint, refs: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    told: dict[str, Any] = {"operationId": each.name, "summary": each.summary}
    if each.needs is None:
        told["security"] = []
    else:
        told["description"] = f"Needs one of the scopes {', '.join(f'`{scope}`' for scope in sorted(each.needs))}."
    parameters = [*_in_path(each.path), *_in_query(each.query), *_headers(each)]
    if parameters:
        told["parameters"] = parameters
    if each.body is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": refs[each.body]}}}
    told["responses"] = {str(each.status): _answer(each, refs), **_problems(each, refs)}
    return told


def _answer(each: Endpoint, refs: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    schema = refs[each.answers] if each.answers is not None else _event(refs)
    return {"description": HTTPStatus(each.status).phrase, "content": {each.media: {"schema": schema}}}


def _event(refs: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of one server-sent event: its ``data`` is a text of JSON."""
    told = {"record": RecordText, "match": MatchNow, "questions": QuestionsNow}
    data = {"type": "string", "contentMediaType": JSON}
    return {
        "oneOf": [
            {
                "type": "object",
                "required": ["event", "data", *(["id"] if event == "record" else [])],
                "properties": {
                    "event": {"const": event},
                    "data": {**data, "contentSchema": refs[kind]},
                    "id": {"type": "string", "pattern": follow.LAST},
                },
            }
            for event, kind in told.items()
        ]
    }


def codes_of(each: Endpoint) -> tuple[str, ...]:
    """Return the problems that a call may have."""
    if each.needs is None:
        return ("crash",)
    codes = (*ALWAYS, *WITH_TOKEN, *(WITH_BODY if each.body is not None else ()), *each.refuses)
    more = ("bad-header",) if each.once else ()
    gone = ("not-found",) if _IN_PATH.search(each.path) else ()
    return tuple(dict.fromkeys((*codes, *more, *gone)))


def _problems(each: Endpoint, refs: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for code in codes_of(each):
        by_status.setdefault(STATUS[code], []).append(code)
    return {
        str(status): {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(sorted(codes))}",
            "content": {MEDIA_TYPE: {"schema": refs[ProblemDetails]}},
        }
        for status, codes in sorted(by_status.items())
    }


def _in_path(path: str) -> list[dict[str, Any]]:
    schema = {"type": "integer", "minimum": 0, "maximum": 10**DIGITS - 1}
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in _IN_PATH.findall(path)]


def _in_query(query: type[Any]) -> list[dict[str, Any]]:
    if query is NoQuery:
        return []
    schema = msgspec.json.schema(query)["$defs"][query.__name__]
    return [
        {"name": name, "in": "query", "required": name in schema.get("required", ()), "schema": _without_null(each)}
        for name, each in schema["properties"].items()
    ]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a parameter: one that is left out is null."""
    choices = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    return choices[0] if choices else schema


def _headers(each: Endpoint) -> list[dict[str, Any]]:
    found = [_header("Accept-Language", "The language of the texts, such as `fr`.", {"type": "string"})]
    if each.once:
        text = "A request with a key counts once, however often it is sent."
        found.append(_header("Idempotency-Key", text, {"type": "string", "pattern": once.KEY}))
    if each.media == EVENTS:
        text = "The id of the last event that was seen: the stream goes on after it."
        found.append(_header("Last-Event-ID", text, {"type": "string", "pattern": follow.LAST}))
    return found if each.needs is not None else []


def _header(name: str, text: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "header", "required": False, "description": text, "schema": schema}
