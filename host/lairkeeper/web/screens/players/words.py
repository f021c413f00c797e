"""Games, levels, kinds, numbers and days in the words of these pages."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from ...durations import duration
from ...figures import signed_total
from ...game_texts import box_texts
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

UNKNOWN = "–"
"""Where there is no number."""


class GameWords:
    """The texts of all games in the viewer's language, each loaded when it is first needed."""

    def __init__(self, hub: Hub, t: Translator) -> None:
        self._hub = hub
        self.t = t
        self._of: dict[str, Translator] = {}

    def _game(self, game: str) -> Translator:
        if game not in self._hub.games:
            return self.t
        if game not in self._of:
            self._of[game] = box_texts(self._hub, game, self.t.lang)
        return self._of[game]

    def title(self, game: str) -> str:
        """Return the title of a game; one that is not installed any more has its id."""
        known = self._hub.games.get(game)
        return known.title.get(self.t.lang, game) if known is not None else game

    def level(self, game: str, level: str) -> str:
        """Return the name of a level."""
        return self._game(game).say("level", level)

    def kind(self, game: str, kind: str) -> str:
        """Return the name of a card or character; the id where the game is not installed any more."""
        return self._game(game).name(kind) if game in self._hub.games else kind

    def side(self, game: str, side: str) -> str:
        """Return the name of a side."""
        return self._game(game).say("team", side)

    def number(self, value: float | None) -> str:
        """Return a number with one decimal at most."""
        if value is None:
            return UNKNOWN
        return signed_total(round(value)) if round(value, 1) == round(value) else self.rating(value)

    def rating(self, value: float) -> str:
        """Return a number with one decimal, as the language writes it."""
        text = f"{value:.1f}".replace("-", "−")
        return text.replace(".", ",") if self.t.separator == ";" else text

    def whole(self, value: int | None) -> str:
        """Return a whole number."""
        return UNKNOWN if value is None else signed_total(value)

    def time(self, seconds: float | None) -> str:
        """Return a length of time."""
        return UNKNOWN if seconds is None else duration(seconds, self.t)

    def day(self, at: float) -> str:
        """Return a day with its year."""
        day = datetime.fromtimestamp(at)
        said = self.t.ui("time.day", day=day.day, month=self.t.ui(f"time.month-{day.month}"))
        return self.t.ui("time.year", day=said, year=day.year)

    def month(self, at: float) -> str:
        """Return the month of a day with its year."""
        day = datetime.fromtimestamp(at)
        return self.t.ui("time.year", day=self.t.ui(f"time.month-{day.month}"), year=day.year)


def percent(part: float) -> int:
    """Return a part of one as whole percent."""
    return round(100 * part)
