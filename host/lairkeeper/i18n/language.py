"""The installed languages. A language is one folder here, or a package of somebody else (docs/add-a-language.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from lairkeeper.plugins import installed

GROUP: Final = "lairkeeper.languages"
"""Entry points of other packages: the name is the language's code, the object a ``Language``."""


def _as_written(sentence: str, shown: Mapping[str, str]) -> str:
    return sentence


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    ``id`` is its code (ISO 639-1), ``name`` its name for itself. ``package`` holds ``app.toml``. For each game and each
    screen that brings no texts in this language, it holds ``GAME.toml`` (``evil_101.toml``) and ``screens/SCREEN.toml``
    (``screens/tags.toml``), named after the folders of these.

    ``is_one`` is True for a number that takes the form ``one``. ``adapt`` changes a sentence to fit the values that
    will stand in it. ``decimal_comma``: people write 0,5, and spreadsheets separate columns by ``;``.
    """

    id: str
    name: str
    package: str
    is_one: Callable[[object], bool] = lambda n: n == 1
    adapt: Callable[[str, Mapping[str, str]], str] = _as_written
    decimal_comma: bool = False

    def folder(self) -> Traversable:
        """Return the folder of the texts."""
        return files(self.package)


@cache
def all_languages() -> Mapping[str, Language]:
    """Return every installed language by its code: those of this folder first, each group in alphabetical order.

    A code that this folder has cannot be replaced by another package.
    """
    return installed(__package__, "LANGUAGE", GROUP, Language)
