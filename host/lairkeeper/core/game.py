"""The seam between the kernel and a game: what a game is to everybody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, Final, Protocol

from .command import Command
from .events import Event, Label
from .header import Header
from .ids import Kind, Path
from .printed import Printed
from .result import Accepted, Decision, Offer, Refused
from .state import State
from .view import Scoreboard, View


class CatalogKind(Protocol):
    """One printed kind of piece, as far as anybody outside the game needs it.

    ``copies`` None: as many as the owner has; 0: the same, and none until the owner lists one.
    """

    @property
    def kind(self) -> Kind: ...
    @property
    def names(self) -> Mapping[str, str]: ...
    @property
    def copies(self) -> int | None: ...
    @property
    def zone(self) -> str: ...


class Catalog(Protocol):
    """All kinds of a game's pieces, in the order in which they are best enrolled."""

    @property
    def kinds(self) -> Mapping[Kind, CatalogKind]: ...


@dataclass(frozen=True, slots=True)
class MoveSpec:
    """One move as a player may write it in a play: required and optional arguments of the command."""

    name: str
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    anytime: bool = False
    frames: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class RefusalSpec:
    """One refusal code; ``forcible``: the table may insist; ``core``: every game has it."""

    code: str
    forcible: bool = False
    core: bool = False


@dataclass(frozen=True, slots=True)
class PromptSpec:
    """One question and the codes of its options."""

    code: str
    options: tuple[str, ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class PathSpec:
    """One state path pattern, such as ``purse.SEAT``, with the type of its value."""

    path: Path
    type: str


@dataclass(frozen=True, slots=True)
class Slots:
    """The row of open cards that readers ``slot-1``, ``slot-2`` … lie beside; ``single``: one piece a reader."""

    path: Path = "line-up"
    single: bool = True


LINE_UP: Final = Slots()
"""The row of a game that says no other."""


class Game(Protocol):
    """A game: data and pure functions. Nothing here keeps anything between two calls."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> Mapping[str, str]: ...
    @property
    def players(self) -> tuple[int, int]: ...
    @property
    def levels(self) -> tuple[str, ...]: ...
    @property
    def default_level(self) -> str:
        """The level that a new match is begun at unless another is chosen."""
        ...

    @property
    def languages(self) -> tuple[str, ...]: ...
    @property
    def version(self) -> int: ...
    @property
    def catalog(self) -> Catalog: ...
    @property
    def printed(self) -> Printed: ...
    @property
    def slots(self) -> Slots: ...
    @property
    def denominations(self) -> tuple[int, ...] | Callable[[Any], tuple[int, ...]]:
        """What tokens are worth; ``(1,)`` where points are kept on a tracker and not paid in tokens."""
        ...

    @property
    def locations(self) -> tuple[Path, ...]: ...
    @property
    def ruleset_type(self) -> type[Any]: ...
    @property
    def texts_dir(self) -> Traversable: ...
    @property
    def plays_dir(self) -> Traversable: ...
    @property
    def moves(self) -> tuple[MoveSpec, ...]: ...
    @property
    def refusals(self) -> tuple[RefusalSpec, ...]: ...
    @property
    def prompts(self) -> tuple[PromptSpec, ...]: ...
    @property
    def paths(self) -> tuple[PathSpec, ...]: ...

    def blank(self, header: Header) -> State:
        """The state before the first event: names, level and ruleset only. The header must have been accepted."""
        ...

    def start(self, header: Header) -> Decision:
        """Set the match up, or say why this header cannot be played."""
        ...

    def offers(self, state: State, viewer: str, naming: Label | None = None) -> tuple[Offer, ...]:
        """Every option that this viewer may know of, allowed or not; ``naming`` keeps those about one piece."""
        ...

    def possible(self, state: State, viewer: str, naming: Label | None = None) -> tuple[Offer, ...]:
        """What this viewer could mean, judged by all that the app has read, hidden cards too: for reading tags.

        No page shows it: whether a card is in it tells who holds that card.
        """
        ...

    def decide(self, state: State, command: Command) -> Decision:
        """Events or a refusal. Pure: the same arguments give the same answer, for ever."""
        ...

    def view(self, state: State, viewer: str) -> View:
        """All that this viewer may know."""
        ...

    def score(self, state: State, viewer: str) -> Scoreboard:
        """The standing as this viewer may know it, with its breakdown."""
        ...

    def lookup(self, state: State, path: Path) -> Any:
        """The value at a state path as a plain JSON value; raises ``PathError`` for a path that is none."""
        ...

    def log(self, command: Command, events: tuple[Event, ...]) -> tuple[str, Mapping[str, Any]]:
        """What a log line says about a command: text ``log.<code>`` and its arguments, fit for everybody's eyes."""
        ...

    def veiled(self, state: State, card: Label) -> bool:
        """Whether nobody may be told what an antenna reads of this card now: it is shown as a card, face down."""
        ...

    def replace(self, state: State, event: Event) -> tuple[Event, ...]:
        """What happens instead of an event; the event alone when nothing replaces it."""
        ...


__all__ = [
    "Accepted",
    "Catalog",
    "CatalogKind",
    "Decision",
    "Game",
    "MoveSpec",
    "Offer",
    "PathSpec",
    "PromptSpec",
    "RefusalSpec",
    "Refused",
    "Slots",
]
