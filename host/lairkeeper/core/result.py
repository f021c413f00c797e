"""The answers of ``decide``: events, or a refusal that teaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from .command import Command
from .quick import quick

if TYPE_CHECKING:
    from .events import Event
    from .state import State

Args: TypeAlias = Mapping[str, Any]
"""Arguments of a text. Keys tell how to show a value: ``card``, ``cards``, ``kind`` are components or kinds
(shown by name), ``seat``, ``by``, ``target`` seats, ``rule`` a rule key; everything else is shown as it is."""


@quick
@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing happened, and why. ``cite`` is a rule key of the game's texts (``rule.<cite>`` is the heading)."""

    code: str
    args: Args = field(default_factory=dict)
    cite: str | None = None
    forcible: bool = False
    """True when the same command with ``force`` would be accepted: the table is right."""
    invalid: bool = False
    """True: never legal here (a typo, an unknown card). False: unavailable now, and the players learn why."""


@quick
@dataclass(frozen=True, slots=True)
class Accepted:
    """The events that follow. ``unverified`` names the checks that this tracking level cannot make."""

    events: tuple[Event, ...]
    unverified: tuple[str, ...] = ()
    after: State | None = field(default=None, compare=False, repr=False)
    """The state after the events, which deciding has worked out anyway; the events alone are the truth."""


Decision: TypeAlias = Accepted | Refused


@quick
@dataclass(frozen=True, slots=True)
class Offer:
    """An option a viewer may know of, allowed or not."""

    command: Command
    refusal: Refused | None = None
    spoken: bool = False
    """Only meant when its verb was said first (a bare tap on a token is a gain, never a loss)."""
    tapped: bool = False
    """Its target is tapped, never filled in, be it the only legal one: the piece may lie on a wrong one."""
