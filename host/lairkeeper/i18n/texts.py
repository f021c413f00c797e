"""Texts in the players' language: sentences in TOML catalogs, the same keys in every language.

The app's own catalog is ``app.toml`` in the folder of each language. A game has a folder with ``en.toml`` and
``fr.toml``, and so has each screen of the pages. A catalog holds tables of sentences with ``{argument}`` marks. A
sentence may be a table ``{one = "…", other = "…"}``; the language chooses the form by the argument ``n``.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Any, Final

from .language import all_languages

LANGUAGES: Final = tuple(all_languages())
"""The codes of the installed languages. The first is chosen for people who have chosen none."""
_FIRST: Final = "en"
"""The language whose texts stand where another has none."""
_APP: Final = "lairkeeper.i18n"
_SCREENS: Final = "screens"
"""The folder of all screens, and that of their texts in a language of another package."""
_CODED: Final = frozenset({"rule", "move", "step", "level"})
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})
_FIRST_STRONG: Final = "\N{FIRST STRONG ISOLATE}"
_POP: Final = "\N{POP DIRECTIONAL ISOLATE}"
_NAMED: Final = frozenset({"card", "cards", "kind", "kinds", "token"})


class TextError(LookupError):
    """A key that no catalog holds, or an argument that a sentence needs and did not get."""


def shared_texts() -> Traversable:
    """Return the folder that stands for the texts that belong neither to a game nor to one page."""
    return files(_APP)


def read_catalog(folder: Traversable, lang: str) -> dict[str, Any]:
    """Read the tables of one language, as written.

    A language from another package has the texts of a game or screen in a file of its own; where it has none, the
    English ones stand. Raises ``TextError`` for a language that is not installed.
    """
    if lang not in all_languages():
        raise TextError(f"no texts in {lang!r}; choose one of {', '.join(LANGUAGES)}")
    return tomllib.loads(_catalog(folder, lang).read_text(encoding="utf-8"))


def spoken(folder: Traversable) -> tuple[str, ...]:
    """Return the codes of the languages that have texts of their own for a game, in the order of ``LANGUAGES``."""
    return tuple(lang for lang in LANGUAGES if _own_catalog(folder, lang) is not None)


def _catalog(folder: Traversable, lang: str) -> Traversable:
    return _own_catalog(folder, lang) or folder.joinpath(f"{_FIRST}.toml")


def _own_catalog(folder: Traversable, lang: str) -> Traversable | None:
    """Return the file of the game, the screen or the language, if one of them has the texts."""
    pack = all_languages()[lang].folder()
    if folder == shared_texts():
        files_of: tuple[Traversable, ...] = (pack.joinpath("app.toml"), folder.joinpath(_FIRST, "app.toml"))
    else:
        files_of = folder.joinpath(f"{lang}.toml"), pack.joinpath(_name_in_pack(folder))
    return next((file for file in files_of if file.is_file()), None)


def _name_in_pack(folder: Traversable) -> str:
    """Return the file in a language that stands for ``folder``: ``GAME.toml``, or ``screens/SCREEN.toml``."""
    path = Path(str(folder))
    is_screen = path.parent.name == _SCREENS
    return f"{_SCREENS}/{path.name}.toml" if is_screen else f"{path.parent.name}.toml"


def flatten(tables: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str | dict[str, str]]]:
    """Yield ``("prompt.your-turn", sentence)`` pairs; plural forms stay together as a dict."""
    for key, value in tables.items():
        path = f"{prefix}{key}"
        if isinstance(value, str):
            yield path, value
        elif set(value) == {"one", "other"}:
            yield path, {"one": value["one"], "other": value["other"]}
        else:
            yield from flatten(value, f"{path}.")


def arguments(sentence: str) -> frozenset[str]:
    """Return the names of the ``{argument}`` marks in a sentence."""
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


def isolated(name: str) -> str:
    """Return ``name``, set apart from its neighbours by two marks when it is written from right to left."""
    return f"{_FIRST_STRONG}{name}{_POP}" if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in name) else name


class Texts:
    """The merged catalogs of one language. Later folders win, so that a game can name things its own way."""

    def __init__(self, lang: str, entries: Mapping[str, str | dict[str, str]]) -> None:
        self.lang = lang
        self._language = all_languages()[lang]
        self._entries = dict(entries)
        self._plain: dict[str, str] = {}  # sentences without arguments, as they were said before

    @classmethod
    def load(cls, lang: str, *folders: Traversable) -> Texts:
        """Read and merge the catalogs of ``folders``; raises ``TextError`` for a language we do not speak."""
        entries: dict[str, str | dict[str, str]] = {}
        for folder in folders:
            entries.update(flatten(read_catalog(folder, lang)))
        return cls(lang, entries)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def keys(self) -> frozenset[str]:
        """Return the keys of all sentences, each with its table: ``prompt.your-turn``."""
        return frozenset(self._entries)

    def say(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        """Return the sentence for ``key`` with its arguments filled in; components are shown by name."""
        if not args and key in self._plain:
            return self._plain[key]
        sentence = self._entries.get(key)
        if sentence is None:
            raise TextError(f"no text {key!r} in {self.lang!r}")
        given = args or {}
        if isinstance(sentence, dict):
            sentence = sentence["one" if self._language.is_one(given.get("n", 2)) else "other"]
        shown = {name: self._show(name, value) for name, value in given.items()}
        try:
            said = self._language.adapt(sentence, shown).format_map(shown)
        except KeyError as missing:
            raise TextError(f"text {key!r} in {self.lang!r} needs the argument {missing}") from None
        if not given:
            self._plain[key] = said
        return said

    def renamed(self, names: Mapping[str, str]) -> Texts:
        """Return the same texts with other names for some kinds."""
        return Texts(self.lang, {**self._entries, **{f"name.{kind}": name for kind, name in names.items()}})

    def name(self, component: str) -> str:
        """Return the name of a component: ``catwoman#2`` -> ``Catwoman``; an id without a name is shown as it is."""
        found = self._entries.get(f"name.{component.partition('#')[0]}")
        return found if isinstance(found, str) else component

    def _show(self, name: str, value: Any) -> str:
        if name in _NAMED:
            if isinstance(value, str):
                return self.name(value)
            return ", ".join(self.name(each) for each in value)
        if name in _CODED and f"{name}.{value}" in self._entries:
            return self.say(f"{name}.{value}")
        if isinstance(value, list | tuple):
            return ", ".join(isolated(str(each)) for each in value)
        return isolated(str(value))
