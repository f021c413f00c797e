"""Parts as they were drawn last: one is not drawn again while all that its template uses stays equal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import jinja2
from jinja2 import meta

from .part import Part


def names_in(env: jinja2.Environment, template: str) -> frozenset[str]:
    """Return the names of the values that ``template`` uses, those of the templates that it includes among them.

    Macros that it imports see their arguments only.
    """
    assert env.loader is not None
    tree = env.parse(env.loader.get_source(env, template)[0])
    included = {each for include in tree.find_all(jinja2.nodes.Include) for each in _named(include.template)}
    inside = (names_in(env, each) for each in included)
    return frozenset(meta.find_undeclared_variables(tree)).union(*inside) - env.globals.keys()


def _named(template: jinja2.nodes.Expr) -> tuple[str, ...]:
    return (template.as_const(),)


KEPT: Final = 512
"""Results that a macro remembers at most: those of all cards of a match, on two pages in two languages."""


def remembered(macro: Callable[..., str]) -> Callable[..., str]:
    """Return a macro that draws the same arguments once; they must be frozen, and all that it draws comes from them."""
    return lru_cache(KEPT)(macro)


class Sketches:
    """The last HTML of each part with ``frozen`` values, by page and language, with the values it was drawn from."""

    def __init__(self, env: jinja2.Environment) -> None:
        self._env = env
        self._names: dict[str, tuple[str, ...]] = {}
        self._last: dict[tuple[str, str, str], tuple[tuple[object, ...], str]] = {}

    def html(self, part: Part, page: str, lang: str, values: Mapping[str, Any], draw: Callable[..., str]) -> str:
        """Return the HTML of ``part`` as ``draw`` makes it from ``values``."""
        if not part.frozen:
            return draw(part.template, values)
        if part.template not in self._names:
            self._names[part.template] = tuple(sorted(names_in(self._env, part.template)))
        using = tuple(values[name] for name in self._names[part.template])
        last = self._last.get((page, lang, part.template))
        if last is None or last[0] != using:
            last = self._last[page, lang, part.template] = (using, draw(part.template, values))
        return last[1]
