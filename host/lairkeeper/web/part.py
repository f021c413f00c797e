"""A part of a page: a template that is sent again when what it shows has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from lairkeeper.core.view import View
    from lairkeeper.table import Hub, Table

    from .lan import Lan
    from .translator import Translator

Stamp: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The source of all parts of a page: hub, texts, the match with the table's own view of it, the home network."""

    hub: Hub
    t: Translator
    match: tuple[Table, View] | None
    lan: Lan


def nothing(shown: Shown) -> Mapping[str, Any]:
    """Return no values: those that every page has are enough."""
    return {}


def of_the_hub(hub: Hub) -> Stamp:
    """Return the stamp of a part that changes with each light, scan or board."""
    return (hub.version,)


def of_the_match(hub: Hub) -> Stamp:
    """Return the stamp of a part that changes only when the match does.

    Names and numbers of copies are the owner's, and change while a match runs.
    """
    table = hub.table
    return (table.match, table.history.last.n, hub.names.version, hub.numbers.version) if table else ()


@dataclass(frozen=True, slots=True)
class Part:
    """One part. ``template`` draws the element whose id is the part's name; ``values`` returns what it shows.

    While ``stamp`` stays the same, so does the part (in one language, on one page). A part that takes long to make is
    ``slow``: a live page gets it after the others, the lowest number first. One whose values are ``frozen`` (strings,
    numbers, frozen dataclasses and tuples of them, made anew each time) is not drawn again from equal ones.
    """

    template: str
    values: Callable[[Shown], Mapping[str, Any]] = nothing
    stamp: Callable[[Hub], Stamp] = of_the_hub
    slow: int = 0
    frozen: bool = False

    @property
    def name(self) -> str:
        """Return the name of the template without its folder: the id of the element."""
        return self.template.rpartition("/")[2].removesuffix(".html")
