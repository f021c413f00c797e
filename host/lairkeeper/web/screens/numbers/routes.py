"""The page of printed numbers: one form a kind, a file to share, a file to take over."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.core.printed import Problem
from lairkeeper.table import NumberFileError

from ...errors import PageError
from ...forms import LONG_VALUE, Form, read_form
from ...patience import patient
from ...pieces import doubts_of
from ...site import Notice, Site, site_of
from . import model


async def show(request: Request) -> Response:
    """``GET /numbers?game=&kind=``: what is typed, and the form of one kind (the next that lacks numbers)."""
    site = site_of(request)
    wanted = request.query_params.get("game")
    if wanted is None and not any(game.printed.fields for game in site.hub.games.values()):
        return site.page(request, "numbers", kind="", title=site.translator(request.scope).ui("numbers.title"))
    return _page(request, site, _game(site, wanted), request.query_params.get("kind"))


async def save(request: Request) -> Response:
    """``POST /numbers``: keep the fields of one ``kind``, or ``forget`` them."""
    site = site_of(request)
    form = await read_form(request)
    game, kind = _game(site, form.need("game")), form.need("kind")
    fields = site.hub.printed(game).fields.get(kind)
    if fields is None:
        raise PageError(400, "unknown-kind", {"piece": kind[:40]})
    if form.text("forget"):
        site.hub.pieces.forget_numbers(game, kind)
        return RedirectResponse(f"/numbers?game={game}&kind={kind}", 303)
    given = {each.name: form.get(f"field-{each.name}", "") for each in fields}
    t = site.translator_in(site.translator(request.scope).lang, site.hub.games[game].texts_dir)
    said = {each.name: model.plain(each, given[each.name], t) for each in fields}
    problem = site.hub.pieces.set_numbers(game, kind, said)
    if problem is not None:
        return _page(request, site, game, kind, given, problem)
    more = model.next_missing(site.hub, game, kind)
    return RedirectResponse(f"/numbers?game={game}&kind={more or kind}", 303)


async def download(request: Request) -> Response:
    """``GET /numbers/file?game=&form=toml|json|csv``: what was typed, to keep or to share; csv: a sheet to fill in."""
    site = site_of(request)
    game = _game(site, request.query_params.get("game"))
    if request.query_params.get("form") == "csv":
        t = site.translator_in(site.language(request.scope), site.hub.games[game].texts_dir)
        sheet = site.hub.pieces.number_sheet(game, model.sheet_words(site.hub, game, t))
        name = {"content-disposition": f'attachment; filename="{game}-numbers.csv"'}
        return Response(sheet, media_type="text/csv", headers=name)
    form = "json" if request.query_params.get("form") == "json" else "toml"
    kind = "application/json" if form == "json" else "application/toml"
    name = {"content-disposition": f'attachment; filename="{game}-numbers.{form}"'}
    return Response(site.hub.pieces.export_numbers(game, form), media_type=kind, headers=name)


async def check(request: Request) -> Response:
    """``GET /numbers/check?game=&kind=&field-…``: what is wrong with each field as it is typed, and what is missing."""
    site = site_of(request)
    game, kind = _game(site, request.query_params.get("game")), request.query_params.get("kind", "")
    fields = site.hub.printed(game).fields.get(kind)
    if fields is None:
        raise PageError(404, "unknown-kind", {"piece": kind[:40]})
    t = site.translator_in(site.language(request.scope), site.hub.games[game].texts_dir)
    given = {each.name: request.query_params.get(f"field-{each.name}", "")[:200] for each in fields}
    missing = model.lacking(site.hub, game, kind, given, t)
    said = t.ui("numbers.lacks", fields=", ".join(missing)) if missing else t.ui("numbers.ready")
    return JSONResponse({"fields": model.checked(site.hub, game, kind, given, t), "missing": said})


async def take_over(request: Request) -> Response:
    """``POST /numbers/import``: the ``text`` of a file; with ``replace`` it wins over what was typed here."""
    site = site_of(request)
    form = await read_form(request, LONG_VALUE)
    t = site.translator(request.scope)
    game = _game(site, form.text("game"))
    words = site.translator_in(t.lang, site.hub.games[game].texts_dir)
    try:
        report = site.hub.pieces.import_numbers(
            form.need("text"),
            replace=bool(form.text("replace")),
            plain=lambda field, text: model.plain(field, text, words),
        )
    except NumberFileError as error:
        return _page(request, site, game, None, notice=Notice("bad", t.say("number-file", error.code, error.values)))
    if report.refused:
        t = site.translator_in(t.lang, site.hub.games[report.game].texts_dir)
        wrong = model.said_of(report, site.hub.printed(report.game), t)
        notice = Notice("bad", t.ui("numbers.not-taken", n=len(wrong)))
        return _page(request, site, report.game, None, notice=notice, wrong=wrong)
    said = t.ui("numbers.taken", n=report.new + report.changed, unchanged=report.unchanged)
    return _page(request, site, report.game, None, notice=Notice("good", said))


def _game(site: Site, wanted: str | None) -> str:
    games = [id for id, game in site.hub.games.items() if game.printed.fields]
    if wanted is None and games:
        table = site.hub.table
        return table.game.id if table is not None and table.game.id in games else games[0]
    if wanted not in games:
        raise PageError(400, "unknown-game", {"game": (wanted or "")[:40]})
    return wanted


def _page(
    request: Request, site: Site, game: str, kind: str | None, given: Form | dict[str, str] | None = None,
    problem: Problem | None = None, notice: Notice | None = None, wrong: tuple[str, ...] = (),
) -> Response:  # fmt: skip
    hub = site.hub
    t = site.translator_in(site.translator(request.scope).lang, hub.games[game].texts_dir)
    fields = hub.printed(game).fields
    if kind is not None and kind not in fields:
        raise PageError(404, "unknown-kind", {"piece": kind[:40]})
    kind = kind or model.next_missing(hub, game) or next(iter(fields))
    groups = model.groups_of(hub, game, t)
    inputs = model.inputs_of(hub, game, kind, t, given, problem)
    missing = model.lacking(hub, game, kind, {each.name: each.value for each in inputs}, t)
    bad = problem is not None or (notice is not None and notice.kind == "bad")
    return site.page(
        request,
        "numbers",
        status=422 if bad else 200,
        translator=t,
        notice=notice,
        title=f"{t.ui('numbers.title')} · Lairkeeper",
        game=game,
        games=tuple(model.games_of(hub, t)),
        kind=kind,
        card=t.name(kind),
        sign=model.card_of(hub, game, kind, t),
        inputs=inputs,
        missing=missing,
        wrong=wrong,
        typed=kind in hub.numbers.of(game),
        groups=groups,
        progress=model.progress_of(groups),
        doubts=doubts_of(hub, game, t),
    )


IMPORT: Final = "/numbers/import"
ROUTES: Final = (
    Route("/numbers", show),
    Route("/numbers", patient(save), methods=["POST"]),
    Route("/numbers/check", check),
    Route("/numbers/file", download),
    Route(IMPORT, patient(take_over), methods=["POST"]),
)
