"""Pieces that the players of Smugglers lay on readers, with wobbles, strangers and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, Protocol

from lairkeeper.core.ids import Component
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from .table import SeatedPlayer

MISTAKES: Final = 0.05
JIGGLES: Final = 0.04


class Teller(Protocol):
    """Tells the app what players do."""

    def say(self, player: SeatedPlayer | None, *pieces: Component) -> Iterator[Act]:
        """Yield the act with which a player, or the table, lays down these pieces."""
        ...

    def mistake(self, player: SeatedPlayer, cards: Sequence[Component]) -> Iterator[Act]:
        """Yield, now and then, an act with a card that cannot be meant."""
        ...


class Taps:
    """A teller who taps every piece: on one's own tray, or at the tap point by whoever is asked anyway."""

    def __init__(self, rng: Random, layout: str, players: int) -> None:
        self._rng = rng
        self.readers = readers_of(layout, players)

    def say(self, player: SeatedPlayer | None, *pieces: Component) -> Iterator[Act]:
        """Implement ``Teller.say``; a tag that belongs to nothing comes after it now and then."""
        jiggles = len(pieces) == 1 and self._rng.random() < JIGGLES
        reader = self._tray(player)
        yield Act(Intent.JIGGLE if jiggles else Intent.MOVE, tuple(Tap(reader, piece) for piece in pieces))
        if self._rng.random() < MISTAKES:
            tag = self._rng.choice(("stranger", "phone"))
            yield Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), tag),))

    def mistake(self, player: SeatedPlayer, cards: Sequence[Component]) -> Iterator[Act]:
        """Implement ``Teller.mistake``."""
        if cards and self._rng.random() < MISTAKES:
            yield Act(Intent.MISTAKE, (Tap(self._tray(player), self._rng.choice(cards)),))

    def _tray(self, player: SeatedPlayer | None) -> str:
        tray = f"seat-{player.n}" if player is not None else "tap"
        return tray if tray in self.readers else "tap"


class Silence:
    """A teller who says nothing, for what is not followed at a level."""

    def say(self, player: SeatedPlayer | None, *pieces: Component) -> Iterator[Act]:
        """Implement ``Teller.say`` with no act."""
        yield from ()

    def mistake(self, player: SeatedPlayer, cards: Sequence[Component]) -> Iterator[Act]:
        """Implement ``Teller.mistake`` with no act."""
        yield from ()
