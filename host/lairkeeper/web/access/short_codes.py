"""Short codes that let one device in without anybody at the table: shown once, single use, good for five minutes."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final

from lairkeeper.core.ids import Seat

from .guests import hash_of
from .roles import CallerRole

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""32 letters and digits; none is taken for another."""
LENGTH: Final = 8
"""Letters of a code: 32**8 codes. With ``ALL_PER_S`` tries a second, one code is guessed once in 36 million lives."""
LIFE_S: Final = 300.0
TRIES: Final = 3
"""Wrong codes from one address before it must wait."""
WAIT_S: Final = 60.0
ALL_PER_S: Final = 100
"""Tries that are looked at in one second, from all addresses together."""
ADDRESSES: Final = 1000
"""Addresses whose wrong tries are remembered; the oldest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The role, and the seat, that a code gives."""

    role: CallerRole
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Wrong:
    """A code that opened nothing: tries that are left, or seconds to wait."""

    tries: int
    seconds: int = 0


class ShortCodes:
    """The codes that are good now. They live in memory alone: a restart ends them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._codes: dict[str, tuple[Pass, float]] = {}
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._tries: deque[float] = deque()

    def new(self, role: CallerRole, seat: Seat | None) -> str:
        """Return a new code, seen in clear only now. It ends the one for the same role and seat."""
        given = Pass(role, seat)
        now = self._clock()
        self._codes = {key: each for key, each in self._codes.items() if each[0] != given and each[1] > now}
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        self._codes[hash_of(code)] = (given, now + LIFE_S)
        return code

    def use(self, typed: str, address: str) -> Pass | Wrong:
        """Return what a code gives, and end it; for a wrong one, what is left to ``address``."""
        now = self._clock()
        tries, since = self._wrong.get(address, (0, 0.0))
        if tries >= TRIES and (left := since + WAIT_S - now) > 0:
            return Wrong(0, ceil(left))
        while self._tries and self._tries[0] <= now - 1.0:
            self._tries.popleft()
        if len(self._tries) >= ALL_PER_S:
            return Wrong(TRIES, 1)
        self._tries.append(now)
        name = hash_of("".join(typed.upper().replace("-", " ").split()))
        found, until = self._codes.get(name, (None, 0.0))
        if found is None or until <= now:
            return self._note_wrong(address, tries, now)
        del self._codes[name]
        self._wrong.pop(address, None)
        return found

    def _note_wrong(self, address: str, tries: int, now: float) -> Wrong:
        tries = tries + 1 if tries < TRIES else 1
        self._wrong[address] = (tries, now)
        self._wrong.move_to_end(address)
        while len(self._wrong) > ADDRESSES:
            self._wrong.popitem(last=False)
        return Wrong(TRIES - tries, int(WAIT_S) if tries == TRIES else 0)
