"""The screens: one folder for each page (docs/add-a-page.md)."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ..screen import Screen

if TYPE_CHECKING:
    from lairkeeper.table import Hub


@cache
def all_screens() -> Mapping[str, Screen]:
    """Return the screen of every folder here by its id, in alphabetical order."""
    names = sorted(each.name for each in pkgutil.iter_modules(__path__))
    screens: list[Screen] = [import_module(f"{__name__}.{name}").SCREEN for name in names]
    return {each.id: each for each in screens}


def paths() -> dict[str, str]:
    """Return the address of each page that forms may lead back to, by the id of its screen."""
    return {each.id: each.path for each in all_screens().values() if each.path is not None}


def navigation(hub: Hub) -> tuple[tuple[str, str, str], ...]:
    """Return the id, the address and the icon of each page in the top bar, from the left."""
    listed = sorted((each.nav, each.id) for each in all_screens().values() if each.nav is not None)
    return tuple((id, paths()[id], all_screens()[id].icon) for _, id in listed if all_screens()[id].offered(hub))
