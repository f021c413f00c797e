"""The set-up page: who plays what by which rules. Every field is checked, every error stands beside its field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.core.printed import PROXY
from lairkeeper.core.result import Refused
from lairkeeper.i18n import LANGUAGES

from ...errors import PageError
from ...forms import Form, read_form
from ...once import counted_once
from ...parts.archived import archived_of
from ...patience import patient
from ...pieces import doubts_of
from ...site import Site, refusal_notice, site_of
from ...translator import LANG_COOKIE
from . import model

if TYPE_CHECKING:
    from lairkeeper.table import Game

LAST_GAME: Final = "last-game"
"""The setting that keeps which game was begun last."""
VILLAIN_ZONES: Final = frozenset({"super-villains", "villains"})
"""Sorts of pieces of which each player plays one."""


async def show(request: Request) -> Response:
    """``GET /new``; ``?game=`` chooses the game whose options are shown."""
    site = site_of(request)
    game = _game(site, request.query_params.get("game"))
    draft = model.Draft(Form([("game", game.id), *_defaults(site)]))
    return _page(request, site, game, draft)


async def create(request: Request) -> Response:
    """``POST /new``: begin the match, or show the form again with its errors."""
    site = site_of(request)
    form = await read_form(request)
    game = _game(site, form.text("game"))
    t = site.translator_in(site.translator(request.scope).lang, game.texts_dir)
    draft = model.Draft(form)
    seats = model.seats_of(draft, t)
    level = model.choice_of(draft, "level", game.levels, t, game.default_level)
    lang = model.choice_of(draft, "lang", LANGUAGES, t, LANGUAGES[0])
    ruleset = model.ruleset_of(draft, site.hub, game, t)
    setup = model.setup_of(draft)
    seats = model.begin_with(draft, seats, setup, any(spec.path == model.START for spec in game.paths))
    if site.hub.table is not None and not site.hub.table.view().finished and not form.text("replace"):
        draft.errors["replace"] = t.ui("new.error.running")
    if draft.errors:
        return _page(request, site, game, draft, 422)
    if form.text("numbers") == "typed" and not form.text("sure") and (found := doubts_of(site.hub, game.id, t)):
        draft.errors["sure"] = " ".join(said for _, said in found)
        draft.missing = found[0][0]
        return _page(request, site, game, draft, 422)
    proxy = form.text("numbers") == PROXY if game.printed.fields and form.text("numbers") else None
    result = site.hub.start(game.id, seats, level=level, ruleset=ruleset, setup=setup, proxy=proxy)
    if isinstance(result, Refused):
        if result.code == "bad-players":
            draft.errors["names"] = model.players_error(result, model.most_players(site.hub, game), t)
        else:
            draft.errors[model.field_of(result)] = refusal_notice(result, t).text
            draft.missing = str(result.args.get("card", "")) if result.code == model.NUMBERS_MISSING else ""
        return _page(request, site, game, draft, 422)
    site.hub.store.settings.set(LAST_GAME, game.id)
    site.hub.set_language(lang)
    answer = RedirectResponse("/table", 303)
    answer.set_cookie(LANG_COOKIE, lang, max_age=31_536_000, path="/", samesite="strict", httponly=True)
    return answer


def _defaults(site: Site) -> list[tuple[str, str]]:
    """Return the defaults of a new match that were given on the command line."""
    kept = site.hub.store.settings.get("defaults", None)
    if not isinstance(kept, dict):
        return []
    rules = [(f"rule-{name}", str(value).lower()) for name, value in (kept.get("ruleset") or {}).items()]
    return [*rules, ("level", kept["level"])] if kept.get("level") else rules


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


def _page(request: Request, site: Site, game: Game, draft: model.Draft, status: int = 200) -> Response:
    lang = site.translator(request.scope).lang
    t = site.translator_in(lang, game.texts_dir)
    villains = tuple(facts for facts in game.catalog.kinds.values() if facts.zone in VILLAIN_ZONES)
    table = site.hub.table
    return site.page(
        request,
        "new",
        status=status,
        translator=t,
        game=game,
        games=tuple((each.id, each.title.get(lang, each.id)) for each in site.hub.games.values()),
        draft=draft,
        rows=range(1, min(model.ROWS, model.most_players(site.hub, game)) + 1),
        numbers=model.numbers_of(site.hub, game),
        options=site.hub.options(game.id),
        villains=tuple((facts.kind, t.name(facts.kind)) for facts in villains),
        rules_open=any(name.startswith("rule-") for name in draft.errors),
        away=archived_of(site.hub, t),
        occupied=table is not None and not table.view().finished,
    )


ROUTES: Final = (Route("/new", show), Route("/new", patient(counted_once(create)), methods=["POST"]))
