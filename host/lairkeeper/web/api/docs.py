"""The page of the API: its calls and its problems, made from the endpoints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .endpoint import Endpoint
from .openapi import codes_of
from .problems import REFUSED, STATUS, ApiError, problem_of

if TYPE_CHECKING:
    from ..site import Site
    from ..translator import Translator

NAMES: Final = ("header", "scopes", "seat", "match", "seconds", "why", "game")
"""The values that the texts of problems fill in."""


def page_of(site: Site, t: Translator, endpoints: Sequence[Endpoint]) -> str:
    """Return the page. It tells nothing about the match or its players, so it needs no token."""
    calls = [
        {
            "method": each.method,
            "path": f"/api/v1{each.path}",
            "summary": each.summary,
            "scopes": ", ".join(sorted(each.needs)) if each.needs is not None else "",
            "codes": sorted(codes_of(each)),
        }
        for each in endpoints
    ]
    return site.env.get_template("api.html").render(t=t, calls=calls, problems=[_told(code, t) for code in STATUS])


def _told(code: str, t: Translator) -> dict[str, object]:
    """Return a problem with its texts; what a request fills in stands as three dots."""
    if code == REFUSED:
        return {"code": code, "status": STATUS[code], "title": t.ui("api.refused-next"), "next": ""}
    told = problem_of(ApiError(code, dict.fromkeys(NAMES, "…")), t)
    return {"code": code, "status": told.status, "title": told.title, "next": told.next}
