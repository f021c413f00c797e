"""The devices that ask to be let in, with the buttons that answer them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..access.roles import CallerRole
from ..part import Part, Shown, Stamp
from ..translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub
    from lairkeeper.table.join_requests import JoinRequest


@dataclass(frozen=True, slots=True)
class JoinLine:
    """One device in words. ``by_tap``: the tap of a seat token answers it, too."""

    number: int
    text: str
    sign: str
    crest: int | None
    by_tap: bool


def asking_of(hub: Hub, t: Translator) -> tuple[JoinLine, ...]:
    """Return the devices that wait for an answer, the one that waits longest first."""
    return tuple(_told(hub, each, t) for each in hub.joining)


def _told(hub: Hub, request: JoinRequest, t: Translator) -> JoinLine:
    role, device = CallerRole(request.role), request.device or t.ui("asks.device")
    crest = hub.table.crests.get(request.seat or "") if hub.table is not None else None
    words = {"device": device, "seat": request.seat or ""}
    sign = f"{request.sign[:2]} {request.sign[2:]}"
    return JoinLine(request.number, t.ui(f"asks.{role}", **words), sign, crest, hub.joining.by_tap(request))


def _stamp(hub: Hub) -> Stamp:
    return (hub.joining.version, hub.table.match if hub.table is not None else 0)


def _values(shown: Shown) -> dict[str, Any]:
    return {"asking": asking_of(shown.hub, shown.t)}


ASKING: Final = Part("parts/asking.html", _values, _stamp)
