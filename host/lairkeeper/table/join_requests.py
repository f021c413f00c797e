"""Devices that ask to be let in, and the tap of a seat token that lets a player's phone in."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.ids import Seat
from lairkeeper.store import InboxRow, Store
from lairkeeper.table.clocks import Clock
from lairkeeper.table.inbox_rows import TAG_KINDS, sighting_of
from lairkeeper.table.last_scan import APPLIED
from lairkeeper.table.phone_readers import is_phone
from lairkeeper.table.scan_feedback import Feedback
from lairkeeper.tags import Registry

LIFE_S: Final = 120.0
"""Seconds in which somebody must answer."""
MOST: Final = 12
"""Requests that wait at once; more are refused, so that a flood pushes nobody out."""
OF_ONE: Final = 3
"""Of these, from one address."""
OUTCOME: Final = "let-in"
"""The outcome that the inbox keeps of the tap of a seat token that let a phone in."""
_SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A device that asks. ``role`` is as the pages name it; ``sign`` stands on both screens, so that people compare.

    ``key_hash`` is the hash of the key that the device has; ``at`` is by the steady clock.
    """

    number: int
    key_hash: str
    role: str
    seat: Seat | None
    device: str
    address: str
    sign: str
    at: float
    row: int
    """The last scan in the inbox before the request: an earlier tap lets nobody in."""


class JoinRequests:
    """The requests that wait. ``seats`` returns the seats of the match on the table, in order."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        feedback: Feedback,
        changed: Callable[[], None],
        steady: Clock,
        seats: Callable[[], Sequence[Seat]],
    ) -> None:
        self.let_in: Callable[[JoinRequest], object] = lambda request: None
        """Lets a device in; the pages set it. It may raise ``StoreError``, and then nobody is in."""
        self._store = store
        self._registry = registry
        self._feedback = feedback
        self._changed = changed
        self._steady = steady
        self._seats = seats
        self._waiting: dict[int, JoinRequest] = {}
        self._last = 0
        self.version = 0
        """Grows with each change."""

    def __iter__(self) -> Iterator[JoinRequest]:
        now = self._steady()
        return iter([each for each in self._waiting.values() if now - each.at < LIFE_S])

    @property
    def deadline(self) -> float | None:
        """Return when the oldest request ends, by the steady clock."""
        return min((each.at + LIFE_S for each in self._waiting.values()), default=None)

    def of(self, key_hash: str) -> JoinRequest | None:
        """Return the request of the device with this key, if it waits."""
        return next((each for each in self if each.key_hash == key_hash), None)

    def by_tap(self, request: JoinRequest) -> bool:
        """Return True when a tap of the seat token answers: a device asks for a seat, and no other for the same one."""
        return request.seat is not None and sum(each.seat == request.seat for each in self) == 1

    def ask(self, key_hash: str, role: str, seat: Seat | None, device: str, address: str = "") -> JoinRequest | None:
        """Note a request from a network ``address``; None when too many wait, from there or in all."""
        waiting = list(self)
        if len(waiting) >= MOST or sum(each.address == address for each in waiting) >= OF_ONE:
            return None
        self._last += 1
        sign = "".join(secrets.choice(_SIGNS) for _ in range(4))
        row = next((each.id for each in self._store.inbox.recent(1)), 0)
        request = JoinRequest(self._last, key_hash, role, seat, device, address, sign, self._steady(), row)
        self._waiting = {each.number: each for each in (*waiting, request)}
        self._tell()
        return request

    def grant(self, number: int) -> JoinRequest | None:
        """Let a device in; None when it does not wait any more. Raises ``StoreError``; then it waits on."""
        request = next((each for each in self if each.number == number), None)
        if request is not None:
            self.let_in(request)
            del self._waiting[number]
            self._tell()
        return request

    def refuse(self, number: int) -> bool:
        """Send a device away; return False when it does not wait any more."""
        known = self._waiting.pop(number, None) is not None
        if known:
            self._tell()
        return known

    def forget(self, key_hash: str) -> None:
        """Drop the request of a device that asks no more."""
        if (request := self.of(key_hash)) is not None:
            self.refuse(request.number)

    def look_at_the_clock(self) -> None:
        """Drop what nobody has answered."""
        alive = {each.number: each for each in self}
        if len(alive) != len(self._waiting):
            self._waiting = alive
            self._tell()

    def pump(self, now: float | None = None) -> None:
        """Take up the tap of each seat token whose seat is asked for; every other scan is left to the match."""
        seats = self._seats()
        asked = [each for each in self if each.seat in seats and self.by_tap(each)]
        wanted = {f"seat-{seats.index(each.seat) + 1}": each for each in asked}
        if not wanted:
            return
        for row in self._store.inbox.after(min(each.row for each in wanted.values())):
            request = wanted.get(self._kind(row)) if row.outcome is None else None
            if request is None or row.id <= request.row:
                continue
            del wanted[self._kind(row)]
            self._store.inbox.consume([row.id], OUTCOME)
            self.grant(request.number)
            self._feedback(row.event, APPLIED)

    def _kind(self, row: InboxRow) -> str:
        """Return the kind of the piece that was laid down; empty when it was taken away, or is none.

        What a phone says that it has read lets nobody in: it need not hold the token.
        """
        if row.event.kind not in TAG_KINDS or row.event.kind == "-" or is_phone(row.event.device):
            return ""
        return (sighting_of(row, self._registry).component or "").partition("#")[0]

    def _tell(self) -> None:
        self.version += 1
        self._changed()
