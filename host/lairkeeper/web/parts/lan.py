"""The QR code and the address by which phones come, while the app is open to the home network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..lan.qr import qr_svg
from ..part import Part, Shown

if TYPE_CHECKING:
    from markupsafe import Markup

    from ..lan import Lan


@dataclass(frozen=True, slots=True)
class Entrance:
    """The way in: its code, its address in numbers, and its address by name if the network knows one."""

    code: Markup
    url: str
    by_name: str


def entrance_of(lan: Lan) -> Entrance | None:
    """Return the way in; None while no phone can come."""
    return Entrance(qr_svg(lan.url), lan.url, lan.name_url) if lan.url else None


def _values(shown: Shown) -> Mapping[str, Any]:
    return {"entrance": entrance_of(shown.lan)}


LAN: Final = Part("parts/lan.html", _values)
