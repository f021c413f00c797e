"""Readers and seats in words: which reader is whose tray, and whose is to be touched now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ...part import Shown
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

MOST: Final = 8
TRAY: Final = "seat-"
FINE: Final = "ok"


@dataclass(frozen=True, slots=True)
class ReaderTile:
    """One reader: whose tray it is (``crest`` and ``who``), or what else, and how it works."""

    key: str
    title: str
    name: str
    """The name that the board gives it."""
    crest: int
    seat: int | None
    works: bool
    just: bool
    """True when it is the one that was touched last."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The readers, the seats that have none, and the seat whose reader is to be touched."""

    tiles: tuple[ReaderTile, ...]
    seats: tuple[tuple[int, str], ...]
    asking: str = ""
    crest: int = 0
    told: str = ""
    refused: bool = False
    can_undo: bool = False
    changed: bool = False
    """True when a reader is something else than its name says."""


def seats_of(hub: Hub, t: Translator) -> tuple[tuple[int, str], ...]:
    """Return number and name of each seat: those of the match, else one for each reader but the tap point."""
    if hub.table is not None:
        return tuple(enumerate(hub.table.header.seats, 1))
    readers = sum(len(status.zones) for status in hub.boards)
    return tuple((n, t.ui("seating.seat", n=n)) for n in range(1, min(MOST, max(1, readers - 1)) + 1))


def seating(shown: Shown) -> dict[str, Any]:
    """Return who has which reader."""
    return {"seating": seating_of(shown.hub, shown.t)}


def seating_of(hub: Hub, t: Translator) -> Seating:
    """Return the readers of all boards with their seats, and what was touched last."""
    trial, seats = hub.trial, dict(seats_of(hub, t))
    last = trial.last
    told = ""
    if last is not None:
        who = seats.get(last.seat, t.ui("seating.seat", n=last.seat))
        told = t.ui("seating.again" if last.again else "seating.given", seat=who)
    return Seating(
        tuple(
            _tile(hub, each.device, zone, state, seats, t) for each in hub.boards for zone, state in each.zones.items()
        ),
        tuple(seats.items()),
        seats.get(trial.asking, "") if trial.asking else "",
        _crest(hub, seats, trial.asking),
        told,
        bool(last and last.again),
        trial.can_undo,
        bool(trial.zones),
    )


def _crest(hub: Hub, seats: dict[int, str], seat: int | None) -> int:
    """Return the crest of the person on a seat; 0 for none."""
    return hub.table.crests.get(seats.get(seat or 0, ""), 0) if hub.table is not None else 0


def _tile(hub: Hub, device: str, zone: str, state: str, seats: dict[int, str], t: Translator) -> ReaderTile:
    role = hub.trial.zones.get(zone, zone).replace(".", "-")
    number = role.removeprefix(TRAY)
    seat = int(number) if role.startswith(TRAY) and number.isdecimal() else None
    title = seats[seat] if seat in seats else t.reader(zone)
    last = hub.trial.last
    return ReaderTile(f"{device}-{zone}", title, zone, _crest(hub, seats, seat), seat, state == FINE,
                      last is not None and last.zone == zone)  # fmt: skip
