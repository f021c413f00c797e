"""The addresses of the first page, and what becomes of the matches in its list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lairkeeper.core.ids import visible
from lairkeeper.store import StoreError, StoreProblem
from lairkeeper.table import LONGEST_TITLE, is_title

from ...errors import PageError
from ...forms import Form, read_form
from ...once import counted_once
from ...patience import patient
from ...site import Notice, Site, site_of
from . import files, first_run

Deed = Callable[[Site, Form, int], None]


async def show(request: Request) -> Response:
    """Answer ``GET /``."""
    return site_of(request).page(request, "home")


def _rename(site: Site, form: Form, match: int) -> None:
    title = visible(form.get("title", ""))
    if title and not is_title(title):
        raise PageError(400, "bad-title", {"most": LONGEST_TITLE})
    site.hub.matches.rename(match, title or None)


def _put_away(site: Site, form: Form, match: int) -> None:
    site.hub.matches.put_away(match)


def _delete(site: Site, form: Form, match: int) -> None:
    site.hub.matches.delete(match)


def _restore(site: Site, form: Form, match: int) -> None:
    site.hub.matches.restore(match)


def _done(name: str, deed: Deed) -> Callable[[Request], Awaitable[Response]]:
    """Return the answer to a form that names a match: the page, with what was done."""

    async def answer(request: Request) -> Response:
        site = site_of(request)
        form = await read_form(request)
        match = form.need_number("match", 1, 999_999_999)
        try:
            deed(site, form, match)
        except StoreError as error:
            if error.problem not in (StoreProblem.UNKNOWN_MATCH, StoreProblem.DAMAGED_MATCH):
                raise
            raise PageError(404, "no-such-match", {"match": match}) from None
        said = site.translator(request.scope).ui(f"home.told.{name}", n=match)
        return site.done(request, "home", Notice("good", said))

    return answer


async def skip(request: Request) -> Response:
    """``POST /first-run/skip``: a step is skipped, or taken up again."""
    site = site_of(request)
    step = (await read_form(request)).need("step")
    if step not in first_run.STEPS:
        raise PageError(400, "bad-request")
    first_run.skip(site.hub, step)
    return site.done(request, "home")


_DEEDS: Final[dict[str, Deed]] = {
    "rename": _rename, "put-away": _put_away, "delete": _delete, "restore": _restore,
}  # fmt: skip
ROUTES: Final = (
    Route("/", show),
    Route("/matches/file", files.download),
    Route("/first-run/skip", patient(counted_once(skip)), methods=["POST"]),
    *(
        Route(f"/matches/{name}", patient(counted_once(_done(name, deed))), methods=["POST"])
        for name, deed in _DEEDS.items()
    ),
)
