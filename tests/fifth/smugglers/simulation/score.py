"""Simulated players of Smugglers at level ``score``: they play as at level ``full`` and tell their coins only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lairkeeper.core.ids import Component
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act

from .full import FullMatch
from .table import SeatedPlayer

TOKENS: Final = (("plus-5#1", 5), ("plus-1#1", 1), ("minus-1#1", -1))


class ScoreMatch(FullMatch):
    """Tracking level ``score``: after each round the players tell in turn what they have won or lost."""

    level = "score"
    _telling = False

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self._before = dict(self.scores())

    def _places(self, view: View) -> Iterator[str]:
        yield from ()

    def _say(self, player: SeatedPlayer | None, *pieces: Component) -> Iterator[Act]:
        """Say nothing of what is not followed at this level."""
        if self._telling:
            yield from super()._say(player, *pieces)

    def _silent(self, player: SeatedPlayer) -> Iterator[Act]:
        yield from ()

    _wrong_course = _wrong_goods = _silent

    def _told(self) -> Iterator[Act]:
        self._telling = True
        for player in self._truth.in_order():
            left = player.coins - self._before[player.name]
            while left:
                token, n = next((token, n) for token, n in TOKENS if 0 < n <= left or left <= n < 0)
                left -= n
                yield from self._say(player, token)
            yield from self._say(player, "verb-confirm#1")
        self._before = dict(self.scores())
        self._telling = False
