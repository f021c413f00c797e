"""The acts of the simulated players: tags put on readers, in an order, and what the players mean by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any, Protocol, runtime_checkable

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View


class Intent(StrEnum):
    """Why the tags are placed, and so what the app must make of them."""

    MOVE = "move"
    """A legal move: exactly one command must come of it."""
    TICK = "tick"
    """A piece put back after an undo, as the app's list of instructions says: one line less, and no command."""
    MISTAKE = "mistake"
    """Something that must change nothing: a card counted twice, a move out of turn, a piece of no use here."""
    STRANGER = "stranger"
    """A tag that belongs to nothing here, or somebody's phone: must change nothing."""
    JIGGLE = "jiggle"
    """A legal move whose tag wobbles on the reader: still exactly one command."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A tag laid on a reader and taken away. ``component`` is what the players think it is."""

    reader: str
    component: Component


@dataclass(frozen=True, slots=True)
class Act:
    """Taps that belong together. ``choose`` picks the option by move or option code if the app must ask."""

    intent: Intent
    taps: tuple[Tap, ...]
    choose: Mapping[str, Any] | None = None
    ends: int = 0
    """Turns that nobody has said to be over: what is done now tells it."""
    swept: bool = False
    """True for cards that pass the reader one after the other, as those of a hand that is fanned out."""
    made: int | None = None
    """Commands that must come of it, where it is not one."""

    @property
    def commands(self) -> int:
        """Return how many commands must come of it."""
        if self.made is not None:
            return self.made
        return 1 + self.ends if self.intent in (Intent.MOVE, Intent.JIGGLE) else 0


@runtime_checkable
class ReadsView(Protocol):
    """A match whose players read the open page before they act: what the app knows already it does not ask."""

    def watch(self, look: Callable[[], View]) -> None:
        """``look`` gives what the page shows at this moment."""
        ...


@runtime_checkable
class FixedRules(Protocol):
    """A match whose players know the rulebook and a few house rules only."""

    @property
    def house_rules(self) -> frozenset[str]:
        """The options that may differ from their defaults."""
        ...


@runtime_checkable
class Overfull(Protocol):
    """A match on whose table lie more copies of some cards than a box has on record."""

    @property
    def more_cards(self) -> Sequence[Component]:
        """The further copies, numbered on."""
        ...


class SimulatedMatch(Protocol):
    """A simulated match of one game: it knows the truth, and its acts are what the players do about it.

    ``acts`` yields one act at a time and assumes, when asked for the next, that the last one was understood. Once it is
    through, the truth is final.
    """

    @property
    def header(self) -> Header:
        """Return the header with which the app starts the match."""
        ...

    @property
    def readers(self) -> tuple[str, ...]:
        """Return the names of the readers on the table."""
        ...

    def acts(self) -> Iterator[Act]:
        """Everything the players do, in order."""
        ...

    def unseen(self) -> frozenset[Component]:
        """Components that no viewer may know of yet: none of them may turn up in a view or a log line."""
        ...

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Components that not everybody may know of, by seat: they may turn up in the view of such a seat alone."""
        ...

    def winners(self) -> tuple[Seat, ...]:
        """Who has won."""
        ...

    def scores(self) -> Mapping[Seat, int]:
        """Return the final scores."""
        ...

    def differences(self, view: View) -> list[str]:
        """Where the app, at the end, believes something else than is true; one sentence each."""
        ...


@dataclass(frozen=True, slots=True)
class SimulatedLevel:
    """The simulated players of a game at one tracking level.

    ``seat``: seats them for a match, from the names, the chance, the layout of the readers and the house rules.
    ``weight``: about how long a match takes for each player, beside others.
    """

    seat: Callable[[Sequence[Seat], Random, str, Mapping[str, Any]], SimulatedMatch]
    weight: float = 0.3
