"""Problems as the API tells them (RFC 9457): one JSON shape for everything that goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response

from lairkeeper.core.result import Refused

from ..errors import PageError

if TYPE_CHECKING:
    from ..translator import Translator

MEDIA_TYPE: Final = "application/problem+json"
REFUSED: Final = "refused"
"""The problem of a move that the rules refuse; ``code`` says which refusal it is."""
STATUS: Final[Mapping[str, int]] = {
    "bad-request": 400,
    "bad-query": 400,
    "bad-body": 400,
    "bad-header": 400,
    "foreign-host": 400,
    "no-token": 401,
    "wrong-token": 401,
    "wrong-scope": 403,
    "wrong-seat": 403,
    "seat-not-here": 403,
    "not-found": 404,
    "no-such-match": 404,
    "unknown-game": 404,
    "no-such-token": 404,
    "wrong-method": 405,
    "too-slow": 408,
    "no-match": 409,
    "stale-question": 409,
    "cannot-resume": 409,
    REFUSED: 409,
    "too-large": 413,
    "not-json": 415,
    "key-reused": 422,
    "too-many": 429,
    "crash": 500,
    "store": 503,
}
"""The problems with their status. Texts: ``api.<code>.title`` and ``.next``, or those of the page's error."""


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fault in words, and what to do next."""

    type: str
    title: str
    status: int
    code: str
    next: str
    detail: str | None = None
    cite: str | None = None
    forcible: bool = False


class ApiError(PageError):
    """Ends a request of the API. ``detail`` is in English and for the log of the caller."""

    def __init__(
        self,
        code: str,
        args: Mapping[str, Any] | None = None,
        *,
        detail: str | None = None,
        wait: int | None = None,
        refusal: Refused | None = None,
    ) -> None:
        super().__init__(STATUS[code], code, args)
        self.detail, self.wait, self.refusal = detail, wait, refusal


def problem_of(error: PageError, t: Translator) -> ProblemDetails:
    """Return an error in words, in the language of ``t``."""
    refusal = error.refusal if isinstance(error, ApiError) else None
    kind = f"/api/v1/docs#problem-{error.code}"
    if refusal is not None:
        return ProblemDetails(
            type=kind,
            title=t.say("refusal", refusal.code, refusal.args),
            status=error.status,
            code=str(refusal.code),
            next=t.ui("api.refused-force" if refusal.forcible else "api.refused-next"),
            cite=t.say("rule", refusal.cite) if refusal.cite else None,
            forcible=refusal.forcible,
        )
    own = f"ui.api.{error.code}.title" in t.texts
    where = "api" if own else "error"
    return ProblemDetails(
        type=kind,
        title=t.ui(f"{where}.{error.code}.title", **error.values),
        status=error.status,
        code=error.code,
        next=t.ui(f"{where}.{error.code}.next", **error.values),
        detail=error.detail if isinstance(error, ApiError) else None,
    )


def answer_of(error: PageError, t: Translator, allowed: str = "") -> Response:
    """Return the answer to a request that went wrong."""
    headers = {"content-language": t.lang}
    if error.status == 401:
        headers["www-authenticate"] = 'Bearer realm="lairkeeper"'
    if isinstance(error, ApiError) and error.wait is not None:
        headers["retry-after"] = str(error.wait)
    if allowed:
        headers["allow"] = allowed
    body = msgspec.json.encode(problem_of(error, t))
    return Response(body, error.status, headers, media_type=MEDIA_TYPE)
