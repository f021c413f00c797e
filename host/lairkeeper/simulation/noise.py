"""Simulated players may be careless: what stands between the acts of a match and the readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from .acts import Act, Intent, Tap

USUAL: Final = "usual"


@dataclass(frozen=True, slots=True)
class Noise:
    """Manners of the players at a table: how often they fumble.

    ``mistakes``: True when the mistakes of the match happen. ``stray``: the share of the acts after which a foreign
    tag comes near a reader. ``wobble``: the share of the single tags that wobble where the match has them lie still.
    """

    mistakes: bool
    stray: float = 0.0
    wobble: float = 0.0

    def over(self, acts: Iterable[Act], readers: Sequence[str], rng: Random) -> Iterator[Act]:
        """Yield the acts of a match as this table makes them; what is meant stays the same.

        A foreign tag comes after an act, never before it. A match has moved its own cards when it gives
        an act: with a tag before it, what its players may see would be judged too early.
        """
        for act in acts:
            if self.mistakes:
                yield self._shaken(act, rng)
            elif act.intent is Intent.JIGGLE:
                yield replace(act, intent=Intent.MOVE)
            elif act.intent not in (Intent.MISTAKE, Intent.STRANGER):
                yield act
            if self.stray and rng.random() < self.stray:
                yield Act(Intent.STRANGER, (Tap(rng.choice(readers), rng.choice(("stranger", "phone"))),))

    def _shaken(self, act: Act, rng: Random) -> Act:
        may = self.wobble and act.intent is Intent.MOVE and len(act.taps) == 1
        return replace(act, intent=Intent.JIGGLE) if may and rng.random() < self.wobble else act


NOISES: Final[Mapping[str, Noise]] = {
    "none": Noise(mistakes=False),
    USUAL: Noise(mistakes=True),
    "much": Noise(mistakes=True, stray=0.1, wobble=0.2),
}
"""The values that ``--noise`` accepts."""
