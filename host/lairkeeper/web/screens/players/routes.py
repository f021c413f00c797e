"""The forms of the people: added, renamed, given another crest, merged, archived and brought back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lairkeeper.store import CRESTS, StoreError, StoreProblem

from ...forms import Form, read_form
from ...names import composed, name_error
from ...once import counted_once
from ...patience import patient
from ...site import Notice, Site, site_of
from ...translator import Translator

Deed = Callable[[Site, Form, Translator], None]
_ABOUT_PEOPLE: Final = (StoreProblem.UNKNOWN_PERSON, StoreProblem.NAME_TAKEN, StoreProblem.BOTH_SAT_THERE)
_MOST: Final = 999_999_999


class _BadNameError(Exception):
    """A name cannot be one; the message says why."""


async def show(request: Request) -> Response:
    """Answer ``GET /players``."""
    return site_of(request).page(request, "players")


def _name(form: Form, t: Translator) -> str:
    name = composed(form.need("name"))
    if error := name_error(name, t):
        raise _BadNameError(error)
    return name


def _person(form: Form) -> int:
    return form.need_number("person", 1, _MOST)


def _add(site: Site, form: Form, t: Translator) -> None:
    site.hub.people.add(_name(form, t))


def _rename(site: Site, form: Form, t: Translator) -> None:
    site.hub.people.rename(_person(form), _name(form, t))


def _crest(site: Site, form: Form, t: Translator) -> None:
    site.hub.people.choose_crest(_person(form), form.need_number("crest", 1, CRESTS))


def _merge(site: Site, form: Form, t: Translator) -> None:
    site.hub.people.merge(_person(form), form.need_number("into", 1, _MOST))


def _archive(site: Site, form: Form, t: Translator) -> None:
    site.hub.people.archive(_person(form))


def _bring_back(site: Site, form: Form, t: Translator) -> None:
    site.hub.people.bring_back(_person(form))


def _done(deed: Deed) -> Callable[[Request], Awaitable[Response]]:
    """Return the answer to a form: the page, with what stood in the way if something did."""

    async def answer(request: Request) -> Response:
        site = site_of(request)
        form, t = await read_form(request), site.translator(request.scope)
        try:
            deed(site, form, t)
        except _BadNameError as error:
            return site.done(request, "players", Notice("bad", str(error)), 422)
        except StoreError as error:
            if error.problem not in _ABOUT_PEOPLE:
                raise
            said = t.say("trouble", error.code, error.values)
            return site.done(request, "players", Notice("bad", said), 409)
        return site.done(request, "players")

    return answer


_DEEDS: Final[dict[str, Deed]] = {
    "add": _add, "rename": _rename, "crest": _crest, "merge": _merge, "archive": _archive, "bring-back": _bring_back,
}  # fmt: skip
ROUTES: Final = (
    Route("/players", show),
    *(Route(f"/players/{name}", patient(counted_once(_done(deed))), methods=["POST"]) for name, deed in _DEEDS.items()),
)
