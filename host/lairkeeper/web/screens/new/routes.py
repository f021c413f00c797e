"""The set-up page: who plays what by which rules. Every field is checked, every error stands beside its field."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.core.ids import LONGEST_NAME, RESERVED_NAMES, folded, is_seat_name, length_of, visible
from lairkeeper.core.pieces import SEATS
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
from ...translator import LANG_COOKIE, Translator

if TYPE_CHECKING:
    from lairkeeper.table import Game

ROWS: Final = SEATS
LAST_GAME: Final = "last-game"
"""The setting that keeps which game was begun last."""
MOST_PLAYERS: Final = "most-players"
"""The house rule of a game that more may play than its box says."""
VILLAIN_ZONES: Final = frozenset({"super-villains", "villains"})
"""Sorts of pieces of which each player plays one."""
NUMBERS_MISSING: Final = "numbers-missing"
"""The refusal of every game whose printed numbers are typed for too few cards."""
START: Final = "start"
"""The set-up path of a game that can be begun by any seat; in others the first seat begins."""


@dataclass(slots=True)
class Draft:
    """A form as it was typed, with its errors by field name."""

    form: Form
    errors: dict[str, str] = field(default_factory=dict)
    missing: str = ""
    """The kind of card whose printed numbers are to be typed or looked at."""

    def value(self, name: str, default: str = "") -> str:
        """Return the field ``name`` as it was typed; ``default`` when it is absent."""
        return self.form.get(name, default)


async def show(request: Request) -> Response:
    """``GET /new``; ``?game=`` chooses the game whose options are shown."""
    site = site_of(request)
    game = _game(site, request.query_params.get("game"))
    draft = Draft(Form([("game", game.id), *_defaults(site)]))
    return _page(request, site, game, draft)


async def create(request: Request) -> Response:
    """``POST /new``: begin the match, or show the form again with its errors."""
    site = site_of(request)
    form = await read_form(request)
    game = _game(site, form.text("game"))
    t = site.translator_in(site.translator(request.scope).lang, game.texts_dir)
    draft = Draft(form)
    seats = _seats(draft, t)
    level = _choice(draft, "level", game.levels, t, game.default_level)
    lang = _choice(draft, "lang", LANGUAGES, t, LANGUAGES[0])
    ruleset = _ruleset(draft, site, game, t)
    setup = _setup(draft)
    seats = _begin_with(draft, seats, setup, any(spec.path == START for spec in game.paths))
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
            draft.errors["names"] = _players_error(result, _most(site, game), t)
        else:
            draft.errors[_field_of(result)] = refusal_notice(result, t).text
            draft.missing = str(result.args.get("card", "")) if result.code == NUMBERS_MISSING else ""
        return _page(request, site, game, draft, 422)
    site.hub.store.settings.set(LAST_GAME, game.id)
    site.hub.set_language(lang)
    answer = RedirectResponse("/", 303)
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


def _seats(draft: Draft, t: Translator) -> tuple[str, ...]:
    seats: list[str] = []
    for row in range(1, ROWS + 1):
        name = _name(draft, row)
        if not name:
            continue
        if not is_seat_name(name):
            draft.errors[f"name-{row}"] = _name_error(name, t)
        elif folded(name) in {folded(seat) for seat in seats}:
            draft.errors[f"name-{row}"] = t.ui("new.error.name-twice", name=name)
        elif folded(name) in RESERVED_NAMES:
            draft.errors[f"name-{row}"] = t.ui("new.error.name-reserved", name=name)
        else:
            seats.append(name)
    return tuple(seats)


def _name(draft: Draft, row: int) -> str:
    """Return the name that was typed in a row, with its accents composed.

    One keyboard sends them in one piece, another in two.
    """
    return unicodedata.normalize("NFC", draft.form.text(f"name-{row}") or "")


def _name_error(name: str, t: Translator) -> str:
    """Return the error text for a bad name, with a similar name that is allowed where there is one."""
    better = visible(name)
    while length_of(better) > LONGEST_NAME or (better and not is_seat_name(better)):
        better = better[:-1].strip()
    if length_of(name) > LONGEST_NAME:
        return t.ui("new.error.name-long", most=LONGEST_NAME, better=better)
    return t.ui("new.error.name", better=better) if better else t.ui("new.error.name-chars")


def _choice(draft: Draft, name: str, allowed: tuple[str, ...], t: Translator, default: str) -> str:
    value = draft.form.text(name) or default
    if value not in allowed:
        draft.errors[name] = t.ui("new.error.choice", allowed=", ".join(allowed))
    return value


def _ruleset(draft: Draft, site: Site, game: Game, t: Translator) -> dict[str, Any]:
    """Return the options that differ from their defaults, each in its own type."""
    chosen: dict[str, Any] = {}
    for spec in site.hub.options(game.id):
        text = draft.form.text(f"rule-{spec.name}")
        if text is None:
            continue
        value = _typed(spec, text)
        if value is None:
            draft.errors[f"rule-{spec.name}"] = t.ui("new.error.choice", allowed=spec.allowed)
        elif value != spec.default:
            chosen[spec.name] = value
    return chosen


def _typed(spec: Any, text: str) -> Any:
    """Return the value of an option in its own type; None when it is out of bounds."""
    for choice in spec.choices:
        if text == str(choice).lower():
            return choice
    if spec.choices:
        return None
    if spec.optional and text == "none":
        return "none"
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return None
    number = int(text)
    return number if (spec.low is None or spec.low <= number) and (spec.high is None or number <= spec.high) else None


def _setup(draft: Draft) -> dict[str, str]:
    """Return the set-up that was chosen beforehand: one villain for each seat."""
    return {
        f"villain.{name}": villain
        for row in range(1, ROWS + 1)
        if (name := _name(draft, row)) and (villain := draft.form.text(f"villain-{row}"))
    }


def _begin_with(draft: Draft, seats: tuple[str, ...], setup: dict[str, str], anybody: bool) -> tuple[str, ...]:
    """Let the chosen player begin: by the set-up where ``anybody`` may, otherwise by seating them first."""
    start = draft.value("start", "1")
    first = _name(draft, int(start)) if start in map(str, range(1, ROWS + 1)) else ""
    if first not in seats or first == seats[0]:
        return seats
    if anybody:
        setup[START] = first
        return seats
    at = seats.index(first)
    return seats[at:] + seats[:at]


def _field_of(refusal: Refused) -> str:
    """Return the name of the field that a refusal of the rules is about."""
    if refusal.code == NUMBERS_MISSING:
        return "numbers"
    option = refusal.args.get("option")
    return f"rule-{option}" if isinstance(option, str) else "form"


def _most(site: Site, game: Game) -> int:
    """How many may play with every house rule on."""
    found = (spec.high or 0 for spec in site.hub.options(game.id) if spec.name == MOST_PLAYERS)
    return max(game.players[1], *found, 0)


def _players_error(refusal: Refused, most: int, t: Translator) -> str:
    """Too few or too many, and the house rule that would let so many play."""
    have, low, high = (refusal.args[name] for name in ("have", "low", "high"))
    if high < have <= most:
        rule = t.say("ruleset", MOST_PLAYERS)
        return t.ui("new.error.players-rule", n=have, low=low, high=high, most=most, rule=rule)
    return t.ui("new.error.players", n=have, low=low, high=high)


def _numbers(site: Site, game: Game) -> tuple[str, ...]:
    """Which numbers the match may be played with, the usual ones first; none where all are public."""
    if not game.printed.fields:
        return ()
    return ("typed", PROXY) if site.hub.numbers.of(game.id) else (PROXY,)


def _page(request: Request, site: Site, game: Game, draft: Draft, status: int = 200) -> Response:
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
        rows=range(1, min(ROWS, _most(site, game)) + 1),
        numbers=_numbers(site, game),
        options=site.hub.options(game.id),
        villains=tuple((facts.kind, t.name(facts.kind)) for facts in villains),
        rules_open=any(name.startswith("rule-") for name in draft.errors),
        away=archived_of(site.hub, t),
        occupied=table is not None and not table.view().finished,
    )


ROUTES: Final = (Route("/new", show), Route("/new", patient(counted_once(create)), methods=["POST"]))
