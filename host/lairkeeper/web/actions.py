"""The forms of shared parts: commands, answers, undo and redo by click or key, the to-do list, archived matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.core.command import Command
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Offer, Refused
from lairkeeper.store import StoreError
from lairkeeper.table.errors import TableError

from .access.gate import PLAYERS, TABLE_ROLES, Allowed
from .access.moves import may_answer, may_redo, may_send, may_undo
from .access.roles import caller_of
from .commands import fields_of
from .errors import PageError
from .forms import Form, read_form
from .once import counted_once
from .parts.todo import lines_in
from .patience import patient
from .site import Site, page_named, running, site_of
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Table

WHO = "page"
"""The name under which the log keeps what was done by click or key."""


async def act(request: Request) -> Response:
    """``POST /act``: one command, or the question that it raises.

    ``card`` may be a component, a kind, or a name as shown.
    """
    site = site_of(request)
    form = await read_form(request)
    table = running(site)
    command = command_of(form, table, site.translator(request.scope))
    if not may_send(caller_of(request.scope), command, table):
        raise PageError(403, "not-your-move")
    return _answer(request, site, form, table.press(command, WHO), fields_of(command))


def command_of(form: Form, table: Table, t: Translator, possible: Iterable[Offer] | None = None) -> Command:
    """Return the command in a form; the rules judge it. ``possible``: what it may mean, where that is not now.

    Raises ``PageError`` 400 when the form lacks ``move`` or has a bad number.
    """
    by = form.text("by")
    move = form.need("move")
    if possible is None:
        # Judged by all that the app has read: a name that was typed is understood, and tells nothing.
        possible = table.game.possible(table.history.state, TABLE)
    return Command(
        move=move,
        by=by,
        card=_card(
            form.text("card"),
            move,
            by,
            table.game.possible(table.history.state, TABLE) if possible is None else possible,
            t,
        ),
        target=form.text("target"),
        amount=form.number("amount", -9999, 9999),
        option=form.text("option"),
        prompt=form.number("prompt", 0, 999_999_999),
        force=form.text("force"),
    )


def _card(text: str | None, move: str, by: str | None, possible: Iterable[Offer], t: Translator) -> str | None:
    """Return the first copy of a name or kind with which the move is allowed.

    Any other text stays as it is.
    """
    if text is None:
        return None
    wanted = text.casefold()
    for offer in possible:
        command = offer.command
        if offer.refusal or command.move != move or command.card is None or (by and command.by not in (by, None)):
            continue
        kind = command.card.partition("#")[0]
        if wanted in (command.card, kind, t.copy(command.card).casefold(), t.name(kind).casefold()):
            return command.card
    return text


async def answer(request: Request) -> Response:
    """``POST /answer``: one option of the open question."""
    site = site_of(request)
    form = await read_form(request)
    table = running(site)
    question, option = form.number("question", 0, 999_999_999), form.number("option", 0, 99)
    if question is None or option is None:
        raise PageError(400, "missing-field", {"field": "question, option"})
    open_now = next((each for each in table.questions if each.id == question), None)
    if open_now is None or option >= len(open_now.options):
        raise PageError(409, "stale-question")
    if not may_answer(caller_of(request.scope), open_now.options[option]):
        raise PageError(403, "table-decides")
    enrols = open_now.options[option].action == "enrol"
    result = table.answer(question, option, WHO)
    return site.go(request, "tags") if enrols else _answer(request, site, form, result)


async def undo(request: Request) -> Response:
    """Answer ``POST /undo``: take back the last ``n`` commands, by default one."""
    site = site_of(request)
    form = await read_form(request)
    table, n = running(site), form.number("n", 1, 9999) or 1
    caller = caller_of(request.scope)
    if not may_undo(caller, table) or (n > 1 and not caller.runs_table):
        raise PageError(403, "not-your-undo")
    return _answer(request, site, form, table.undo(n, WHO))


async def back(request: Request) -> Response:
    """``POST /back``: everything after line ``n`` of the log is to be taken back; it is asked first."""
    site = site_of(request)
    form = await read_form(request)
    return _answer(request, site, form, running(site).back_to(form.need_number("n", 0, 999_999_999), WHO))


async def todo(request: Request) -> Response:
    """``POST /todo``: a row of the list is done, or ``all`` of it."""
    site = site_of(request)
    form = await read_form(request)
    table, text = running(site), form.need("lines")
    lines = lines_in(text)
    if text == "all":
        table.all_done()
    elif lines is None or not table.tick(lines):
        raise PageError(409, "stale-line")
    return site.done(request, page_named(form))


async def save(request: Request) -> Response:
    """``POST /save``: the database file has gone, and what was kept is to be written to a new one."""
    site = site_of(request)
    form = await read_form(request)
    try:
        await site.hub.save_elsewhere()
    except StoreError as error:  # it is about the new file: what the pages say of the old one stays
        raise PageError(
            503, "store", {"why": site.translator(request.scope).say("trouble", error.code, error.values)}
        ) from None
    return site.done(request, page_named(form))


async def redo(request: Request) -> Response:
    """Answer ``POST /redo``: bring back all that the last undo took back."""
    site = site_of(request)
    form = await read_form(request)
    table = running(site)
    if not may_redo(caller_of(request.scope), table):
        raise PageError(403, "not-your-undo")
    return _answer(request, site, form, table.redo(WHO))


async def resume(request: Request) -> Response:
    """``POST /resume``: resume the match of that number and archive the one on the table."""
    site = site_of(request)
    form = await read_form(request)
    try:
        site.hub.resume(form.need_number("match", 1, 999_999_999))
    except TableError as error:
        why = site.translator(request.scope).say("trouble", error.code, error.values)
        raise PageError(409, "cannot-resume", {"why": why}) from None
    return RedirectResponse("/table", 303)


def _answer(
    request: Request, site: Site, form: Form, result: object, force: tuple[tuple[str, str], ...] = ()
) -> Response:
    page = page_named(form)
    if isinstance(result, Refused):
        return site.refused(request, page, result, force)
    return site.done(request, page)


ALLOWED: Final = {
    **dict.fromkeys(("/act", "/answer", "/undo", "/redo"), Allowed(send=PLAYERS)),
    **dict.fromkeys(("/back", "/todo", "/resume"), Allowed(send=TABLE_ROLES)),
}
ROUTES: Final = (
    Route("/act", patient(counted_once(act)), methods=["POST"]),
    Route("/answer", patient(counted_once(answer)), methods=["POST"]),
    Route("/undo", patient(counted_once(undo)), methods=["POST"]),
    Route("/redo", patient(counted_once(redo)), methods=["POST"]),
    Route("/back", patient(counted_once(back)), methods=["POST"]),
    Route("/save", patient(save), methods=["POST"]),
    Route("/todo", patient(counted_once(todo)), methods=["POST"]),
    Route("/resume", patient(counted_once(resume)), methods=["POST"]),
)
