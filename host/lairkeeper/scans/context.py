"""The context of a scan: the match as it stands, and the role of each reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from lairkeeper.core.events import Moved
from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE, Component, Seat, kind_of
from lairkeeper.core.result import Offer
from lairkeeper.core.state import State
from lairkeeper.scans.instructions import Instruction
from lairkeeper.scans.offered import Offered
from lairkeeper.scans.sighting import BUTTON, Sighting
from lairkeeper.scans.todo_list import tick_of
from lairkeeper.scans.turn_memory import TurnMemory
from lairkeeper.scans.zones import COMMON, Role, role_of

LOOK_BACK: Final = 200
"""Commands that are looked through for where a piece came from: nobody puts back what was moved hours ago."""


@dataclass(frozen=True, slots=True)
class Context:
    """``seats`` run clockwise, the first is ``seat-1``; ``zones`` is the reader-to-zone map.

    ``boards`` names the boards whose reader of a name counts; a reader that is not in it counts on any board.
    """

    game: Game
    state: State
    seats: tuple[Seat, ...]
    zones: Mapping[str, str] = field(default_factory=dict)
    viewer: str = TABLE
    can_undo: bool = False
    boards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    todo: tuple[Instruction, ...] = ()
    """Instructions that are still to be carried out by hand."""
    history: History | None = None
    """The history that led here, to tell a piece that is put back; None: that is not looked at."""
    played_on: bool = False
    """True when the match went on since: then a tap that could be a move is asked about, not taken for a tick."""
    turns: TurnMemory = field(default_factory=TurnMemory)
    """Turns that end without a word, as far as the table has agreed to them."""
    offered: Offered = field(default_factory=Offered)
    """Kept from one context of a match to the next: most of them are of the same state."""

    def role(self, zone: str) -> Role:
        """Return the role of this reader."""
        return role_of(zone, self.zones, self.seats, self.game.slots)

    def role_for(self, sighting: Sighting) -> Role:
        """Return the role of a sighting's reader; a board's button is pressed for the whole table."""
        return COMMON if sighting.kind == BUTTON else self.role(sighting.zone)

    def tick(self, sighting: Sighting) -> int | None:
        """Return the index of the line of the list that this scan ticks off."""
        if sighting.component is None or sighting.game != self.game.id:
            return None
        return tick_of(self.todo, sighting.component, self.role_for(sighting))

    def came_from(self, card: Component, role: Role) -> int | None:
        """Return how many commands must be taken back for this piece to lie where this reader is again.

        Only for a piece whose last move, at most 200 commands ago, led away from here. Only for readers that are a
        place or a tray: at a tap point it is where it lies, wherever that is.
        """
        here = self.state.where.get(card)
        if self.history is None or here is None or role.covers(here):
            return None
        for n, record in enumerate(islice(reversed(self.history.live), min(LOOK_BACK, len(self.history.live) - 1)), 1):
            if record.edit is not None:
                return None
            for event in reversed(record.events):
                if isinstance(event, Moved) and event.card == card:
                    return n if event.target == here and role.covers(event.source) else None
        return None

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Return all that may be done or is refused, as the match stands."""
        return self.offered.by(self.game, self.state, self.viewer)

    def naming(self, component: Component) -> tuple[Offer, ...]:
        """Return the options that name this piece, by its copy or by its kind."""
        kind = kind_of(component)
        found = self.offered.by(self.game, self.state, self.viewer, component)
        return tuple(
            offer
            for offer in found
            if offer.command.card in (component, kind) or offer.command.target in (component, kind)
        )

    def moving(self, moves: tuple[str, ...]) -> tuple[Offer, ...]:
        """Return the options with one of these moves."""
        return tuple(offer for offer in self.offers if offer.command.move in moves)

    def choosing(self, seats: tuple[Seat, ...]) -> tuple[Offer, ...]:
        """Return the answers to the open question that consist of naming the last of these seats."""
        if self.state.prompt is None or not seats:
            return ()
        return tuple(
            offer
            for offer in self.offers
            if offer.command.prompt is not None and offer.command.card is None and offer.command.target == seats[-1]
        )

    @property
    def actor(self) -> Seat | None:
        """Return the seat that acts when nobody is named: whoever is asked first, else the seat whose turn it is."""
        prompt = self.state.prompt
        if prompt is not None and prompt.waiting:
            return prompt.waiting[0]
        return self.state.active
