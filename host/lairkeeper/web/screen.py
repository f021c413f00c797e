"""A screen: one page with its routes, its model, its templates and its texts, together in one folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.routing import Route

from .access.gate import Allowed
from .part import Part
from .survey_watch import SurveyWatch

if TYPE_CHECKING:
    from lairkeeper.table import Hub


STATIC: Final = "static"
"""The folder of the files that ``/static`` serves."""


def no_values(request: Request) -> Mapping[str, Any]:
    """Return no values, for a page that shows only its parts."""
    return {}


def always(hub: Hub) -> bool:
    """Return True: the page is offered whatever runs."""
    return True


@dataclass(frozen=True, slots=True)
class Screen:
    """A page, which its folder under ``screens`` declares as ``SCREEN``.

    ``package`` is the ``__name__`` of the folder. It holds the template ``page.html``, the templates of the screen's
    own parts, the texts ``en.toml`` and ``fr.toml``, and scripts and styles in ``static``.

    ``path`` is the address that forms lead back to; a page without one is never live. ``fixed`` returns the values that
    do not change while the page is open. ``nav`` is the place in the top bar, from the left, ``icon`` its icon there
    (``i-<icon>`` in ``icons.svg``); it is left out while ``offered`` says no. ``watched`` is entered
    while a live page is open. ``back`` returns the address that a form of this page leads back to, where this is not
    ``path``. A page with something of the viewer's ``own`` asks for it after each change. ``long_forms`` are the
    addresses whose forms may hold a whole file as text; ``uploads`` those that take a file as it is, with the most
    bytes. A page that only its own route can draw is not ``redrawn``: a message
    without our script is then shown on the table page. ``allowed`` says which roles beside the host may read or send
    what.
    """

    package: str
    path: str | None
    routes: tuple[Route, ...]
    parts: tuple[Part, ...] = ()
    fixed: Callable[[Request], Mapping[str, Any]] = no_values
    nav: int | None = None
    icon: str = "door"
    offered: Callable[[Hub], bool] = always
    watched: Callable[[SurveyWatch, Callable[[], None]], AbstractContextManager[None]] | None = None
    back: Callable[[Request], str] | None = None
    own: bool = False
    redrawn: bool = True
    long_forms: frozenset[str] = frozenset()
    uploads: Mapping[str, int] = field(default_factory=dict)
    allowed: Mapping[str, Allowed] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Return the name of the folder."""
        return self.package.rpartition(".")[2]

    def folder(self) -> Traversable:
        """Return the folder with its templates and texts."""
        return files(self.package)

    @property
    def static(self) -> Path:
        """Return the folder of the screen's own scripts and styles."""
        return Path(str(self.folder()), STATIC)
