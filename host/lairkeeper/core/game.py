"""The seam between the kernel and a game: what a game is to everybody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, Final, Protocol

from .command import Command
from .events import Event, Facts, Label
from .face import Face
from .header import Header
from .ids import Kind, Path
from .printed import Printed
from .result import Accepted, Decision, Offer, Refused
from .state import State
from .view import Reason, Scoreboard, View


class CatalogKind(Protocol):
    """One printed kind of piece, as far as anybody outside the game needs it.

    ``copies`` None: as many as the owner has; 0: the same, and none until the owner lists one.
    """

    @property
    def kind(self) -> Kind:
        """Return the id of the kind, in kebab case."""
        ...

    @property
    def names(self) -> Mapping[str, str]:
        """Return the names of the kind by language."""
        ...

    @property
    def copies(self) -> int | None:
        """Return the number of copies in the box; the class says what None and 0 mean."""
        ...

    @property
    def zone(self) -> str:
        """Return the sort of piece that the kind belongs to."""
        ...


class Catalog(Protocol):
    """All kinds of a game's pieces, in the order in which they are best enrolled."""

    @property
    def kinds(self) -> Mapping[Kind, CatalogKind]:
        """Return the kinds by id, in the order of enrolment."""
        ...


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


@dataclass(frozen=True, slots=True)
class Fan:
    """The moves that one player now makes with several cards laid at once, such as a hand that is fanned out.

    ``now``: the step that runs takes them; otherwise one that waits for it does.
    """

    moves: frozenset[str]
    now: bool


class Game(Protocol):
    """A game: data and pure functions. Nothing here keeps anything between two calls."""

    @property
    def id(self) -> str:
        """Return the id by which a log names the game."""
        ...

    @property
    def title(self) -> Mapping[str, str]:
        """Return the title of the game by language."""
        ...

    @property
    def bgg(self) -> int | None:
        """Return the number of the game at BoardGameGeek; None where it is not known for sure."""
        ...

    @property
    def players(self) -> tuple[int, int]:
        """Return the fewest and the most players."""
        ...

    @property
    def levels(self) -> tuple[str, ...]:
        """Return the tracking levels, the fullest last."""
        ...

    @property
    def default_level(self) -> str:
        """Return the level at which a new match begins unless another is chosen."""
        ...

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the codes of the languages in which the game has texts."""
        ...

    @property
    def version(self) -> int:
        """Return the version of the game's rules."""
        ...

    @property
    def catalog(self) -> Catalog:
        """Return the catalog of all kinds of the game's pieces."""
        ...

    @property
    def printed(self) -> Printed:
        """Return the fields printed on the cards, with their public and their proxy values."""
        ...

    @property
    def face(self) -> Callable[[Kind, Facts], Face]:
        """Return the function that says how pages draw a kind with these printed facts."""
        ...

    @property
    def slots(self) -> Slots:
        """Return the row of open cards that slot readers lie beside."""
        ...

    @property
    def denominations(self) -> tuple[int, ...] | Callable[[Any], tuple[int, ...]]:
        """Return what tokens are worth; ``(1,)`` where points are kept on a tracker and not paid in tokens."""
        ...

    @property
    def locations(self) -> tuple[Path, ...]:
        """Return the places that have their own reader at a table with many readers."""
        ...

    @property
    def tops(self) -> Mapping[Path, Path]:
        """Return the places that hold the one open card on top of a stack, with that stack."""
        ...

    @property
    def ruleset_type(self) -> type[Any]:
        """Return the dataclass of the game's house rules."""
        ...

    @property
    def texts_dir(self) -> Traversable:
        """Return the folder of the game's text catalogs."""
        ...

    @property
    def plays_dir(self) -> Traversable:
        """Return the folder of the game's plays."""
        ...

    @property
    def moves(self) -> tuple[MoveSpec, ...]:
        """Return every move that a player may write in a play."""
        ...

    @property
    def refusals(self) -> tuple[RefusalSpec, ...]:
        """Return every refusal code, those of the core among them."""
        ...

    @property
    def prompts(self) -> tuple[PromptSpec, ...]:
        """Return every question with the codes of its options."""
        ...

    @property
    def paths(self) -> tuple[PathSpec, ...]:
        """Return the pattern of every state path."""
        ...

    def blank(self, header: Header) -> State:
        """Return the state before the first event: names, level and ruleset only.

        The header must have been accepted.
        """
        ...

    def start(self, header: Header) -> Decision:
        """Set the match up, or say why this header cannot be played."""
        ...

    def offers(self, state: State, viewer: str, naming: Label | None = None) -> tuple[Offer, ...]:
        """Return every option that this viewer may know of, allowed or not; ``naming`` keeps those about one piece."""
        ...

    def possible(self, state: State, viewer: str, naming: Label | None = None) -> tuple[Offer, ...]:
        """Return what this viewer could mean, judged by all that the app has read, hidden cards too.

        This is for reading tags. No page shows it: whether a card is in it tells who holds that card.
        """
        ...

    def in_turn(self, state: State, command: Command) -> bool:
        """Return True for a move that anybody may make, and as a rule only whose turn it is does.

        Made by the next player, it tells that the turn is over.
        """
        ...

    def fan(self, state: State) -> Fan | None:
        """Return the moves for which cards may be laid as a fan; None while there are none."""
        ...

    def puts(self, state: State, card: Label) -> tuple[Path, ...]:
        """Return the places where a piece may be put by hand, by what the table may know of where it lies."""
        ...

    def decide(self, state: State, command: Command) -> Decision:
        """Return events or a refusal. Pure: the same arguments always give the same answer."""
        ...

    def check_frames(self, state: State) -> None:
        """Raise ``ValueError`` or ``LookupError`` for a step of a log that this version of the rules does not know."""
        ...

    def view(self, state: State, viewer: str) -> View:
        """Return all that this viewer may know."""
        ...

    def score(self, state: State, viewer: str) -> Scoreboard:
        """Return the standing as this viewer may know it, with its breakdown."""
        ...

    @property
    def reasons(self) -> Callable[[State], tuple[Reason, ...]]:
        """Return the function that says of a finished match why it was won, then how its ties were broken."""
        ...

    def lookup(self, state: State, path: Path) -> Any:
        """Return the value at a state path as a plain JSON value. Raises ``PathError`` for an unknown path."""
        ...

    def counts(self, command: Command, events: tuple[Event, ...]) -> bool:
        """Return True when a command only told the app where pieces lie, so that no hand moved any."""
        ...

    def log(self, command: Command, events: tuple[Event, ...]) -> tuple[str, Mapping[str, Any]]:
        """Return what a log line says about a command: text ``log.<code>`` and its arguments.

        Both are fit for everybody's eyes.
        """
        ...

    def veiled(self, state: State, card: Label) -> bool:
        """Return True when nobody may be told what an antenna reads of this card now.

        Such a card is shown as a card, face down.
        """
        ...

    def replace(self, state: State, event: Event) -> tuple[Event, ...]:
        """Return what happens instead of an event; the event alone when nothing replaces it."""
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
