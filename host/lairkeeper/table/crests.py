"""The colour and symbol of each seat of a match: those of its person, no two the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lairkeeper.core.ids import Seat
from lairkeeper.store import CRESTS, Store


def crests_of(store: Store, match: int, seats: Sequence[Seat]) -> Mapping[Seat, int]:
    """Return the crest of each seat. One that is not known, or was damaged, becomes the first free one."""
    kept = store.people.seats(match)
    known = {seat: kept[n].crest for n, seat in enumerate(seats, 1) if n in kept}
    free = iter([n for n in range(1, CRESTS + 1) if n not in known.values()])
    return {seat: known[seat] if seat in known else next(free, 1) for seat in seats}
