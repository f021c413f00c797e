"""The addresses of the history: the list, one match, and what can be done with each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.core.ids import visible
from lairkeeper.store import StoreError, StoreProblem
from lairkeeper.table import LONGEST_NOTE, LONGEST_TITLE, TableError, is_note, is_title

from ...access.roles import CallerRole, caller_of
from ...errors import PageError
from ...forms import Form, read_form
from ...once import counted_once
from ...patience import patient
from ...site import Site, site_of, wants_json
from .listing import listing_of, said_of
from .query import Query, query_of
from .replay import Viewpoint, heading_of, moment_of, position_of

if TYPE_CHECKING:
    from lairkeeper.table import PlayedMatch

_MOST: Final = 999_999_999
_DIGITS: Final = 9
Deed = Callable[[Site, Form, int], None]


async def show(request: Request) -> Response:
    """``GET /history?text=&game=&…``: a page of the list."""
    return site_of(request).page(request, "history")


def values(request: Request) -> dict[str, Any]:
    """Return the list that is asked for, and what this caller may do with it."""
    site, asked = site_of(request), request.query_params
    if request.path_params.get("n") is not None:
        return {}
    t = site.translator(request.scope)
    told, match = asked.get("told", ""), asked.get("match", "")
    known = told if told in DEEDS and match.isascii() and match.isdigit() and len(match) <= _DIGITS else ""
    return {
        "listing": listing_of(site.hub, query_of(asked), t),
        **said_of(known, int(match) if known else 0, t),
        **_may(request),
    }


def _may(request: Request) -> dict[str, Any]:
    caller = caller_of(request.scope)
    return {"runs": caller.runs_table, "hosts": caller.role is CallerRole.HOST}


async def replay(request: Request) -> Response:
    """``GET /history/N?turn=`` or ``?at=``: one match at the end of a turn or after a move."""
    site, match = site_of(request), request.path_params["n"]
    t = site.translator(request.scope)
    played = await opened(site, match, t)
    asked = {name: _number(request, name) for name in ("at", "turn")}
    where = Viewpoint(position_of(played, asked), _viewer(request, played))
    texts = site.translator_in(t.lang, played.game.texts_dir)
    try:
        moment = moment_of(played, where, texts)
    except TableError as error:
        raise _cannot(match, error, t) from None
    past = site.part("history/past.html", {"t": texts, "page": "tv", **_may(request), **moment})
    if wants_json(request):
        return JSONResponse({"fragments": {"past": past}, "turn": moment["turn"], "at": moment["position"]})
    told = request.query_params.get("told", "")
    said = said_of(told if told in DEEDS else "", match, t)
    head = heading_of(site.hub, played, t)
    return site.page(
        request, "history", template="history/replay.html", live=False, path=f"/history/{match}",
        past=Markup(past), head=head, turn=moment["turn"], turns=head["turns"], **said, **_may(request),
    )  # fmt: skip


async def opened(site: Site, match: int, t: Any) -> PlayedMatch:
    """Return a match to look at. Raises ``PageError`` where there is none, or none that can be read."""
    try:
        await site.hub.replays.prepare(match)
        return site.hub.replays.open(match)
    except TableError as error:
        raise _cannot(match, error, t) from None
    except StoreError as error:
        raise _no_match(match, error) from None


def _viewer(request: Request, played: PlayedMatch) -> str:
    """Return whose view of the match the caller gets: a seat's own only while it sits at this very match."""
    site, viewer = site_of(request), caller_of(request.scope).viewer
    table = site.hub.table
    return viewer if table is not None and table.match == played.row.id and viewer in played.seats else "table"


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise PageError(400, "bad-number", {"field": name, "low": 0, "high": _MOST})
    return int(text)


def _cannot(match: int, error: TableError, t: Any) -> PageError:
    return PageError(409, "cannot-show", {"match": match, "why": t.say("trouble", error.code, error.values)})


def _no_match(match: int, error: StoreError) -> Exception:
    known = (StoreProblem.UNKNOWN_MATCH, StoreProblem.DAMAGED_MATCH)
    return PageError(404, "no-such-match", {"match": match}) if error.problem in known else error


def _keep(site: Site, form: Form, match: int) -> None:
    """Keep name, place and note together: nothing is kept when one of them cannot be."""
    title, place = visible(form.get("title", "")), visible(form.get("place", ""))
    note = form.get("note", "").replace("\r\n", "\n").strip()
    for field, text in (("title", title), ("place", place)):
        if text and not is_title(text):
            raise PageError(400, "bad-words", {"field": field, "most": LONGEST_TITLE})
    if not is_note(note):
        raise PageError(400, "bad-words", {"field": "note", "most": LONGEST_NOTE})
    site.hub.matches.annotate(match, note or None, place or None)
    site.hub.matches.rename(match, title or None)


def _delete(site: Site, form: Form, match: int) -> None:
    site.hub.matches.delete(match)


def _restore(site: Site, form: Form, match: int) -> None:
    site.hub.matches.restore(match)


def _play_on(site: Site, form: Form, match: int) -> None:
    site.hub.match.play_on(match, form.need_number("n", 0, _MOST))


def _answer(name: str, deed: Deed) -> Callable[[Request], Awaitable[Response]]:
    """Return the answer to a form that names a match: the page that it came from, with what was done."""

    async def answer(request: Request) -> Response:
        site = site_of(request)
        form = await read_form(request)
        match = form.need_number("match", 1, _MOST)
        try:
            deed(site, form, match)
        except TableError as error:
            raise _cannot(match, error, site.translator(request.scope)) from None
        except StoreError as error:
            raise _no_match(match, error) from None
        if name == "play-on":
            return RedirectResponse("/table", 303)
        return RedirectResponse(_back(form, name, match), 303)

    return answer


def _back(form: Mapping[str, str], told: str, match: int) -> str:
    """Return the address of the list or the match that a form came from; nothing of it is taken over as it is."""
    if form.get("from", "") == "replay" and told != "delete":
        return f"/history/{match}?{urlencode({'told': told})}"
    try:
        query = query_of(dict(parse_qsl(form.get("list", "")[:2000])))
    except PageError:
        query = Query()
    address = query.address()
    return f"{address}{'&' if '?' in address else '?'}{urlencode({'told': told, 'match': match})}"


DEEDS: Final[dict[str, Deed]] = {"keep": _keep, "delete": _delete, "restore": _restore, "play-on": _play_on}
ROUTES: Final = (
    Route("/history", show),
    Route("/history/{n:int}", replay),
    *(Route(f"/history/{name}", patient(counted_once(_answer(name, deed))), methods=["POST"])
      for name, deed in DEEDS.items()),
)  # fmt: skip
