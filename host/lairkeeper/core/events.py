"""The closed set of things that can happen. Games name zones, counters and marks; they never add an event type.

Every field is a plain value (text, number, tuple, mapping of those), so that an event is its own log line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .ids import Component, Kind, Path, Seat
from .quick import quick

Facts: TypeAlias = Mapping[str, Any]
Data: TypeAlias = Mapping[str, Any]
Label: TypeAlias = Component | Kind
"""A component, or a bare kind where nobody knows which copy it is."""


@quick
@dataclass(frozen=True, slots=True)
class Placed:
    """A piece enters the match, with the printed facts it had at that moment."""

    card: Label
    zone: Path
    facts: Facts = field(default_factory=dict)
    index: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Moved:
    """A known piece goes from one place to another. Index 0 is the top; None puts it last.

    Leaving a pool, a component that was only known by kind gets its copy number.
    """

    card: Label
    source: Path
    target: Path
    index: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Faced:
    """Who knows this card from now on: seats, ``table`` (everybody), ``app`` (an antenna read it, sealed)."""

    card: Label
    to: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class Shuffled:
    """The cards of a place are known together but no longer one by one: it becomes a pool."""

    zone: Path


@quick
@dataclass(frozen=True, slots=True)
class PoolShifted:
    """``count`` cards went from one place to another and nobody scanned them."""

    source: Path
    target: Path
    count: int


@quick
@dataclass(frozen=True, slots=True)
class PoolsMerged:
    """Nobody can tell any more which card is in which of these places."""

    places: tuple[Path, ...]


@quick
@dataclass(frozen=True, slots=True)
class Paid:
    """Tokens, by denomination, from one purse to another (``bank`` is one of them)."""

    payer: str
    payee: str
    tokens: Mapping[int, int]


@quick
@dataclass(frozen=True, slots=True)
class Counted:
    """A counter went up or down: power, reputation, damage."""

    counter: Path
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class Marked:
    """A piece, seat or place bears a mark, until ``until`` (a moment that the game names; None: for good)."""

    target: str
    name: str
    owner: Seat | None = None
    amount: int = 1
    until: str | None = None


@quick
@dataclass(frozen=True, slots=True)
class Unmarked:
    """A mark is gone; ``owner`` None takes it away whoever put it."""

    target: str
    name: str
    owner: Seat | None = None


@quick
@dataclass(frozen=True, slots=True)
class Attached:
    """A card lies under or on another one (None: it no longer does)."""

    card: Label
    to: str | None


@quick
@dataclass(frozen=True, slots=True)
class FramePushed:
    """A phase, step or question begins. ``queued``: it waits behind the frame that runs now."""

    id: int
    kind: str
    data: Data = field(default_factory=dict)
    queued: bool = False


@quick
@dataclass(frozen=True, slots=True)
class FrameSet:
    """Some data of a frame change; the others stay. A queued frame starts with it."""

    id: int
    data: Data


@quick
@dataclass(frozen=True, slots=True)
class FramePopped:
    """A frame is over, and so is its question."""

    id: int


@quick
@dataclass(frozen=True, slots=True)
class Asked:
    """A frame asks. ``seats`` must each answer (none: whoever may act); ``sealed`` keeps answers until all are in."""

    frame: int
    prompt: int
    code: str
    args: Data = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    sealed: bool = False
    cite: str | None = None


@quick
@dataclass(frozen=True, slots=True)
class Answered:
    """One seat has answered a question; ``sealed``: for the app alone, until all have."""

    prompt: int
    seat: Seat | None
    answer: Data = field(default_factory=dict)
    sealed: bool = False


@quick
@dataclass(frozen=True, slots=True)
class SeatsOrdered:
    """Who plays in which order and whose turn it is; ``active`` None is nobody's turn."""

    seats: tuple[Seat, ...]
    active: Seat | None
    turn: int


@quick
@dataclass(frozen=True, slots=True)
class LevelSet:
    """From now on this much is tracked."""

    level: str


@quick
@dataclass(frozen=True, slots=True)
class Adjusted:
    """The next events correct the app, not the game; what and why."""

    path: Path
    amount: int
    by: Seat | None = None
    why: str = ""


@quick
@dataclass(frozen=True, slots=True)
class Overruled:
    """The table did it although the rules say no; which refusal, who and why."""

    move: str
    code: str
    by: Seat | None
    why: str


@quick
@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over; two or more winners share it."""

    winners: tuple[Seat, ...]


Event: TypeAlias = (
    Placed
    | Moved
    | Faced
    | Shuffled
    | PoolShifted
    | PoolsMerged
    | Paid
    | Counted
    | Marked
    | Unmarked
    | Attached
    | FramePushed
    | FrameSet
    | FramePopped
    | Asked
    | Answered
    | SeatsOrdered
    | LevelSet
    | Adjusted
    | Overruled
    | Finished
)
EVENT_TYPES: tuple[type[Event], ...] = (
    Placed,
    Moved,
    Faced,
    Shuffled,
    PoolShifted,
    PoolsMerged,
    Paid,
    Counted,
    Marked,
    Unmarked,
    Attached,
    FramePushed,
    FrameSet,
    FramePopped,
    Asked,
    Answered,
    SeatsOrdered,
    LevelSet,
    Adjusted,
    Overruled,
    Finished,
)
