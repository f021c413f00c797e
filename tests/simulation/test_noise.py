"""Noise between the acts of an evening and the readers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.noise import Noise


def test_a_foreign_tag_comes_when_the_table_has_caught_up_with_the_evening() -> None:
    """An evening has dealt already when it gives the act that deals: pages are not judged by that before the act."""
    given: list[str] = []

    def acts() -> Iterator[Act]:
        for card in ("kick#1", "kick#2", "kick#3"):
            given.append(card)
            yield Act(Intent.MOVE, (Tap("tap", card),))

    made: list[str] = []
    for act in Noise(mistakes=True, stray=1.0).over(acts(), ("tap",), Random(0)):
        made += [tap.component for tap in act.taps if act.intent is Intent.MOVE]
        assert made == given
