"""The query of the list: the fields of its search, as they stand in its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from lairkeeper.store import Filter, loosened

from ...errors import PageError

if TYPE_CHECKING:
    from lairkeeper.table import Hub

LONGEST: Final = 80
"""Characters of a text that are looked for."""
_DIGITS: Final = 9
STATES: Final = ("ended", "open")


@dataclass(frozen=True, slots=True)
class Query:
    """The fields of the search as text; empty ones keep all. ``since`` and ``until`` are days: ``2026-11-28``."""

    text: str = ""
    game: str = ""
    level: str = ""
    state: str = ""
    who: str = ""
    won: str = ""
    since: str = ""
    until: str = ""
    deleted: str = ""
    page: str = ""

    @property
    def narrowed(self) -> bool:
        """Return True when some matches may be left out."""
        return replace(self, page="", deleted="") != Query()

    @property
    def folded_away(self) -> bool:
        """Return True when nothing but text and game is asked: the other fields need not be seen."""
        return replace(self, page="", deleted="", text="", game="") == Query()

    def address(self, **other: str) -> str:
        """Return the address of this list, with other fields."""
        fields = {name: value for name, value in asdict(replace(self, **other)).items() if value}
        return f"/history?{urlencode(fields)}" if fields else "/history"


def query_of(fields: Mapping[str, str]) -> Query:
    """Return what is asked for. Raises ``PageError`` 400 for a day or number that is none; other fields are ignored."""
    found = {name: fields.get(name, "").strip()[:LONGEST] for name in Query.__dataclass_fields__}
    for name in ("who", "won", "page"):
        if found[name] and not (found[name].isascii() and found[name].isdigit() and len(found[name]) <= _DIGITS):
            raise PageError(400, "bad-filter", {"field": name})
    for name in ("since", "until"):
        _day(found[name], name)
    if found["state"] not in ("", *STATES):
        raise PageError(400, "bad-filter", {"field": "state"})
    return Query(**found)


def filter_of(query: Query, hub: Hub, lang: str) -> Filter:
    """Return the same for the store; a text is looked for in the titles of games, too."""
    text = loosened(query.text)
    titled = (id for id, game in hub.games.items() if text and text in loosened(game.title.get(lang, id)))
    until = _day(query.until, "until")
    return Filter(
        text=query.text,
        titled=tuple(titled),
        game=query.game,
        level=query.level,
        state=query.state,
        person=int(query.who) if query.who else None,
        winner=int(query.won) if query.won else None,
        since=_seconds(_day(query.since, "since")),
        until=_seconds(until and until + timedelta(days=1)),
        deleted=bool(query.deleted),
    )


def _day(text: str, field: str) -> datetime | None:
    """Return the midnight at which a day begins here; the years are those that every clock of ours can count."""
    if not text:
        return None
    try:
        day = datetime.strptime(text, "%Y-%m-%d")
    except ValueError:
        raise PageError(400, "bad-filter", {"field": field}) from None
    if not 1971 <= day.year <= 9000:
        raise PageError(400, "bad-filter", {"field": field})
    return day


def _seconds(day: datetime | None) -> float | None:
    return None if day is None else day.timestamp()
