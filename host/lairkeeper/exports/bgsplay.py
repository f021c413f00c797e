"""A finished match for BG Stats: as a link that its app opens, and as a play file (``.bgsplay``).

The link is described under "Push plays to BG Stats from other apps or websites"; the play file is what the app's own
*Send play file* writes. Every boolean is sent: the app for Android needs each of them.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from .export import Export, NotEndedError
from .match import ExportMatch

SOURCE: Final = "Lairkeeper"
"""Never to be changed: BG Stats knows by it what came from here before."""
PUSH: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST: Final = 8000
"""Characters of a link that phones open."""
ABOUT: Final = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or "
    "open-in function to open it with Board Game Stats."
)
_GAMES: Final = uuid.uuid5(uuid.NAMESPACE_URL, "lairkeeper:games")
_PLACES: Final = uuid.uuid5(uuid.NAMESPACE_URL, "lairkeeper:places")
_LONGEST_MINUTES: Final = 12 * 60
"""Minutes after which the time between the first and the last record is no playing time: the match was put away."""


@dataclass(frozen=True, slots=True)
class _Sat:
    """One player of a play."""

    name: str
    called: str
    score: int
    rank: int
    winner: bool
    first: bool
    team: str
    role: str


def play_link(match: ExportMatch) -> str:
    """Return the address that opens BG Stats with this match. Raises ``NotEndedError``."""
    play = _play(match, brief=False)
    link = PUSH + _encoded(play)
    return link if len(link) <= LONGEST else PUSH + _encoded(_play(match, brief=True))


def render(match: ExportMatch, separator: str = "") -> str:
    """Return the match as a play file. A file of the same match later replaces the play in BG Stats."""
    ended, row = _ended(match), match.row
    seats = _seats(match)
    game = {
        "uuid": _upper(uuid.uuid5(_GAMES, row.game)), "id": 1, "name": match.title,
        "modificationDate": _utc(row.started_at), "cooperative": False, "highestWins": True, "noPoints": False,
        "usesTeams": any(each.team for each in seats), "bggId": match.bgg or 0, "bggYear": 0, "isBaseGame": 1,
        "isExpansion": 0,
    }  # fmt: skip
    players = [
        {"uuid": each.called, "id": n, "name": each.name, "isAnonymous": False,
         "modificationDate": _utc(row.started_at), "bggUsername": ""}
        for n, each in enumerate(seats, 1)
    ]  # fmt: skip
    locations = [
        {"uuid": _upper(uuid.uuid5(_PLACES, place)), "id": 1, "name": place, "modificationDate": _utc(row.started_at)}
        for place in (row.place,) if place
    ]  # fmt: skip
    play = {
        "uuid": _upper(match.uid), "modificationDate": _utc(ended), "entryDate": _utc(ended),
        "playDate": _utc(row.started_at), "usesTeams": any(each.team for each in seats),
        "durationMin": _minutes(match) or 0, "ignored": False,
        # Tie-breaks decide, too, and BG Stats would take the highest score.
        "manualWinner": True,
        "rounds": 0, "bggId": 0, "importPlayId": 0, "gameRefId": 1, "board": _board(match), "rating": 0,
        "scoringSetting": 1, "playerScores": [_score(n, each) for n, each in enumerate(seats, 1)],
        "expansionPlays": [],
        **({"locationRefId": 1} if locations else {}),
        **({"comments": row.note} if row.note else {}),
    }  # fmt: skip
    file = {
        "about": ABOUT, "players": players, "locations": locations, "games": [game], "plays": [play],
        "userInfo": {"meRefId": 0},
    }  # fmt: skip
    return json.dumps(file, indent=1, ensure_ascii=False) + "\n"


def _score(n: int, each: _Sat) -> dict[str, Any]:
    said = {
        "score": str(each.score), "winner": each.winner, "newPlayer": False, "startPlayer": each.first,
        "playerRefId": n, "role": each.role, "rank": each.rank, "seatOrder": n,
    }  # fmt: skip
    return said | ({"team": each.team} if each.team else {})


def _play(match: ExportMatch, *, brief: bool) -> dict[str, Any]:
    ended, minutes = _ended(match), _minutes(match)
    game = {"name": match.title, "sourceGameId": match.row.game, "highestWins": True, "noPoints": False}
    players = []
    for each in _seats(match):
        said: dict[str, Any] = {
            "name": each.name, "sourcePlayerId": each.called, "score": each.score, "rank": each.rank,
            "startPlayer": each.first, "winner": each.winner,
        }  # fmt: skip
        if not brief:
            said |= {name: text for name, text in (("role", each.role), ("team", each.team)) if text}
        players.append(said)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _upper(match.uid),
        "playDate": _utc(ended),
        **({"durationMin": minutes} if minutes else {}),
        **({} if brief else {"board": _board(match)}),
        "game": game | ({"bggId": match.bgg} if match.bgg else {}),
        "players": players,
    }


def _seats(match: ExportMatch) -> list[_Sat]:
    teams, roles = match.teams, match.roles
    names = {code: str(n) for n, code in enumerate(dict.fromkeys(teams.values()), 1)}
    return [
        _Sat(
            seat["seat"], _upper(match.person(position)), seat["score"], seat["rank"] or 0, bool(seat["winner"]),
            seat["seat"] == match.first, names.get(teams.get(seat["seat"], ""), ""), roles.get(seat["seat"], ""),
        )
        for position, seat in enumerate(match.result["seats"], 1)
    ]  # fmt: skip


def _board(match: ExportMatch) -> str:
    invented = " (invented numbers)" if match.numbers == "proxy" else ""
    return f"{match.row.header.get('level') or ''}{invented}".strip()


def _ended(match: ExportMatch) -> float:
    if match.row.finished_at is None:
        raise NotEndedError(match.id)
    return match.row.finished_at


def _minutes(match: ExportMatch) -> int | None:
    minutes = round((_ended(match) - match.row.started_at) / 60)
    return minutes if 1 <= minutes <= _LONGEST_MINUTES else None


def _utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _upper(called: uuid.UUID) -> str:
    return str(called).upper()


def _encoded(play: Mapping[str, Any]) -> str:
    return quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


EXPORT: Final = Export("bgsplay", "A play file for BG Stats, of a match that has ended.", render, ended=True)
