"""The shared state of all routes: the hub, the templates, and how pages and fragments are made for one viewer."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import Scope

from lairkeeper.core.pieces import SHARED
from lairkeeper.core.result import Refused
from lairkeeper.i18n import all_languages, spoken
from lairkeeper.statistics import Book
from lairkeeper.table.replay import finder_among

from . import panels, screens
from .access.gate import Gate
from .access.guests import Guests
from .access.roles import CallerRole, caller_of
from .access.short_codes import ShortCodes
from .api.state import ApiState
from .app_texts import texts_for
from .assets import Assets
from .compiled import COMPILED
from .errors import PageError
from .feed import Feed
from .grounds import bar_colours
from .lan import Lan
from .limits import Streams
from .page_values import PageValues
from .part import Part
from .screen import STATIC
from .screens import all_screens, navigation, paths
from .seat_codes import SeatKeys
from .sketches import Sketches, remembered
from .survey_watch import SurveyWatch
from .translator import THEMES, Translator, language_of, senses_of, theme_of

if TYPE_CHECKING:
    from lairkeeper.table import Hub, Table
    from lairkeeper.table.join_requests import JoinRequest

HERE: Final = Path(__file__).parent
FONTS: Final = ("fonts/inter-5.3.0-latin.woff2", "fonts/alegreya-5.3.0-latin.woff2")
"""The fonts that every page needs at once; the other files of static/fonts are fetched where a text asks for them."""

SPARE_S: Final = 0.02
"""Seconds for which finished matches are read at once while nothing else is due."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message over the page. ``force`` holds the fields of a refused command that the table may insist on.

    With ``disk`` it goes by itself when the disk takes everything again; with ``log`` when the match has gone on.
    """

    kind: str
    text: str
    cite: str = ""
    force: tuple[tuple[str, str], ...] = ()
    disk: bool = False
    log: str = ""


class Site:
    """The web room's own state: nothing but templates, a name for this run, and the event that ends streams."""

    def __init__(self, hub: Hub, stop: asyncio.Event | None = None, gate: Gate | None = None) -> None:
        self.hub = hub
        self.gate = gate or Gate(Guests(hub.store.settings, lambda: hub.wall))
        self.guests, self.codes = self.gate.guests, ShortCodes()
        self.stop = stop or asyncio.Event()
        self.run = secrets.token_hex(4)
        # Where a page shows its forms' token: parts are made once for all viewers. The dot makes it no token itself.
        self._mark = f".{secrets.token_hex(8)}"
        self.streams = Streams()
        self.lan = Lan(self.stop, hub.troubles.network)
        self.guests.on_end(self.streams.end)
        hub.joining.let_in = self._let_in
        self.looking = SurveyWatch(hub.devices.survey)
        self.keys = SeatKeys(hub.store.settings)
        self.api = ApiState(hub)
        self._singles: dict[str, tuple[int, frozenset[str]]] = {}
        self._log_at: tuple[int, int] | None = None
        self._logs = 0
        self._watching: list[Callable[[], None]] = []
        self.answers: Counter[str] = Counter()
        """Answers to forms by page: fragments that went past the streams, which then do not know what a page shows."""
        self._made: dict[tuple[str, str, str], tuple[tuple[object, ...], str]] = {}
        self._values: dict[str, PageValues] = {}
        self._values_of = -1
        self._feeds: dict[tuple[str, str], tuple[Feed, ...]] = {}
        own_files = (each.static for each in all_screens().values() if each.static.is_dir())
        self.assets = Assets((HERE / STATIC, *own_files))
        self.env = jinja2.Environment(
            loader=jinja2.FileSystemLoader([HERE / "templates", *screens.__path__]),
            autoescape=True,
            auto_reload=False,
            undefined=jinja2.StrictUndefined,
            bytecode_cache=COMPILED,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.env.globals.update(
            file=self.assets.address,
            languages=_language_names(),
            spoken=spoken,
            fonts=FONTS,
            once=self._mark,
            remembered=remembered,
        )

        self._sketches = Sketches(self.env)
        self.book = Book(hub.store, finder_among(hub.games), lambda: _ended(hub))
        hub.spare = lambda: self.book.read_on(SPARE_S)

    @property
    def since(self) -> str:
        """The id of the state that a page shows: this run of the host and the hub's version."""
        return f"{self.run}-{self.hub.version}"

    @property
    def log(self) -> str:
        """Return the id of the match and its log as they are now: what was said before they changed may not be true."""
        table = self.hub.table
        at = (table.match, len(table.history)) if table is not None else None
        if at != self._log_at:
            self._log_at, self._logs = at, self._logs + 1
        return f"{self.run}-{self._logs}"

    def _let_in(self, asked: JoinRequest) -> None:
        """Let a device in that somebody at the table has confirmed. Raises ``StoreError``; then it stays outside."""
        self.guests.let_in(asked.key_hash, CallerRole(asked.role), asked.seat, asked.device)

    def tell(self) -> None:
        """Wake the live pages although the match has not changed: a seat's page was opened or closed."""
        for callback in tuple(self._watching):
            callback()

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back at each ``tell``; returns the way to stop that."""
        self._watching.append(callback)
        return lambda: self._watching.remove(callback)

    def translator(self, scope: Scope) -> Translator:
        """Return the texts in the viewer's language, with those of the running game.

        Without a match: those of the game that is enrolled, or of all games. Their pieces have names before any match.
        """
        return self.translator_in(self.language(scope))

    def language(self, scope: Scope) -> str:
        """Return the viewer's language from ``language_of``, with the setting ``language`` as the usual one."""
        usual = self.hub.store.settings.get("language", None)
        return language_of(scope, usual if isinstance(usual, str) else None)

    def translator_in(self, lang: str, *folders: Traversable) -> Translator:
        """Return the texts in ``lang`` with those of ``folders``, by default the folders that ``translator`` takes."""
        folders = folders or self._texts()
        texts = texts_for(lang, *folders)
        game = next((each for each in self.hub.games.values() if each.texts_dir in folders), None)
        roles = self.hub.trial.zones
        if game is None:
            return Translator(texts, single=self._single(SHARED), roles=roles)
        own = self.hub.names.of(game.id, lang)
        missing = self.hub.names.missing(game, lang) - own.keys()
        single = self._single(SHARED) | self._single(game.id)
        seats = self.hub.table.header.seats if self.hub.table is not None else ()
        return Translator(texts.renamed(own) if own else texts, missing, single, seats, roles)

    def _texts(self) -> tuple[Traversable, ...]:
        games = self.hub.games
        if self.hub.table is not None:
            return (self.hub.table.game.texts_dir,)
        if self.hub.enrol is not None and self.hub.enrol.game in games:
            return (games[self.hub.enrol.game].texts_dir,)
        return tuple(each.texts_dir for each in games.values())

    def _single(self, game: str) -> frozenset[str]:
        """Kinds of which the box holds one piece alone."""
        version, found = self._singles.get(game, (-1, frozenset()))
        if version != self.hub.numbers.version:
            found = frozenset(kind for kind, copies in self.hub.stock(game).copies.items() if copies == 1)
            self._singles[game] = (self.hub.numbers.version, found)
        return found

    def values(self, lang: str) -> PageValues:
        """Return what pages in ``lang`` share as long as the hub stays as it is now."""
        table, version = self.hub.table, self.hub.version
        if self._values_of != version:
            self._values_of, self._values = version, {}
        if lang not in self._values:
            view = next((each.view for each in self._values.values()), None) or (table.view() if table else None)
            self._values[lang] = PageValues(self.hub, self.translator_in(lang), view, self.lan)
        return self._values[lang]

    def context(self, page: str, t: Translator) -> dict[str, Any]:
        """Return the values for all parts of ``page``, made from what the table may know."""
        values = panels.context(self.hub, page, t, self.lan)
        return {"t": t, "page": page, "path": paths().get(page, "/"), "log_at": self.log, **values}

    def fragments(self, page: str, lang: str, parts: Collection[str] | None = None) -> dict[str, str]:
        """Live parts of ``page`` (all, if none are named) by their element's id; made once for all who look at them."""
        wanted = {part.name: part for part in panels.parts_of(page, parts)}
        stamps = {name: part.stamp(self.hub) for name, part in wanted.items()}
        made = {name: self._made.get((page, lang, name)) for name in wanted}
        stale = [name for name in wanted if (old := made[name]) is None or old[0] != stamps[name]]
        context = self._around(page, self.values(lang), [wanted[name] for name in stale]) if stale else {}
        for name in stale:
            html = self._sketches.html(wanted[name], page, lang, context, self.part)
            self._made[page, lang, name] = made[name] = (stamps[name], html)
        return {name: each[1] for name, each in made.items() if each is not None}

    def _around(self, page: str, values: PageValues, parts: Sequence[Part]) -> dict[str, Any]:
        return {"t": values.t, "page": page, "path": paths().get(page, "/"), "log_at": self.log, **values.of(parts)}

    def feeds(self, page: str, lang: str) -> tuple[Feed, ...]:
        """Return the feeds of a page in one language: one of its quick parts, and one of each slow part."""
        if (page, lang) not in self._feeds:
            self._feeds[page, lang] = tuple(
                Feed(self.hub, page, names, partial(self.fragments, page, lang, names))
                for names in panels.in_order(page)
            )
        return self._feeds[page, lang]

    def page(
        self,
        request: Request,
        name: str,
        *,
        template: str | None = None,
        notice: Notice | None = None,
        status: int = 200,
        translator: Translator | None = None,
        **more: Any,
    ) -> Response:
        """Return a whole page in the viewer's language and theme; ``template`` draws a page that is no screen."""
        t = translator or self.translator(request.scope)
        theme = theme_of(request.scope)
        since, screen = self.since, all_screens().get(name)
        context = self.context(name, t) | {
            "nav": [each for each in navigation(self.hub) if self.gate.may(caller_of(request.scope), "GET", each[1])],
            "caller": caller_of(request.scope),
            "secure": request.url.scheme == "https",
            "theme": theme,
            "bars": bar_colours(theme),
            "senses": senses_of(request.scope),
            "next_theme": THEMES[(THEMES.index(theme) + 1) % len(THEMES)],
            "since": since,
            "status": status,
            "live": True,
            "notice": notice,
            "heading": self._heading(t),
            "title": f"{t.ui(f'nav.{name}')} · Lairkeeper" if f"ui.nav.{name}" in t.texts else "Lairkeeper",
        }
        context |= screen.fixed(request) if screen is not None else {}
        body = self.env.get_template(template or f"{name}/page.html").render(context | more)
        return HTMLResponse(body.replace(self._mark, secrets.token_urlsafe(12)), status)

    def outside(self, request: Request, template: str, status: int = 200, **more: Any) -> Response:
        """Return a page for somebody who is not let in: it tells nothing of any match but what ``more`` holds."""
        t, theme = self.translator_in(self.language(request.scope)), theme_of(request.scope)
        values = {
            "t": t, "theme": theme, "bars": bar_colours(theme), "senses": (), "status": status, "live": False,
            "next_theme": THEMES[(THEMES.index(theme) + 1) % len(THEMES)], "path": "/join", "page": "join",
            "title": "Lairkeeper", "notice": None, "nav": (), "secure": False,
        }  # fmt: skip
        body = self.env.get_template(template).render(values | more)
        return HTMLResponse(body.replace(self._mark, secrets.token_urlsafe(12)), status)

    def _heading(self, t: Translator) -> str:
        """Return the game's title and what is tracked of the game."""
        table = self.hub.table
        if table is None:
            return "Lairkeeper"
        level = t.say("level", table.view().level)
        return f"{table.game.title.get(t.lang, table.game.id)} — {level}"

    def done(self, request: Request, page: str, notice: Notice | None = None, status: int = 200) -> Response:
        """Return the answer to a form: for our script the new fragments, otherwise the page (again).

        ``at`` tells the script how old the fragments are: the stream may have overtaken them on their way.
        """
        if wants_json(request):
            t, at = self.translator(request.scope), self.since
            fragments = self.fragments(page, t.lang)
            self.answers[page] += 1
            fragments["notice"] = self.notice(page, t, notice)
            return JSONResponse({"fragments": fragments, "at": at}, status)
        if notice is None:
            back = all_screens()[page].back
            return RedirectResponse(back(request) if back is not None else paths()[page], 303)
        shown = page if all_screens()[page].redrawn else "table"
        return self.page(request, shown, notice=notice, status=status)

    def go(self, request: Request, page: str) -> Response:
        """Return the answer to a form that continues on another page."""
        if wants_json(request):
            return JSONResponse({"go": paths()[page]})
        return RedirectResponse(paths()[page], 303)

    def notice(self, page: str, t: Translator, notice: Notice | None) -> str:
        """Return the notice as a fragment; without one it is empty and hidden."""
        return self.part("parts/notice.html", {"t": t, "page": page, "path": paths()[page], "notice": notice})

    def part(self, template: str, values: Mapping[str, Any]) -> str:
        """Return a part as ``template`` draws it."""
        return self.env.get_template(template).render(values).strip()

    def refused(
        self, request: Request, page: str, refusal: Refused, force: tuple[tuple[str, str], ...] = ()
    ) -> Response:
        """Return the answer to a refused command: why, by which rule, and how to insist where that is possible."""
        notice = refusal_notice(refusal, self.translator(request.scope), force)
        return self.done(request, page, replace(notice, log=self.log), 409)


def refusal_notice(refusal: Refused, t: Translator, force: tuple[tuple[str, str], ...] = ()) -> Notice:
    """Return a refusal in words."""
    cite = t.ui("now.rule", rule=t.say("rule", refusal.cite)) if refusal.cite else ""
    return Notice("bad", t.say("refusal", refusal.code, refusal.args), cite, force if refusal.forcible else ())


def site_of(request: Request) -> Site:
    """Return the site that ``create_app`` made for this request's app."""
    site: Site = request.app.state.site
    return site


def page_named(fields: Mapping[str, str]) -> str:
    """Return the page that a form came from; an unknown one counts as the table."""
    page = fields.get("page", "table")
    return page if page in paths() else "table"


def running(site: Site) -> Table:
    """Return the running match; raise ``PageError`` 409 when no match runs."""
    if site.hub.table is None:
        raise PageError(409, "no-match")
    return site.hub.table


def wants_json(request: Request) -> bool:
    """Return True when our script asks, which wants fragments instead of a page."""
    return "application/json" in request.headers.get("accept", "")


def _ended(hub: Hub) -> object:
    """Return something else whenever a match may have ended, gone or come back, or people were merged."""
    table = hub.table
    over = (table.match, len(table.history)) if table is not None and table.history.state.finished else None
    return hub.matches.version, hub.people.version, over


def _language_names() -> tuple[tuple[str, str], ...]:
    """Return the code of each language with its name for itself."""
    return tuple((each.id, each.name) for each in all_languages().values())
