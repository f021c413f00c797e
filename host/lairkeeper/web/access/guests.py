"""Phones, tablets and TVs that somebody at the table has let in: each has a key, kept hashed, until it is sent away."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from lairkeeper.core.ids import Seat

from .roles import Caller, CallerRole

SETTING: Final = "guests"
EVENING_S: Final = 24 * 3600.0
MONTH_S: Final = 30 * 24 * 3600.0
KEPT_S: Final[Mapping[CallerRole, float]] = {
    CallerRole.TABLE: EVENING_S,
    CallerRole.SEAT: EVENING_S,
    CallerRole.SPECTATOR: MONTH_S,
    CallerRole.TV: MONTH_S,
}
"""The roles that somebody can be let in with, and the seconds after which one that was not seen is forgotten."""
SEEN_EVERY_S: Final = 60.0
"""Seconds between two notes on disk of when a guest was last seen."""
MOST: Final = 250
"""Guests that are known at once; of one more, the one that was not seen for longest is forgotten."""


class GuestSettings(Protocol):
    """JSON values by name."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``; ``default`` when it was never set."""
        ...

    def set(self, key: str, value: Any) -> None:
        """Keep ``value`` under ``key``."""
        ...


@dataclass(frozen=True, slots=True)
class Guest:
    """A device that was let in. ``since`` and ``seen`` are in seconds of the wall clock."""

    number: int
    role: CallerRole
    seat: Seat | None
    device: str
    since: float
    seen: float

    @property
    def caller(self) -> Caller:
        """Return what this guest may be called by."""
        return Caller(self.role, self.seat, self.number)


class Guests:
    """Who was let in; ``wall`` is the clock of the time of day.

    ``on_end`` is called with the number of each guest that is sent away or forgotten.
    """

    def __init__(self, settings: GuestSettings, wall: Callable[[], float]) -> None:
        self._settings = settings
        self._wall = wall
        self._ended: list[Callable[[int], None]] = []
        self._last, self._by_key = _read(settings.get(SETTING, {}))
        self._noted = {each.number: each.seen for each in self._by_key.values()}

    def __iter__(self) -> Iterator[Guest]:
        return iter(sorted(self._alive(), key=lambda each: each.number))

    def on_end(self, callback: Callable[[int], None]) -> None:
        """Call back with the number of each guest that is in no more."""
        self._ended.append(callback)

    def let_in(self, key_hash: str, role: CallerRole, seat: Seat | None, device: str) -> Guest:
        """Let in the device that has the key of this hash. Raises ``StoreError``; then nobody is in."""
        now = self._wall()
        guest = Guest(self._last + 1, role, seat, device, now, now)
        fresh = {**self._by_key, key_hash: guest}
        for old in sorted(fresh, key=lambda key: fresh[key].seen)[: max(0, len(fresh) - MOST)]:
            del fresh[old]
        self._keep(fresh, guest.number)
        return guest

    def caller(self, key: str | None) -> Caller | None:
        """Return the caller with this key, seen just now; None when nobody let it in, or not lately."""
        if not key:
            return None
        name = hash_of(key)
        guest = self._by_key.get(name)
        if guest is None or self._wall() - guest.seen > KEPT_S[guest.role]:
            return None
        self._by_key[name] = _seen(guest, self._wall())
        return guest.caller

    def touch(self, number: int) -> bool:
        """Note that a guest is here still; return False when it is in no more."""
        for key, guest in self._by_key.items():
            if guest.number == number:
                self._by_key[key] = _seen(guest, self._wall())
                return True
        return False

    def note_seen(self) -> None:
        """Write down when guests were seen, if that has not been done lately. Raises ``StoreError``."""
        if any(each.seen - self._noted.get(each.number, 0.0) > SEEN_EVERY_S for each in self._by_key.values()):
            alive = {key: each for key, each in self._by_key.items() if each in self._alive()}
            self._keep(alive, self._last)

    def end(self, number: int) -> bool:
        """Send a guest away; return False when there is no such guest. Raises ``StoreError``; then it stays."""
        fresh = {key: each for key, each in self._by_key.items() if each.number != number}
        if len(fresh) == len(self._by_key):
            return False
        self._keep(fresh, self._last)
        return True

    def end_all(self) -> None:
        """Send everybody away."""
        self._keep({}, self._last)

    def _alive(self) -> list[Guest]:
        now = self._wall()
        return [each for each in self._by_key.values() if now - each.seen <= KEPT_S[each.role]]

    def _keep(self, fresh: dict[str, Guest], last: int) -> None:
        """Commit before anything counts, then tell those who are in no more."""
        kept = {key: _kept(each) for key, each in fresh.items()}
        self._settings.set(SETTING, {"last": last, "guests": kept})
        gone = {each.number for each in self._by_key.values()} - {each.number for each in fresh.values()}
        self._by_key, self._last = fresh, last
        self._noted = {each.number: each.seen for each in fresh.values()}
        for number in gone:
            for callback in self._ended:
                callback(number)


def hash_of(key: str) -> str:
    """Return how a key is kept."""
    return hashlib.sha256(key.encode()).hexdigest()


def _seen(guest: Guest, now: float) -> Guest:
    return Guest(guest.number, guest.role, guest.seat, guest.device, guest.since, max(guest.seen, now))


def _kept(guest: Guest) -> dict[str, Any]:
    return {
        "n": guest.number, "role": guest.role.value, "seat": guest.seat, "device": guest.device,
        "since": guest.since, "seen": guest.seen,
    }  # fmt: skip


def _read(value: Any) -> tuple[int, dict[str, Guest]]:
    """Return the last number and the guests of a setting; what cannot be read lets nobody in."""
    try:
        found = {key: _guest(each) for key, each in value["guests"].items()}
        return max([int(value["last"]), *(each.number for each in found.values())]), found
    except (AttributeError, KeyError, TypeError, ValueError):
        return 0, {}


def _guest(value: Mapping[str, Any]) -> Guest:
    role, since, seen = CallerRole(value["role"]), float(value["since"]), float(value["seen"])
    return Guest(value["n"], role, value["seat"], value["device"], since, seen)
