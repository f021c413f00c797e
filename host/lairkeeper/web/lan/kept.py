"""The choice that Workshop keeps: whether the next start opens the app to the home network, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lairkeeper.store.settings import Settings

_KEY: Final = "lan"


@dataclass(frozen=True, slots=True)
class KeptLan:
    """The switch in Workshop. Without ``address`` it is the one of the default route; ``secure`` means https."""

    on: bool = False
    address: str | None = None
    secure: bool = False


def kept_lan(settings: Settings) -> KeptLan:
    """Return what was kept; switched off when nothing was, or nothing that can be read."""
    found = settings.get(_KEY)
    if not isinstance(found, dict):
        return KeptLan()
    address = found.get("address")
    return KeptLan(found.get("on") is True, address if isinstance(address, str) else None, found.get("tls") is True)


def keep_lan(settings: Settings, kept: KeptLan) -> None:
    """Keep the choice for the next start."""
    settings.set(_KEY, {"on": kept.on, "address": kept.address, "tls": kept.secure})
