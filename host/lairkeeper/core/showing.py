"""Derive from the states what a record showed to somebody who did not know it: no game can forget it.

A place is as open as the game's ``sees`` says, and the unseen cards of a pool are hidden whatever it says, unless the
game names their place in ``face_up``. Nothing is stored: an undo asks this of the records that it would take back, and
old logs answer like new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from . import events as ev
from .command import Command
from .events import Event, Label
from .evolve import evolve
from .game import Game
from .ids import TABLE, Path, Seat, kind_of
from .record import Record
from .state import Pool, State
from .views import PUBLIC, SECRET, knows

Holder: TypeAlias = Callable[[State, Path], Seat | None]
_HAND: Final = "hand"
_BOX: Final = "box"
"""The place, or the first word of places, of what does not take part: anybody may look through it."""


def seat_of(state: State, path: Path) -> Seat | None:
    """Return the seat that a place is named after: what follows one of its dots, for names have dots, too."""
    name = path
    while name:
        name = name.partition(".")[2]
        if name in state.seats:
            return name
    return None


def in_box(path: Path) -> bool:
    """Return True for a place of what does not take part."""
    return path.partition(".")[0] == _BOX


def held_in(*heads: str) -> Holder:
    """Return a ``Kernel.holder`` for hands whose places begin with one of these words."""

    def holder(state: State, path: Path) -> Seat | None:
        return seat_of(state, path) if path.partition(".")[0] in heads else None

    return holder


in_hand: Final = held_in(_HAND)
"""The holder in a game whose hands are all called ``hand.SEAT``."""


def shows(game: Game, before: State, command: Command | None, events: Iterable[Event]) -> bool:
    """Return True when these events showed a piece, or a sealed answer, to somebody who did not know it.

    A card that a player moves openly out of the own hand does not count: only that player gives something away by it.
    """
    events = tuple(events)
    if any(isinstance(event, ev.LevelSet) for event in events):
        return False  # the app begins or stops to follow cards; nobody sees another card by that
    record = _Record(game, before, command)
    return any(record.shows(event) for event in events) or record.told(events)


def tells(game: Game, state: State, record: Record, args: Mapping[str, Any]) -> bool:
    """Return True when words about a command name a card that the table may not know in this state.

    What the log says of the command everybody has read.
    """
    if record.command is None:
        return False
    about = _Record(game, state, record.command)
    read = {kind_of(name) for name in words(game.log(record.command, record.events)[1])}
    return any(
        kind_of(name) not in read and about.hides(name) for name in words(args) if name not in state.seats
    )  # fmt: skip


class _Record:
    """One record, event by event. ``state`` is the state before the next event."""

    def __init__(self, game: Game, before: State, command: Command | None) -> None:
        self._game = game
        self._before = before
        self._command = command
        self._holder: Holder = getattr(game, "holder", in_hand)
        self._face_up: frozenset[Path] = getattr(game, "face_up", frozenset())
        self._held: dict[Label, Seat] = {}
        """Cards that came out of a hand in this record: their holder knows them."""
        self._handled: set[str] = set()
        self.state = before

    def shows(self, event: Event) -> bool:
        """Return True when this event shows something; ``state`` is then the state after it."""
        before, self.state = self.state, evolve(self.state, event)
        match event:
            case ev.Moved(card, source, target):
                return self._moved(before, card, source, target)
            case ev.Placed(card, zone):
                return self._is_meant(card) and seat_of(before, zone) is None and self._learners(before, card) != []
            case ev.Faced(card, to):
                return TABLE in to or any(seat in to and not self._knew(before, seat, card) for seat in before.seats)
            case ev.PoolShifted(source, target, count):
                owner = seat_of(before, target)
                return count > 0 and owner is not None and owner != self._holder(before, source)
            case ev.Answered(prompt, _, _, True):
                # The last sealed answer opens all of them.
                return any(
                    frame.prompt is not None and frame.prompt.id == prompt and not frame.prompt.waiting
                    for frame in self.state.frames
                )
        return False

    def hides(self, name: str) -> bool:
        """Return True when this names a card that the table cannot see now."""
        return self._hidden(self.state, name)

    def told(self, events: tuple[Event, ...]) -> bool:
        """Return True when the log line names a card that the table cannot see.

        The card stays where it is hidden, such as one shown from a hand.
        """
        if self._command is None:
            return False
        _, args = self._game.log(self._command, events)
        return any(
            kind_of(name) not in self._handled and self._hidden(self._before, name) and self._hidden(self.state, name)
            for name in words(args)
            if name not in self._before.seats  # a player may be called like a card
        )

    def _moved(self, before: State, card: Label, source: Path, target: Path) -> bool:
        self._handled.add(kind_of(card))
        holder = self._holder(before, source)
        if holder is not None:
            self._held[card] = holder
        if _alike(before, source) or in_box(source) or source in self._face_up:
            return False
        learners = self._learners(before, card, target)
        if TABLE in learners:
            return holder is None or holder != self._actor(before, target)
        return any(learner != holder for learner in learners)

    def _is_meant(self, card: Label) -> bool:
        """Return True when the tap was about this piece; False for a figure or counter that comes along with it."""
        named = self._command.card if self._command is not None else None
        return named is None or kind_of(named) == kind_of(card)

    def _learners(self, before: State, card: Label, target: Path | None = None) -> list[str]:
        """Return who knows where this card is now and did not before; the table stands for everybody."""
        if self._sees(self.state, TABLE, card):
            return [] if self._sees(before, TABLE, card) else [TABLE]
        found = [
            seat for seat in before.seats if self._sees(self.state, seat, card) and not self._knew(before, seat, card)
        ]
        owner = self._receiver(card, target) if target is not None else None
        if owner is not None and owner not in found and not self._knew(before, owner, card):
            found.append(owner)
        return found

    def _receiver(self, card: Label, target: Path) -> Seat | None:
        """Return who looks at a card that nobody else sees: its holder, or the seat whose unseen cards it joined."""
        unseen = card not in self.state.where
        return self._holder(self.state, target) or (seat_of(self.state, target) if unseen else None)

    def _knew(self, state: State, seat: Seat, card: Label) -> bool:
        at = self._before.where.get(card)
        held = at is not None and self._holder(self._before, at) == seat
        return held or self._held.get(card) == seat or self._sees(state, seat, card)

    def _sees(self, state: State, viewer: str, card: Label) -> bool:
        at = state.where.get(card)
        return at is not None and (knows(state, viewer, card) or self._open(state, at, viewer, card))

    def _open(self, state: State, path: Path, viewer: str, card: Label) -> bool:
        sees = getattr(self._game, "sees", None)
        if sees is not None:
            return bool(sees(state, path, viewer) == PUBLIC)
        zone = self._game.view(state, viewer).zones.get(path)
        return zone is not None and card in (zone.cards or ())

    def _hidden(self, state: State, name: str) -> bool:
        """Return True when this names a card that the table cannot see: a hidden one, or one of unlike unseen ones."""
        kind = kind_of(name)
        if any(kind_of(card) == kind and self._sees(state, TABLE, card) for card in state.where):
            return False  # a copy of it lies open
        return name in state.where or any(
            name in pool.contents or kind in pool.contents
            for pool in state.pools.values()
            if len({kind_of(card) for card in pool.contents}) > 1 and self._followed(state, pool)
        )

    def _followed(self, state: State, pool: Pool) -> bool:
        """Return True when the table may know that cards lie there.

        Where it may not, this level leaves them to the players.
        """
        sees = getattr(self._game, "sees", None)
        return sees is None or any(n and sees(state, path, TABLE) != SECRET for path, n in pool.places.items())

    def _actor(self, state: State, target: Path) -> Seat | None:
        """Return who plays a card; where nobody said it, the active seat if it plays to its own place."""
        said = self._command.by if self._command is not None else None
        return said or (state.active if state.active == seat_of(state, target) else None)


def _alike(state: State, path: Path) -> bool:
    """Return True when the unseen cards there are copies of one kind, as in a stack of Kicks.

    Taking one of them shows nothing. The last card of a pile is turned up like every other.
    """
    at = state.pooled.get(path)
    if at is None or state.zone(path):
        return False
    pool = state.pools[at]
    return pool.total > 1 and len({kind_of(card) for card in pool.contents}) == 1


def words(value: Any) -> Iterator[str]:
    """Yield all words in the arguments of a text."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from words(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from words(each)
