"""The set-up page: who plays what by which rules. Every field is checked, every error stands beside its field."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lairkeeper.core.printed import PROXY
from lairkeeper.core.result import Refused
from lairkeeper.i18n import spoken
from lairkeeper.store import StoreError

from ...errors import PageError
from ...forms import Form, read_form
from ...once import counted_once
from ...patience import patient
from ...pieces import doubts_of
from ...site import Site, refusal_notice, site_of, wants_json
from ...translator import Translator
from . import model
from .seating import Seating

if TYPE_CHECKING:
    from lairkeeper.table import Game, Hub

LAST_GAME: Final = "last-game"
"""The setting that keeps which game was begun last."""
VILLAIN_ZONES: Final = frozenset({"super-villains", "villains"})
"""Sorts of pieces of which each player plays one."""


async def show(request: Request) -> Response:
    """``GET /new``; ``?game=`` chooses the game, ``?again=`` the match whose players, game and rules are taken."""
    site = site_of(request)
    again = request.query_params.get("again")
    fields = _again(site.hub, again) if again else [("game", _game(site, request.query_params.get("game")).id)]
    game = _game(site, dict(fields)["game"])
    draft = model.Draft(Form([*fields, *_defaults(site)]))
    return _page(request, site, game, draft, Seating(site.hub, draft.form))


def _again(hub: Hub, match: str) -> list[tuple[str, str]]:
    """Return the fields for another match like this one. Raises ``PageError`` 404 when there is no such match."""
    try:
        return model.again(hub, hub.store.matches.get(int(match)))
    except (ValueError, StoreError):
        raise PageError(404, "no-such-match", {"match": match[:20]}) from None


async def change(request: Request) -> Response:
    """``POST /new/draft``: another game, one player more or less; nothing begins."""
    site = site_of(request)
    form = await read_form(request)
    game = _game(site, form.text("choose") or form.text("game"))
    draft, seating = model.Draft(form), Seating(site.hub, form)
    if token := form.text("toggle"):
        seating.toggle(token)
    elif name := form.text("name"):
        _add(draft, seating, name, site.translator(request.scope))
    return _page(request, site, game, draft, seating)


def _add(draft: model.Draft, seating: Seating, name: str, t: Translator) -> None:
    """Seat whoever was typed; a bad name stays in its field, with the error."""
    draft.left = name if (error := seating.add(name, t)) else ""
    if error:
        draft.errors["name"] = error


async def create(request: Request) -> Response:
    """``POST /new``: begin the match, or show the form again with its errors."""
    site = site_of(request)
    form = await read_form(request)
    game = _game(site, form.text("game"))
    t = site.translator_in(site.translator(request.scope).lang, game.texts_dir)
    draft, seating = model.Draft(form), Seating(site.hub, form)
    if name := form.text("name"):
        _add(draft, seating, name, t)
    if error := t.ui("new.error.gone") if seating.gone else seating.error(t):
        draft.errors["names"] = error
    level = model.choice_of(draft, "level", game.levels, t, model.usual_level(site.hub, game))
    ruleset = model.ruleset_of(draft, site.hub, game, t)
    if (found := _begun_meanwhile(site, form)) is not None:
        draft.errors["form"] = t.ui("new.error.meanwhile", seats=", ".join(found))
    proxy = form.text("numbers") == PROXY if game.printed.fields and form.text("numbers") else None
    if not draft.errors and proxy is False and not form.text("sure") and (doubts := doubts_of(site.hub, game.id, t)):
        draft.errors["sure"] = " ".join(said for _, said in doubts)
        draft.missing = doubts[0][0]
    if not draft.errors:
        setup = model.setup_of(seating.chosen)
        seats = model.begin_with(draft, seating.chosen, setup, model.anybody_begins(game))
        result = site.hub.start(game.id, seats, level=level, ruleset=ruleset, setup=setup, proxy=proxy)
        if not isinstance(result, Refused):
            _remember(site, game, level, t.lang)
            return site.go(request, "table")
        _refused(site, game, draft, result, t)
    return _page(request, site, game, draft, seating, 422)


def _begun_meanwhile(site: Site, form: Form) -> tuple[str, ...] | None:
    """Return who plays a match that began after the form was made; None when none did."""
    table, over = site.hub.table, form.text("over")
    if table is None or over is None or str(table.match) == over:
        return None
    return table.header.seats


def _refused(site: Site, game: Game, draft: model.Draft, refusal: Refused, t: Translator) -> None:
    """Put what the rules say beside the field that it is about."""
    if refusal.code == "bad-players":
        draft.errors["names"] = model.players_error(refusal, model.most_players(site.hub, game), t)
        return
    draft.errors[model.field_of(refusal)] = refusal_notice(refusal, t).text
    draft.missing = str(refusal.args.get("card", "")) if refusal.code == model.NUMBERS_MISSING else ""


def _remember(site: Site, game: Game, level: str, lang: str) -> None:
    """Keep what the next form begins with, and the language in which the boards speak."""
    site.hub.store.settings.set(LAST_GAME, game.id)
    site.hub.store.settings.set(model.LAST_LEVEL, level)
    if lang in spoken(game.texts_dir):
        site.hub.set_language(lang)


def _defaults(site: Site) -> list[tuple[str, str]]:
    """Return the house rules of a new match that were given on the command line."""
    kept = site.hub.store.settings.get("defaults", None)
    rules = kept.get("ruleset") if isinstance(kept, dict) else None
    return [(f"rule-{name}", str(value).lower()) for name, value in (rules or {}).items()]


def _game(site: Site, wanted: str | None) -> Game:
    games = site.hub.games
    if wanted is None:
        return games.get(_last_played(site)) or next(iter(games.values()))
    if wanted not in games:
        raise PageError(400, "unknown-game", {"game": wanted[:40]})
    return games[wanted]


def _last_played(site: Site) -> str:
    """Return the id of the game on the table, else of the one begun last; empty without any."""
    if site.hub.table is not None:
        return site.hub.table.game.id
    return str(site.hub.store.settings.get(LAST_GAME, ""))


def _page(
    request: Request, site: Site, game: Game, draft: model.Draft, seating: Seating, status: int = 200
) -> Response:
    """Return the form: as a fragment for our script, else as a page."""
    lang = site.translator(request.scope).lang
    t = site.translator_in(lang, game.texts_dir)
    values = _values(site, game, draft, seating, t)
    if wants_json(request):
        html = site.part("new/draft.html", {"t": t, "page": "new", **values})
        return JSONResponse({"fragments": {"draft": html, "notice": site.notice("new", t, None)}}, status)
    return site.page(request, "new", status=status, translator=t, **values)


def _values(site: Site, game: Game, draft: model.Draft, seating: Seating, t: Translator) -> dict[str, Any]:
    hub, table = site.hub, site.hub.table
    villains = tuple(facts for facts in game.catalog.kinds.values() if facts.zone in VILLAIN_ZONES)
    level = draft.form.text("level") or ""
    return {
        "game": game,
        "boxes": model.boxes_of(hub, t),
        "draft": draft,
        "answer": secrets.token_hex(4),
        "chips": seating.chips,
        "chosen": seating.chosen,
        "levels": model.levels_of(hub, game, t),
        "level": level if level in game.levels else model.usual_level(hub, game),
        "numbers": model.numbers_of(hub, game),
        "options": hub.options(game.id),
        "villains": tuple((facts.kind, t.name(facts.kind)) for facts in villains),
        "more_open": any(name.startswith("rule-") or name in ("numbers", "sure") for name in draft.errors),
        "over": str(table.match) if table is not None else "0",
        "occupied": table is not None and not table.view().finished,
    }


ROUTES: Final = (
    Route("/new", show),
    Route("/new", patient(counted_once(create)), methods=["POST"]),
    Route("/new/draft", patient(change), methods=["POST"]),
)
