"""A simulated match of DC Forever at level ``score``: players who tap what counts, whatever the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act

from . import compare
from .party import Party
from .table import cards_of, lost_by_falls, print_of
from .taps import Taps

CYCLES_AT_MOST: Final = 4_000


class ScoreMatch:
    """Tracking level ``score``: who joins and falls, citizens, completed Schemes."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._party = Party(seats, rng, ruleset)
        self._players = self._party.players
        self._taps = Taps(seats, rng, layout)
        self._schemes = self._citizens = 0
        self._out: list[Component] = []
        self.readers = self._taps.readers
        self.header = self._party.header("score", {})

    def scores(self) -> Mapping[Seat, int]:
        """Return the completed Schemes for a Rogue player, the citizens for a Hero player."""
        return {p.name: self._schemes if p.rogue else self._citizens for p in self._players}

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the first condition that is met, in the order of the book."""
        lost = {rogue: lost_by_falls(self._players, rogue, self._out, self._party.rules) for rogue in (True, False)}
        won: bool | None = None
        if self._schemes >= 5:
            won = True
        elif self._citizens >= 30:
            won = False
        elif lost[False] or lost[True]:
            won = lost[False]
        return tuple(p.name for p in self._players if won is not None and p.rogue == won)

    def unseen(self) -> frozenset[Component]:
        """Return nothing: no card that is tapped was hidden."""
        return frozenset()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return nothing: no card that is tapped is known to one player alone."""
        return {}

    def differences(self, view: View) -> list[str]:
        """Return the scores, winners and end that the app has otherwise."""
        return list(compare.result(view, self.scores(), self.winners()))

    # What they do -------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield a tap for each starting character, then cycles until a side has won."""
        for player in () if self._party.first_game else self._players:  # whose teams the app knows
            for char in player.team:
                yield from self._taps.say(player.name, char)
        for _ in range(CYCLES_AT_MOST):
            yield from self._cycle()
            yield from self._taps.say(None, "verb-end-turn#1")
            if self.winners():
                return

    def _cycle(self) -> Iterator[Act]:
        """Somebody is rescued, somebody falls, somebody joins, a Scheme is completed, as it happens."""
        heroes = [p for p in self._players if not p.rogue]
        for _ in range(self._rng.randint(0, 3)):
            piece, n = self._rng.choice((("plus-1#1", 1), ("plus-5#1", 5), ("do-rescue#1", 1)))
            self._citizens += n
            yield from self._taps.say(self._rng.choice(heroes).name, piece)
        player = self._rng.choice(self._players)
        if player.rogue and self._rng.random() < 0.3:
            schemes = [card for char in player.team for card in _schemes_of(char)]
            if schemes:
                self._schemes += 1
                yield from self._taps.say(player.name, self._rng.choice(schemes))
        if player.reserve and self._rng.random() < 0.3:
            char = player.reserve.pop()
            player.team.append(char)
            yield from self._taps.say(player.name, char)
        if player.team and self._rng.random() < 0.15:
            char = player.team.pop()
            self._out.append(char)
            yield from self._taps.say(player.name, char)


def _schemes_of(char: Component) -> list[Component]:
    return [card for card in cards_of(char) if print_of(card)["type"] == "scheme"]
