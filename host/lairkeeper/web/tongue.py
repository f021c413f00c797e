"""The viewer's language and theme, and sentences for the templates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import Scope

from lairkeeper.i18n import LANGUAGES, TextError, Texts

from .security import cookies_of

THEMES: Final = ("auto", "light", "dark")
LANG_COOKIE: Final = "lang"
THEME_COOKIE: Final = "theme"
_OF_READERS: Final = ("scan", "question", "answer", "tag")
_READERS: Final = ("zone", "other")
"""Tables of texts that name readers, and the arguments that do."""


def language_of(scope: Scope, usual: str | None = None) -> str:
    """The viewer's choice, else the table's ``usual`` one, else the browser's first that we speak, else English."""
    for chosen in (cookies_of(scope).get(LANG_COOKIE), usual):
        if chosen in LANGUAGES:
            return chosen
    wanted = [part.partition(";") for part in Headers(scope=scope).get("accept-language", "").split(",")[:16]]
    for tag, _, quality in sorted(wanted, key=lambda part: -_quality(part[2])):
        lang = tag.strip().lower().partition("-")[0]
        if lang in LANGUAGES and _quality(quality) > 0:
            return lang
    return LANGUAGES[0]


def theme_of(scope: Scope) -> str:
    """``auto`` (as the device wishes), ``light`` or ``dark``."""
    chosen = cookies_of(scope).get(THEME_COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"


def _quality(parameter: str) -> float:
    try:
        return float(parameter.strip().removeprefix("q=")) if parameter.strip() else 1.0
    except ValueError:
        return 0.0


_loaded: dict[tuple[str, ...], Texts] = {}


def texts_for(lang: str, *folders: Traversable) -> Texts:
    """Shared texts and those of ``folders`` (a game's) in one language, read once."""
    key = (lang, *map(str, folders))
    if key not in _loaded:
        _loaded[key] = Texts.load(lang, files("lairkeeper").joinpath("texts"), *folders)
    return _loaded[key]


class Tongue:
    """What templates speak with. A code that has no text is shown as it is: a page never fails for a missing text."""

    def __init__(
        self,
        texts: Texts,
        borrowed: Collection[str] = (),
        single: Collection[str] = (),
        seats: Sequence[str] = (),
    ) -> None:
        self.texts = texts
        self.lang = texts.lang
        self._borrowed = borrowed
        self._single = single
        self._seats = seats

    def borrows(self, component: str) -> bool:
        """Whether a piece goes by its name in another language, because none is on record in this one."""
        return component.partition("#")[0] in self._borrowed

    def ui(self, key: str, **args: Any) -> str:
        """A text of the pages themselves."""
        return self.texts.say(f"ui.{key}", args)

    def say(self, table: str, code: str | None, args: Mapping[str, Any] | None = None) -> str:
        """``say("prompt", "your-turn", …)``: a text that core or a game named by its code."""
        if not code:
            return ""
        if args and table in _OF_READERS:
            readers = {name: self.reader(args[name]) for name in _READERS if isinstance(args.get(name), str)}
            args = {**args, **readers}
        try:
            return self.texts.say(f"{table}.{code}", args)
        except TextError:
            return code.replace("-", " ")

    def name(self, component: str) -> str:
        """The printed name of a component or kind."""
        return self.texts.name(component)

    def copy(self, component: str) -> str:
        """The name with the copy number, where there are several: ``Catwoman 2``."""
        kind, _, number = component.partition("#")
        name = self.name(component)
        if kind in self._single:
            return name
        if number and name[-1:].isdigit():
            return f"{name} ({number})"
        return f"{name} {number}".strip()

    def reader(self, name: str) -> str:
        """Return what a reader is called at this table: ``seat-2`` is Bo's tray while Bo sits there. One without a name
        of its own is called what the board calls it.
        """
        head, _, number = name.rpartition("-")
        if head == "seat" and number.isdecimal() and 1 <= int(number) <= len(self._seats):
            return self.ui("reader.tray", seat=self._seats[int(number) - 1], n=number)
        for key in (f"ui.reader.{head or name}", f"name.{name}"):
            with suppress(TextError):
                return self.texts.say(key, {"n": number})
        return name

    def place(self, head: str, seat: str = "") -> str:
        """A place of the game by the first part of its path, and whose it is."""
        key = f"place.{head}"
        if key in self.texts:
            return self.texts.say(key, {"seat": seat})
        return f"{head.replace('-', ' ')} {seat}".strip()

    def target(self, target: str, numbered: bool = False) -> str:
        """Say what a command is aimed at: a seat as it is, a place by what it is called, a piece by its name, which is
        ``numbered`` where there are several to choose from.
        """
        if target in self._seats:
            return target
        if "#" in target:
            return self.copy(target) if numbered else self.name(target)
        head, _, seat = target.partition(".")
        return self.place(head, seat) if f"place.{head}" in self.texts else target

    def printed(self, name: str) -> str:
        """What a printed field is called: ``fact.<name>``."""
        return self._titled("fact", name)

    def printed_short(self, name: str) -> str:
        """What stands before a list of words on a card: ``fact-short.<name>``; mostly nothing."""
        key = f"fact-short.{name}"
        return self.texts.say(key) if key in self.texts else ""

    def zone(self, head: str) -> str:
        """The title of a place: ``zone.<head>``."""
        return self._titled("zone", head)

    def field(self, move: str, part: str) -> str:
        """What a field of a move's form asks for: ``field.<move>.<part>`` where a game says it its own way."""
        key = f"field.{move}.{part}"
        return self.texts.say(key) if key in self.texts else self.ui(f"field.{part}")

    def mark(self, name: str) -> str:
        """What lies on a card: ``mark.<name>``."""
        return self._titled("mark", name)

    def _titled(self, table: str, name: str) -> str:
        key = f"{table}.{name}"
        return self.texts.say(key) if key in self.texts else name.replace("-", " ").capitalize()

    def word(self, word: str) -> str:
        """A word that is typed for what is printed: ``word.<word>``, or the word itself."""
        key = f"word.{word}"
        return self.texts.say(key) if key in self.texts else word

    def pair(self, word: str, n: int) -> str:
        """A word with its number: ``pair.<word>`` where a game says it its own way, else the two side by side."""
        key = f"pair.{word}"
        return self.texts.say(key, {"n": n}) if key in self.texts else f"{self.word(word)} {n}"

    def choice(self, option: str, value: str) -> str:
        """A value of a house rule: ``choice.<option>.<value>``, yes or no, or the value itself."""
        key = f"choice.{option}.{value}"
        if key in self.texts:
            return self.texts.say(key)
        return self.ui({"true": "new.yes", "false": "new.no"}[value]) if value in ("true", "false") else value
