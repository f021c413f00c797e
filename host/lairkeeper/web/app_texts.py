"""The texts of the app in one language: the shared ones, those of all screens, and those of a game."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from lairkeeper.i18n import Texts, shared_texts

from .screens import all_screens

_loaded: dict[tuple[str, ...], Texts] = {}


def app_folders() -> tuple[Traversable, ...]:
    """Return the folders with the app's own texts: the shared ones, then those of each screen."""
    return (shared_texts(), *(each.folder() for each in all_screens().values()))


def texts_for(lang: str, *folders: Traversable) -> Texts:
    """Return the shared texts, those of all screens and those of ``folders`` (a game's), read once."""
    key = (lang, *map(str, folders))
    if key not in _loaded:
        _loaded[key] = Texts.load(lang, *app_folders(), *folders)
    return _loaded[key]
