"""The faults of a world, and their times: drawn from its seed before the match begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final, Self


class Kind(StrEnum):
    """The misfortunes of a simulated table."""

    HOST_DIES = "host-dies"
    """The host is killed at one of its next SQL statements; ``amount``: which."""
    HOST_LEAVES = "host-leaves"
    """The host ends as it should and is started again; ``amount``: milliseconds until then."""
    POWER = "power"
    """The board loses power between two taps; ``amount``: milliseconds without."""
    CUT = "cut"
    """The board loses power while a piece lies on a reader; ``amount``: milliseconds after it was laid down."""
    NOISE = "noise"
    """Bytes on the line change and vanish; ``amount``: milliseconds."""
    UNPLUGGED = "unplugged"
    """Nobody listens to the board; ``amount``: milliseconds."""
    FULL = "disk-full"
    """The disk takes nothing more; ``amount``: milliseconds."""
    BROKEN = "disk-fails"
    """The disk refuses with an error; ``amount``: milliseconds."""
    BUSY = "busy"
    """Another program keeps the database to itself; ``amount``: milliseconds."""
    SECOND = "second-host"
    """A second Lairkeeper is started on the same database."""
    CLOCK = "clock"
    """The wall clock steps; ``amount``: seconds, forward or back."""
    PUT_AWAY = "put-away"
    """The match is archived and resumed."""
    BACK = "back"
    """Somebody takes the last command back and does it again."""
    PAGES = "pages"
    """Every page is loaded, and the form of a page sent twice."""


_AMOUNTS: Final = {
    Kind.HOST_DIES: (1, 60),
    Kind.HOST_LEAVES: (0, 20_000),
    Kind.POWER: (0, 20_000),
    Kind.CUT: (0, 400),
    Kind.NOISE: (500, 8_000),
    Kind.UNPLUGGED: (500, 15_000),
    Kind.FULL: (500, 8_000),
    Kind.BROKEN: (500, 8_000),
    Kind.BUSY: (500, 8_000),
    Kind.SECOND: (0, 0),
    Kind.CLOCK: (-260_000, 260_000),
    Kind.PUT_AWAY: (0, 0),
    Kind.BACK: (0, 0),
    Kind.PAGES: (0, 0),
}


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One misfortune, before act ``act`` or during it."""

    act: int
    kind: Kind
    amount: int

    def __str__(self) -> str:
        return f"{self.act}:{self.kind.value}:{self.amount}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what ``str`` writes. Raises ``ValueError``."""
        act, kind, amount = text.split(":")
        return cls(int(act), Kind(kind), int(amount))


def draw(rng: Random, acts: int, share: float) -> tuple[Fault, ...]:
    """Draw misfortunes for about ``share`` of the acts, several at once among them."""
    found = []
    for act in range(acts):
        while rng.random() < share:
            kind = rng.choice(list(Kind))
            found.append(Fault(act, kind, rng.randint(*_AMOUNTS[kind])))
    return tuple(sorted(found))


def written(faults: Sequence[Fault]) -> str:
    return ",".join(map(str, faults))
