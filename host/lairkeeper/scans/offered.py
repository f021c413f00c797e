"""The offers of a match as it stands, worked out once however often they are asked for."""

from __future__ import annotations

from lairkeeper.core.game import Game
from lairkeeper.core.ids import Component
from lairkeeper.core.result import Offer
from lairkeeper.core.state import State


class Offered:
    """The offers of the state that was asked about last.

    A sentence that waits is judged again at each word and each look at the clock. A game goes through all its moves
    for the answer, which is most of the work of a scan.
    """

    def __init__(self) -> None:
        self._state: State | None = None
        self._viewer = ""
        self._offers: dict[Component | None, tuple[Offer, ...]] = {}

    def by(self, game: Game, state: State, viewer: str, naming: Component | None = None) -> tuple[Offer, ...]:
        """Give all offers of ``game``, legal or refused, as ``viewer`` may know them; a state never changes.

        ``naming`` keeps those about one piece.
        """
        if state is not self._state or viewer != self._viewer:
            self._offers = {}
            self._state, self._viewer = state, viewer
        found = self._offers.get(naming)
        if found is None:
            found = self._offers[naming] = game.possible(state, viewer, naming)
        return found
