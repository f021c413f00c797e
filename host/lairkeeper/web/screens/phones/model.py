"""Who is let in, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ...access.guests import SEEN_EVERY_S, Guest, Guests
from ...access.roles import CallerRole
from ...durations import duration
from ...part import Shown, Stamp
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub


LATELY_S: Final = 2 * SEEN_EVERY_S
"""Seconds within which somebody counts as here now."""


@dataclass(frozen=True, slots=True)
class Inside:
    """A device that was let in: its role, what it is, and when it was seen last."""

    number: int
    role: str
    seat: str
    crest: int | None
    device: str
    seen: str


def stamp(hub: Hub) -> Stamp:
    """Return the stamp of the list: it changes with whoever is let in or sent away, and once a minute."""
    inside = tuple(each.number for each in Guests(hub.store.settings, lambda: hub.wall))
    return (inside, int(hub.wall / 60), hub.version)


def values(shown: Shown) -> Mapping[str, Any]:
    """Return everybody who is in, those at the table first."""
    guests = Guests(shown.hub.store.settings, lambda: shown.hub.wall)
    return {"inside": [inside_of(each, shown.hub, shown.t) for each in sorted(guests, key=_order)]}


def inside_of(guest: Guest, hub: Hub, t: Translator) -> Inside:
    """Return one device in words."""
    crest = hub.table.crests.get(guest.seat or "") if hub.table is not None else None
    device, away = guest.device or t.ui("asks.device"), hub.wall - guest.seen
    seen = t.ui("phones.seen-now") if away < LATELY_S else t.ui("phones.seen", time=duration(away, t))
    return Inside(guest.number, t.ui(f"phones.role-{guest.role}"), guest.seat or "", crest, device, seen)


def _order(guest: Guest) -> tuple[int, int]:
    return list(CallerRole).index(guest.role), guest.number
