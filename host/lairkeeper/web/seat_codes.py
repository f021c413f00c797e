"""Codes that open the seats' pages: what lies face down is for its owner's eyes alone.

A code is six digits, good for the match, shown once and kept hashed. The browser that types it gets a random key in a
cookie. A new code closes every page that the old one opened, so that nobody can take one unnoticed.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, Protocol

from lairkeeper.core.ids import TABLE, Seat

TRIES: Final = 5
"""Wrong codes for a seat before everybody has to wait."""
WAIT_S: Final = 60.0
SCREENS: Final = 8
"""Pages of one seat that are open at once; the oldest is closed first."""


class SeatKeySettings(Protocol):
    """JSON values by name."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``; ``default`` when it was never set."""
        ...

    def set(self, key: str, value: Any) -> None:
        """Keep ``value`` under ``key``."""
        ...


class Watched(Protocol):
    """The parts of a running match that must be known here."""

    @property
    def match(self) -> int:
        """Return the number of the match."""
        ...

    @property
    def game(self) -> Any:
        """Return the game that is played."""
        ...

    def view(self, viewer: str = TABLE) -> Any:
        """Return all that ``viewer`` may know of the match."""
        ...


@dataclass(frozen=True, slots=True)
class Shut:
    """Why a code opened nothing: how many tries are left, or how many seconds to wait."""

    tries: int
    seconds: int = 0


class SeatKeys:
    """The codes and keys of all matches; a restart closes no page."""

    def __init__(self, settings: SeatKeySettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._wrong: dict[tuple[int, Seat], tuple[int, float]] = {}

    def needed(self, table: Watched, seat: Seat) -> bool:
        """Return True when a seat's page could tell something, so that it needs a code.

        At the level that follows least it could not, as long as the seat has no secrets.
        """
        levels = table.game.levels
        view = table.view()
        if len(levels) < 2 or view.level != levels[0]:
            return True
        own = table.view(seat)
        return bool(own.zones != view.zones or own.extra != view.extra)

    def screens(self, match: int, seat: Seat) -> int | None:
        """Return the number of screens that have a seat's page open; None while nobody has a code for it."""
        kept = self._of(match).get(seat)
        return None if kept is None else len(kept["screens"])

    def may_see(self, match: int, seat: Seat, key: str | None) -> bool:
        """Return True when this browser has typed the seat's code."""
        kept = self._of(match).get(seat)
        return bool(key and kept and _hash(key) in kept["screens"])

    def new_code(self, match: int, seat: Seat) -> str:
        """Return a new code, seen in clear only now, and close the pages opened with the old one."""
        code = f"{secrets.randbelow(1_000_000):06}"
        self._keep(match, seat, {"code": _hash(code), "screens": []})
        self._wrong.pop((match, seat), None)
        return code

    def open(self, match: int, seat: Seat, code: str, key: str) -> Shut | None:
        """Open a seat's page to the browser with this key; what is wrong otherwise."""
        kept = self._of(match).get(seat)
        wrong, since = self._wrong.get((match, seat), (0, 0.0))
        left = since + WAIT_S - self._clock()
        if wrong >= TRIES and left > 0:
            return Shut(0, ceil(left))
        if kept is None or not secrets.compare_digest(kept["code"], _hash("".join(code.split()))):
            wrong = wrong + 1 if wrong < TRIES else 1
            self._wrong[match, seat] = (wrong, self._clock())
            return Shut(TRIES - wrong, int(WAIT_S) if wrong == TRIES else 0)
        self._wrong.pop((match, seat), None)
        screens = [each for each in kept["screens"] if each != _hash(key)]
        self._keep(match, seat, {**kept, "screens": [*screens, _hash(key)][-SCREENS:]})
        return None

    def leave(self, match: int, seat: Seat, key: str | None) -> None:
        """Close a seat's page on this browser."""
        kept = self._of(match).get(seat)
        if kept is not None and key:
            self._keep(match, seat, {**kept, "screens": [each for each in kept["screens"] if each != _hash(key)]})

    def _of(self, match: int) -> Mapping[Seat, Mapping[str, Any]]:
        kept: dict[str, dict[str, Any]] = self._settings.get(f"seats.{match}", {})
        return kept

    def _keep(self, match: int, seat: Seat, value: Mapping[str, Any]) -> None:
        self._settings.set(f"seats.{match}", {**self._of(match), seat: value})


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
