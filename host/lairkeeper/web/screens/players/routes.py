"""The pages of the people, and their forms: added, renamed, given another crest, merged, archived and brought back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lairkeeper.store import CRESTS, StoreError, StoreProblem

from ...errors import PageError
from ...forms import Form, read_form
from ...names import composed, name_error
from ...once import counted_once
from ...patience import patient
from ...site import Notice, Site, site_of
from ...translator import Translator
from . import model, profile

Deed = Callable[[Site, Form, Translator], int | None]
"""The deed of a form; it returns the person whose page comes next, None for the list."""
_ABOUT_PEOPLE: Final = (StoreProblem.UNKNOWN_PERSON, StoreProblem.NAME_TAKEN, StoreProblem.BOTH_SAT_THERE)
_MOST: Final = 999_999_999
_NUMBER: Final = "person"


class _BadNameError(Exception):
    """A name cannot be one; the message says why."""


def listed(request: Request) -> Mapping[str, Any]:
    """Return what the list shows; the page of a person shows other things."""
    if _NUMBER in request.path_params:
        return {}
    site = site_of(request)
    return model.values(site.hub, site.book, site.translator(request.scope))


def back(request: Request) -> str:
    """Return the address that a form leads back to: the person whom it was about, else the list."""
    person = getattr(request.state, _NUMBER, None)
    return "/players" if person is None else f"/players/{person}"


async def show(request: Request) -> Response:
    """Answer ``GET /players``."""
    return site_of(request).page(request, "players")


async def show_person(request: Request) -> Response:
    """Answer ``GET /players/7``, with ``?game=`` for the last matches of that game."""
    site = site_of(request)
    person = request.path_params[_NUMBER]
    try:
        shown = profile.values(
            site.hub, site.book, min(person, _MOST), request.query_params.get("game"), site.translator(request.scope)
        )
    except StoreError as error:
        if error.problem is not StoreProblem.UNKNOWN_PERSON:
            raise
        raise PageError(404, "no-such-person") from None
    return site.page(request, "players", template="players/person.html", path=f"/players/{person}", **shown)


def _name(form: Form, t: Translator) -> str:
    name = composed(form.need("name"))
    if error := name_error(name, t):
        raise _BadNameError(error)
    return name


def _person(form: Form) -> int:
    return form.need_number(_NUMBER, 1, _MOST)


def _add(site: Site, form: Form, t: Translator) -> None:
    site.hub.people.add(_name(form, t))


def _rename(site: Site, form: Form, t: Translator) -> int:
    site.hub.people.rename(_person(form), _name(form, t))
    return _person(form)


def _crest(site: Site, form: Form, t: Translator) -> int:
    site.hub.people.choose_crest(_person(form), form.need_number("crest", 1, CRESTS))
    return _person(form)


def _merge(site: Site, form: Form, t: Translator) -> int:
    into = form.need_number("into", 1, _MOST)
    site.hub.people.merge(_person(form), into)
    return into


def _separate(site: Site, form: Form, t: Translator) -> int:
    site.hub.people.separate(_person(form))
    return _person(form)


def _archive(site: Site, form: Form, t: Translator) -> int:
    site.hub.people.archive(_person(form))
    return _person(form)


def _bring_back(site: Site, form: Form, t: Translator) -> int:
    site.hub.people.bring_back(_person(form))
    return _person(form)


def _done(deed: Deed) -> Callable[[Request], Awaitable[Response]]:
    """Return the answer to a form: the page of the person, or the list with what stood in the way."""

    async def answer(request: Request) -> Response:
        site = site_of(request)
        form, t = await read_form(request), site.translator(request.scope)
        try:
            setattr(request.state, _NUMBER, deed(site, form, t))
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
    "add": _add, "rename": _rename, "crest": _crest, "merge": _merge, "separate": _separate, "archive": _archive,
    "bring-back": _bring_back,
}  # fmt: skip
ROUTES: Final = (
    Route("/players", show),
    Route("/players/{person:int}", show_person),
    *(Route(f"/players/{name}", patient(counted_once(_done(deed))), methods=["POST"]) for name, deed in _DEEDS.items()),
)
