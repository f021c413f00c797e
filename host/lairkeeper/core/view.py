"""The view of a match: the only thing that screens, speech, lights and bots are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .command import Command
from .ids import Component, Path, Seat
from .quick import quick
from .result import Args


@quick
@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a prompt: its text is ``option.<code>``."""

    code: str
    command: Command
    args: Args = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class PromptView:
    """A question to a viewer. Text is ``prompt.<code>``; ``seat`` None means everybody or nobody in particular."""

    id: int
    code: str
    args: Args = field(default_factory=dict)
    seat: Seat | None = None
    options: tuple[Option, ...] = ()
    cite: str | None = None


@quick
@dataclass(frozen=True, slots=True)
class ZoneView:
    """``cards`` is None where the viewer may only know the number; fewer than ``count`` where it knows some."""

    count: int
    cards: tuple[Component, ...] | None


@quick
@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a breakdown: text ``score.<code>`` with args, worth ``points``."""

    code: str
    points: int
    args: Args = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class SeatScore:
    """``low == high`` when the score is known; ``high`` None when there is no upper bound yet."""

    seat: Seat
    low: int
    high: int | None
    lines: tuple[ScoreLine, ...]
    rank: int | None = None
    tiebreak: int | None = None

    @property
    def exact(self) -> bool:
        """Return True when the score is known."""
        return self.low == self.high


@quick
@dataclass(frozen=True, slots=True)
class TeamScore:
    """Players who win together: text ``team.<code>``; bounds as of a seat."""

    code: str
    seats: tuple[Seat, ...]
    low: int
    high: int | None


@quick
@dataclass(frozen=True, slots=True)
class Scoreboard:
    """In seat order. ``winners`` is empty until the match is finished; two or more share the win.

    ``teams`` is empty where everybody plays alone.
    """

    seats: tuple[SeatScore, ...]
    winners: tuple[Seat, ...] = ()
    teams: tuple[TeamScore, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence on why a match ended as it did, or on who stands before whom: text ``ending.<code>``."""

    code: str
    args: Args = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class View:
    """A match as one viewer may know it. ``extra`` holds a game's own public facts (plain JSON values)."""

    viewer: str
    game: str
    level: str
    seats: tuple[Seat, ...]
    turn: int
    active: Seat | None
    step: str
    prompt: PromptView | None
    zones: Mapping[Path, ZoneView]
    purses: Mapping[Seat, Mapping[int, int]]
    tokens: Mapping[Seat, int]
    scoreboard: Scoreboard
    finished: bool
    extra: Args = field(default_factory=dict)
