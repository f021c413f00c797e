"""Tags that come into a field together are taken together: words first, whatever order the reader found them in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lairkeeper.scans.sighting import Sighting

TOGETHER: Final = 0.04
"""Seconds between two tags of one reader that still count as put down together: a poll of a few tags."""
LONGEST: Final = 4 * TOGETHER
"""However many follow each other, a group ends after this."""
FUTURE: Final = 0.5
"""A board clock this far ahead is wrong, and nothing waits for it."""


def settle(sightings: Sequence[Sighting], now: float) -> tuple[tuple[Sighting, ...], float | None]:
    """Return the sightings that may be judged now, in final order, and when the next ones may be (None: none left)."""
    ready: list[Sighting] = []
    for group in _groups(sorted(sightings, key=lambda each: each.order)):
        until = min(group[-1].at + TOGETHER, group[0].at + LONGEST)
        if now < until < now + FUTURE:
            return tuple(ready), until
        ready += sorted(group, key=_words_first)
    return tuple(ready), None


def _groups(sightings: Sequence[Sighting]) -> list[list[Sighting]]:
    """Return groups of neighbours on one reader with less than ``TOGETHER`` between them."""
    groups: list[list[Sighting]] = []
    for each in sightings:
        group = groups[-1] if groups else None
        if (
            group is not None
            and (group[0].device, group[0].zone) == (each.device, each.zone)
            and each.seconds_after(group[-1]) < TOGETHER
            and each.seconds_after(group[0]) < LONGEST
        ):
            group.append(each)
        else:
            groups.append([each])
    return groups


def _words_first(sighting: Sighting) -> tuple[bool, bool]:
    """Return the sort key: seats, then verbs, then pieces; those that are alike stay in their order."""
    shared = sighting.shared
    return shared is None or not shared.seat, shared is None or not shared.moves
