"""The virtual table in words: readers as pads with their light, and the pieces that can be put on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ...oled_screen import lines_of, outline
from ...part import Shown
from ...parts.seats import seats_of
from ...pieces import tag_name
from ...places import layout_of
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.core.view import View
    from lairkeeper.table import Hub, Table

_STRANGER: Final = "ui.virtual.stranger"


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A tag that lies on a reader."""

    uid: str
    name: str


@dataclass(frozen=True, slots=True)
class Pad:
    """A reader. ``light`` tells in words what ``rgb`` (``#rrggbb`` or None when dark) shows; ``glow`` is 0 to 1.

    ``seat`` is the one whose tray it is, with its ``crest``; ``turn``: this seat must act.
    """

    name: str
    title: str
    light: str
    pattern: str
    rgb: str | None
    glow: float
    tags: tuple[PlacedPiece, ...]
    seat: str | None = None
    crest: int | None = None
    turn: bool = False


def pads_of(hub: Hub, match: tuple[Table, View] | None, t: Translator) -> tuple[Pad, ...]:
    """Return the readers of the virtual table in their own order; empty without a virtual table."""
    virtual = hub.virtual
    if virtual is None:
        return ()
    tags, lights = virtual.tags(), virtual.lights()
    return tuple(_pad(hub, match, name, tags.get(name, ()), lights.get(name), t) for name in virtual.readers)


def _pad(hub: Hub, match: tuple[Table, View] | None, name: str, tags: Any, light: Any, t: Translator) -> Pad:
    """Return one reader: what it is called at this match, its light, and what lies on it."""
    seat = hub.seat_at(name)
    title, crest, turn = t.reader(name), None, False
    if seat is not None and match is not None:
        table, view = match
        crest, turn = table.crests.get(seat), seat == view.active and not view.finished
    placed = tuple(_placed(hub, uid, t) for uid in tags)
    pattern = str((light or {}).get("pattern") or "off")
    return Pad(name, title, _light(pattern, t), pattern, _rgb(light), _glow(light), placed, seat, crest, turn)


def _placed(hub: Hub, uid: str, t: Translator) -> PlacedPiece:
    """Return a tag on a reader, by the name of its piece."""
    if hub.registry.lookup(uid) is not None:
        return PlacedPiece(uid, tag_name(hub, uid, t))
    kind = next((piece.kind for piece in hub.virtual.pieces if piece.uid == uid), "") if hub.virtual else ""
    return PlacedPiece(uid, stranger(kind, t))


def stranger(kind: str, t: Translator) -> str:
    """Return the name of something with a chip that nobody has enrolled: a sticker, or a thing that is no piece."""
    key = f"{_STRANGER}.{kind}"
    return t.texts.say(key) if key in t.texts else t.ui("virtual.blank")


def _light(pattern: str, t: Translator) -> str:
    key = f"ui.light.{pattern}"
    return t.texts.say(key) if key in t.texts else pattern


def _levels(light: Any) -> tuple[int, int, int] | None:
    """Red, green and blue, 0 to 255; None for a light that is dark or unknown."""
    value = (light or {}).get("rgb")
    if isinstance(value, int):
        value = ((value >> 16) & 255, (value >> 8) & 255, value & 255)
    if not isinstance(value, list | tuple) or len(value) != 3 or not all(isinstance(c, int) for c in value):
        return None
    red, green, blue = (min(255, max(0, c)) for c in value)
    return (red, green, blue) if red or green or blue else None


def _rgb(light: Any) -> str | None:
    """Return the colour at full strength: a diode at 30 of 255 looks bright, a screen does not."""
    levels = _levels(light)
    return levels and "#" + "".join(f"{round(c * 255 / max(levels)):02x}" for c in levels)


def _glow(light: Any) -> float:
    """Its strength; a light that only says that its reader is awake stays faint."""
    levels = _levels(light)
    return round(min(1.0, 0.25 + max(levels) / 40), 2) if levels else 0.0


def uids_of(hub: Hub) -> Callable[[str], str]:
    """Return a function that gives the UID of a component's tag; empty without a tag.

    For a kind, it is the UID of a copy that lies nowhere in sight.
    """
    table = hub.table
    if hub.virtual is None or table is None:
        return lambda label: ""
    uids = {tag.component: tag.uid for tag in hub.registry.list(table.game.id)}
    seen = {card for zone in table.view().zones.values() for card in zone.cards or ()}
    free: dict[str, str] = {}
    for component, uid in uids.items():
        if component not in seen:
            free.setdefault(component.partition("#")[0], uid)
    return lambda label: uids.get(label) or free.get(label, "")


def pads(shown: Shown) -> dict[str, Any]:
    """Return the readers."""
    return {"pads": pads_of(shown.hub, shown.match, shown.t)}


def glass(shown: Shown) -> dict[str, Any]:
    """Return the small screen of the simulated board and its last sound."""
    virtual = shown.hub.virtual
    points = virtual.screen() if virtual is not None else None
    return {
        "glass": None if points is None else outline(points),
        "sound": virtual.sound() if virtual is not None else 0,
        "glass_says": caption(shown.hub, points, shown.t) if points is not None else "",
    }


def caption(hub: Hub, points: bytes, t: Translator) -> str:
    """Return the picture of a simulated board's screen in words."""
    if not any(points):
        return t.ui("virtual.glass-dark")
    lines = "\n".join(lines_of(hub, t)).splitlines()
    return t.ui("virtual.glass", text=" · ".join(" ".join(line.split()) for line in lines))


def field(shown: Shown) -> dict[str, Any]:
    """Return the places of the match, and the tags of the cards that lie there."""
    uid = uids_of(shown.hub)
    if shown.match is None:
        return {"uid": uid, "places": (), "before": ()}
    layout = layout_of(*shown.match, shown.t)
    before = tuple((seat, lying) for seat, lying in layout.seats.items() if lying)
    return {"uid": uid, "places": layout.shared, "before": before}


def mini(shown: Shown) -> dict[str, Any]:
    """Return the seats in short."""
    return {"seats": seats_of(*shown.match, shown.t) if shown.match else ()}
