"""The viewer's language and theme, and sentences for the templates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import Scope

from lairkeeper.i18n import LANGUAGES, TextError, Texts, all_languages

from .security import cookies_of

THEMES: Final = ("auto", "light", "dark", "projector")
LANG_COOKIE: Final = "lang"
THEME_COOKIE: Final = "theme"
SENSES: Final = ("sound", "speech")
"""The switches of a browser, each by a cookie of its name; off while it has none."""
SWITCH: Final = ("on", "off")
_OF_READERS: Final = ("scan", "question", "help", "answer", "tag")
_READERS: Final = ("zone", "other")
"""Tables of texts that name readers, and the arguments that do."""


def language_of(scope: Scope, usual: str | None = None) -> str:
    """Return the viewer's language.

    It is the viewer's choice, else the table's ``usual`` one, else the browser's first that we speak, else English.
    """
    for chosen in (cookies_of(scope).get(LANG_COOKIE), usual):
        if chosen in LANGUAGES:
            return chosen
    return accepted_language(scope) or LANGUAGES[0]


def accepted_language(scope: Scope) -> str | None:
    """Return the first language of the header Accept-Language that we speak."""
    wanted = [part.partition(";") for part in Headers(scope=scope).get("accept-language", "").split(",")[:16]]
    for tag, _, quality in sorted(wanted, key=lambda part: -_quality(part[2])):
        lang = tag.strip().lower().partition("-")[0]
        if lang in LANGUAGES and _quality(quality) > 0:
            return lang
    return None


def theme_of(scope: Scope) -> str:
    """``auto`` (as the device wishes), ``light``, ``dark`` or ``projector``."""
    chosen = cookies_of(scope).get(THEME_COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"


def senses_of(scope: Scope) -> tuple[str, ...]:
    """Return what this browser is switched on for: ``sound``, ``speech``, or nothing."""
    cookies = cookies_of(scope)
    return tuple(each for each in SENSES if cookies.get(each) == SWITCH[0])


def _quality(parameter: str) -> float:
    try:
        return float(parameter.strip().removeprefix("q=")) if parameter.strip() else 1.0
    except ValueError:
        return 0.0


class Translator:
    """The texts that templates use.

    A code that has no text is shown as it is: a page never fails for a missing text.
    """

    def __init__(
        self,
        texts: Texts,
        borrowed: Collection[str] = (),
        single: Collection[str] = (),
        seats: Sequence[str] = (),
        roles: Mapping[str, str] | None = None,
    ) -> None:
        self.texts = texts
        self.lang = texts.lang
        self._borrowed = borrowed
        self._single = single
        self._seats = seats
        self._roles = dict(roles or {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Translator) and self._words == other._words

    def __hash__(self) -> int:
        return hash(self.lang)

    @property
    def _words(self) -> tuple[object, ...]:
        """Return all that its sentences come from; catalogs are the same only as one object."""
        return id(self.texts), self._borrowed, self._single, self._seats, self._roles

    def borrows(self, component: str) -> bool:
        """Return True when a piece has its name from another language, because this one has no name on record."""
        return component.partition("#")[0] in self._borrowed

    def ui(self, key: str, **args: Any) -> str:
        """Return a text of the pages themselves."""
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

    def help(self, code: str, args: Mapping[str, Any]) -> str:
        """Return ``help.<code>``: how to do with taps what a prompt or question asks; empty where there is none."""
        return self.say("help", code, args) if f"help.{code}" in self.texts else ""

    def name(self, component: str) -> str:
        """Return the printed name of a component or kind."""
        return self.texts.name(component)

    def copy(self, component: str) -> str:
        """Return the name with the copy number, where there are several: ``Catwoman 2``."""
        kind, _, number = component.partition("#")
        name = self.name(component)
        if kind in self._single:
            return name
        if number and name[-1:].isdigit():
            return f"{name} ({number})"
        return f"{name} {number}".strip()

    @property
    def separator(self) -> str:
        """Return what separates the columns of a spreadsheet in this language."""
        return ";" if all_languages()[self.lang].decimal_comma else ","

    def reader(self, name: str) -> str:
        """Return the name of a reader at this table: ``seat-2`` is Bo's tray while Bo sits there.

        A reader that was given to a seat is that tray. One without a name here has the name that the board gives it.
        """
        name = self._roles.get(name, name)
        head, _, number = name.rpartition("-")
        if head == "seat" and number.isdecimal() and 1 <= int(number) <= len(self._seats):
            return self.ui("reader.tray", seat=self._seats[int(number) - 1], n=number)
        for key in (f"ui.reader.{head or name}", f"name.{name}"):
            with suppress(TextError):
                return self.texts.say(key, {"n": number})
        return name

    def place(self, head: str, seat: str = "") -> str:
        """Return the name of a place of the game by the first part of its path, and whose it is."""
        key = f"place.{head}"
        if key in self.texts:
            return self.texts.say(key, {"seat": seat})
        return f"{head.replace('-', ' ')} {seat}".strip()

    def target(self, target: str, numbered: bool = False) -> str:
        """Return the target of a command in words.

        A seat stays as it is; a place or a piece has its name.
        The piece is ``numbered`` where there are several to choose from.
        """
        if target in self._seats:
            return target
        if "#" in target:
            return self.copy(target) if numbered else self.name(target)
        head, _, seat = target.partition(".")
        return self.place(head, seat) if f"place.{head}" in self.texts else target

    def printed(self, name: str) -> str:
        """Return the name of a printed field: ``fact.<name>``."""
        return self._titled("fact", name)

    def printed_short(self, name: str) -> str:
        """Return the text before a list of words on a card: ``fact-short.<name>``; mostly empty."""
        key = f"fact-short.{name}"
        return self.texts.say(key) if key in self.texts else ""

    def zone(self, head: str) -> str:
        """Return the title of a place: ``zone.<head>``."""
        return self._titled("zone", head)

    def field(self, move: str, part: str) -> str:
        """Return the label of a field of a move's form: ``field.<move>.<part>`` where a game has its own."""
        key = f"field.{move}.{part}"
        return self.texts.say(key) if key in self.texts else self.ui(f"field.{part}")

    def mark(self, name: str) -> str:
        """Return the name of a mark on a card: ``mark.<name>``."""
        return self._titled("mark", name)

    def _titled(self, table: str, name: str) -> str:
        key = f"{table}.{name}"
        return self.texts.say(key) if key in self.texts else name.replace("-", " ").capitalize()

    def word(self, word: str) -> str:
        """Return the word that is typed for a printed one: ``word.<word>``, or the word itself."""
        key = f"word.{word}"
        return self.texts.say(key) if key in self.texts else word

    def pair(self, word: str, n: int) -> str:
        """Return a word with its number: ``pair.<word>`` where a game has its own text, else the two side by side."""
        key = f"pair.{word}"
        return self.texts.say(key, {"n": n}) if key in self.texts else f"{self.word(word)} {n}"

    def choice(self, option: str, value: str) -> str:
        """Return a value of a house rule in words: ``choice.<option>.<value>``, yes or no, or the value itself."""
        key = f"choice.{option}.{value}"
        if key in self.texts:
            return self.texts.say(key)
        return self.ui({"true": "new.yes", "false": "new.no"}[value]) if value in ("true", "false") else value
