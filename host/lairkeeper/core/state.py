"""Everything true at one moment of a match, by value. Nothing is ever changed: the next moment shares what stays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .events import Data, Facts, Label
from .ids import Path, Seat, kind_of
from .quick import quick, replace

APP: Final = "app"
"""The knower that has seen what an antenna read, through card backs too."""
BANK: Final = "bank"
"""The purse that belongs to nobody. It is endless when the state holds no such purse."""
NOTHING: Final[Mapping[Any, Any]] = {}


@quick
@dataclass(frozen=True, slots=True)
class Prompt:
    """An open question. ``seats`` are those who must answer, ``answers`` what has come in, by seat."""

    id: int
    code: str
    args: Data = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    sealed: bool = False
    cite: str | None = None
    answers: Mapping[Seat, Data] = field(default_factory=dict)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Return the seats that have not answered yet."""
        return tuple(seat for seat in self.seats if seat not in self.answers)


@quick
@dataclass(frozen=True, slots=True)
class Frame:
    """One level of what is going on: a phase, a step, an attack, a question. The last of the stack runs."""

    id: int
    kind: str
    data: Data = field(default_factory=dict)
    queued: bool = False
    """True until a frame that waits behind another one has started."""
    prompt: Prompt | None = None


@quick
@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on something: frozen, exhausted, committed, a discount."""

    name: str
    owner: Seat | None
    amount: int = 1
    until: str | None = None


@quick
@dataclass(frozen=True, slots=True)
class Pool:
    """Cards known together but not one by one: how many lie at each place, and which they are in all."""

    places: Mapping[Path, int]
    contents: Mapping[Label, int]

    @property
    def total(self) -> int:
        """Return the number of cards in the pool."""
        return sum(self.contents.values())


@quick
@dataclass(frozen=True, slots=True)
class State:
    """One moment. ``rules`` is the game's ruleset object; ``where`` is the zone of each piece in ``zones``.

    A pool is named after the first of its places; ``pooled`` tells the pool of each such place.
    """

    game: str
    level: str
    seats: tuple[Seat, ...]
    rules: Any
    active: Seat | None = None
    turn: int = 0
    zones: Mapping[Path, tuple[Label, ...]] = field(default_factory=dict)
    where: Mapping[Label, Path] = field(default_factory=dict)
    facts: Mapping[Label, Facts] = field(default_factory=dict)
    known: Mapping[Label, tuple[str, ...]] = field(default_factory=dict)
    pools: Mapping[Path, Pool] = field(default_factory=dict)
    pooled: Mapping[Path, Path] = field(default_factory=dict)
    purses: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    counters: Mapping[Path, int] = field(default_factory=dict)
    marks: Mapping[str, tuple[Mark, ...]] = field(default_factory=dict)
    attached: Mapping[Label, str] = field(default_factory=dict)
    frames: tuple[Frame, ...] = ()
    next_id: int = 1
    winners: tuple[Seat, ...] | None = None

    def _replace(self, **changes: Any) -> State:
        """Return the state with some fields changed."""
        return replace(self, **changes)

    @property
    def finished(self) -> bool:
        """Return True when the match is over, with or without winners."""
        return self.winners is not None

    @property
    def top(self) -> Frame | None:
        """Return the frame that runs."""
        return self.frames[-1] if self.frames else None

    @property
    def prompt(self) -> Prompt | None:
        """Return the open question."""
        return self.frames[-1].prompt if self.frames else None

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        """Return all seats in turn order, ``start`` first."""
        at = self.seats.index(start)
        return self.seats[at:] + self.seats[:at]

    def zone(self, path: Path) -> tuple[Label, ...]:
        """Return the known pieces at a place, top first."""
        return self.zones.get(path, ())

    def size(self, path: Path) -> int:
        """Return how many pieces lie at a place, known or not."""
        known, pool = len(self.zones.get(path, ())), self.pooled.get(path)
        return known if pool is None else known + self.pools[pool].places.get(path, 0)

    def printed(self, label: Label) -> Facts:
        """Return the facts that a piece had when it was placed, by its kind when only that was known then."""
        found = self.facts.get(label)
        return self.facts.get(kind_of(label), NOTHING) if found is None else found

    def marked(self, target: str, name: str) -> int:
        """Return how often something bears a mark, all owners together."""
        found = 0
        for mark in self.marks.get(target, ()):
            if mark.name == name:
                found += mark.amount
        return found
