"""One thing that a reader saw, with what its tag stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from lairkeeper.core.ids import Component
from lairkeeper.core.pieces import SHARED, Piece, piece

PLACED: Final = "+"
REMOVED: Final = "-"
TAPPED: Final = "t"
BUTTON: Final = "b"


@dataclass(frozen=True, slots=True)
class Sighting:
    """``row`` names it for ever (the inbox row). ``at`` is seconds of the host's steady clock.

    ``game`` and ``component`` are None for a tag that is not enrolled. ``foreign``: a phone or a bank card. ``lying``:
    it lay there when the board started. A pressed button arrives as the verb token that it stands for. ``ms`` is the
    board's own clock, in milliseconds since its start: only it tells how long a thing took, since ``at`` is worked out
    with a difference of clocks that is measured anew now and then. ``wall`` is seconds since the epoch, to be shown
    and never compared: that clock may have been set in between. ``heard`` is when the app got to know of it, by the
    steady clock, where that was later: a disk, a cable or a busy program may have held it up. ``looks``: how many looks
    of the reader had read a tag that is taken away, at most 7, and how many eighths of all these were; None where the
    board does not say.
    """

    row: int
    at: float
    zone: str
    kind: str = PLACED
    uid: str = ""
    game: str | None = None
    component: Component | None = None
    device: str = ""
    boot: str = ""
    foreign: bool = False
    lying: bool = False
    ms: int | None = None
    wall: float = 0.0
    heard: float | None = None
    looks: tuple[int, int] | None = None

    @property
    def late(self) -> float:
        """Return the seconds from when it happened until anybody could be told of it."""
        return max(0.0, self.heard - self.at) if self.heard is not None else 0.0

    def seconds_after(self, earlier: Sighting) -> float:
        """Return the time since an earlier sighting: by the board's clock when one start of one board saw both."""
        if (
            self.ms is not None
            and earlier.ms is not None
            and (self.device, self.boot) == (earlier.device, earlier.boot)
        ):
            return (self.ms - earlier.ms) / 1000
        return self.at - earlier.at

    @property
    def shared(self) -> Piece | None:
        """Return the verb, amount or seat token that this is."""
        return piece(self.component) if self.component is not None and self.game == SHARED else None

    @property
    def order(self) -> tuple[float, int]:
        """Return the sort key: sightings are taken in the order in which they happened, not in which they arrived."""
        return (self.at, self.row)


def sighting_to_json(sighting: Sighting) -> dict[str, Any]:
    """Return the fields as JSON values, without those that have their default; ``kind`` is always there."""
    named = {field: getattr(sighting, field.name) for field in fields(sighting)}
    return {each.name: value for each, value in named.items() if value != each.default or each.name == "kind"}


def sighting_from_json(data: Mapping[str, Any]) -> Sighting:
    """Return the sighting. Raises ``TypeError`` for missing, unknown or wrongly typed fields."""
    sighting = Sighting(**data)
    if sighting.looks is not None:
        match sighting.looks:
            case (int(read), int(eighths)):
                sighting = replace(sighting, looks=(read, eighths))
            case _:
                raise TypeError("looks must be two whole numbers")
    if not isinstance(sighting.row, int) or not isinstance(sighting.at, int | float):
        raise TypeError("row must be a whole number and at a time in seconds")
    for name in ("zone", "kind", "uid", "device", "boot"):
        if not isinstance(getattr(sighting, name), str):
            raise TypeError(f"{name} must be text")
    return sighting
