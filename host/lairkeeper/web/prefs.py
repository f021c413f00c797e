"""Language, theme, sound and speech, kept in cookies of this browser."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.i18n import LANGUAGES

from .access.gate import ANYBODY, Allowed
from .errors import PageError
from .forms import read_form
from .patience import patient
from .screens import paths
from .translator import LANG_COOKIE, SENSES, SWITCH, THEME_COOKIE, THEMES

_CHOICES: Final = (
    ("lang", LANG_COOKIE, LANGUAGES),
    ("theme", THEME_COOKIE, THEMES),
    *((each, each, SWITCH) for each in SENSES),
)
_YEAR: Final = 365 * 24 * 3600


async def save(request: Request) -> Response:
    """``POST /prefs``: ``lang``, ``theme``, ``sound`` or ``speech``, then ``back`` to one of our own pages."""
    form = await read_form(request)
    back = form.get("back", "/")
    answer = RedirectResponse(back if _ours(back) else "/", 303)
    for name, cookie, allowed in _CHOICES:
        value = form.text(name)
        if value is None:
            continue
        if value not in allowed:
            raise PageError(400, "bad-choice", {"field": name, "allowed": ", ".join(allowed)})
        answer.set_cookie(cookie, value, max_age=_YEAR, path="/", samesite="strict", httponly=True)
    return answer


def _ours(back: str) -> bool:
    """Return True for the address of a page, and of one with a number such as ``/history/7``."""
    page, _, number = back.rpartition("/")
    return back in paths().values() or (page in paths().values() and number.isascii() and number.isdigit())


ALLOWED: Final = {"/prefs": Allowed(send=ANYBODY)}
ROUTES: Final = (Route("/prefs", patient(save), methods=["POST"]),)
