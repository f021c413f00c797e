"""The virtual table in words: readers as pads with their light, and the things that can be put on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.pieces import SHARED

from ...card_facts import card_facts
from ...oled_screen import lines_of, outline
from ...part import Shown
from ...parts.seats import seats_of
from ...pieces import group_title, plain, tag_name
from ...places import layout_of
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub, VirtualPiece

OPEN_GROUPS: Final = ("points", "seats", "actions")
COUNTERS: Final = frozenset({"plus-1", "minus-1", "plus-5"})


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A tag that lies on a reader."""

    uid: str
    name: str


@dataclass(frozen=True, slots=True)
class Pad:
    """A reader. ``light`` tells in words what ``rgb`` (``#rrggbb`` or None when dark) shows; ``glow`` is 0 to 1."""

    name: str
    title: str
    light: str
    rgb: str | None
    glow: float
    tags: tuple[PlacedPiece, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """A card or token. ``words`` is what a search looks through: lower case, without accents."""

    uid: str
    name: str
    copy: str
    words: str
    facts: str = ""
    """The facts printed on it, where they are not public."""


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one sort, under one heading."""

    key: str
    title: str
    open: bool
    things: tuple[Thing, ...]


def pads_of(hub: Hub, t: Translator) -> tuple[Pad, ...]:
    """Return the readers of the virtual table in their own order; empty without a virtual table."""
    virtual = hub.virtual
    if virtual is None:
        return ()
    tags, lights = virtual.tags(), virtual.lights()
    return tuple(
        Pad(
            name=reader,
            title=t.reader(reader),
            light=_light(lights.get(reader), t),
            rgb=_rgb(lights.get(reader)),
            glow=_glow(lights.get(reader)),
            tags=tuple(_placed(hub, uid, t) for uid in tags.get(reader, ())),
        )
        for reader in virtual.readers
    )


def _placed(hub: Hub, uid: str, t: Translator) -> PlacedPiece:
    """Return a tag on a reader, by the name of its piece."""
    if hub.registry.lookup(uid) is not None:
        return PlacedPiece(uid, tag_name(hub, uid, t))
    kind = next((piece.kind for piece in hub.virtual.pieces if piece.uid == uid), "") if hub.virtual else ""
    return PlacedPiece(uid, _stranger(kind, t))


def _stranger(kind: str, t: Translator) -> str:
    """Something with a chip that nobody has enrolled: a sticker, or a thing that will never be a piece."""
    key = f"ui.virtual.stranger.{kind}"
    return t.texts.say(key) if key in t.texts else t.ui("virtual.blank")


def _light(light: Any, t: Translator) -> str:
    pattern = str((light or {}).get("pattern") or "off")
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


def groups_of(hub: Hub, t: Translator, query: str = "") -> tuple[Group, ...]:
    """Return the things that can be put on readers by sort, filtered by every word of ``query``.

    While a match runs, the things of other games are left out.
    """
    virtual = hub.virtual
    if virtual is None:
        return ()
    words = plain(query).split()
    games = {SHARED, ""} | ({hub.table.game.id} if hub.table else set(hub.games))
    pieces = [piece for piece in virtual.pieces if piece.game in games]
    copies = Counter(_kind(piece) for piece in pieces)
    groups: dict[str, list[Thing]] = {}
    for piece in pieces:
        key = group_key(hub, piece)
        thing = _thing(piece, copies, t, key, facts_of(hub, piece, t))
        if all(word in thing.words for word in words):
            groups.setdefault(key, []).append(thing)
    ordered = sorted(groups, key=lambda key: OPEN_GROUPS.index(key) if key in OPEN_GROUPS else len(OPEN_GROUPS))
    return tuple(Group(key, group_title(key, t), key in OPEN_GROUPS, tuple(groups[key])) for key in ordered)


def _kind(piece: VirtualPiece) -> str:
    return (piece.component or "").partition("#")[0]


def facts_of(hub: Hub, piece: VirtualPiece, t: Translator) -> str:
    """Return the numbers that a piece of the running match has."""
    if hub.table is None or piece.game != hub.table.game.id or not piece.component:
        return ""
    return card_facts(hub.table, piece.component, t)


def _thing(piece: VirtualPiece, copies: Counter[str], t: Translator, key: str, facts: str) -> Thing:
    if not piece.component:
        name = _stranger(piece.kind, t)
        return Thing(piece.uid, name, piece.uid, plain(f"{name} {piece.uid}"))
    kind, _, number = piece.component.partition("#")
    name = t.name(kind)
    copy = t.ui("virtual.copy", n=number, of=copies[kind]) if copies[kind] > 1 else ""
    return Thing(piece.uid, name, copy, plain(f"{name} {piece.component} {group_title(key, t)} {facts}"), facts)


def group_key(hub: Hub, piece: VirtualPiece) -> str:
    """Return the sort of a thing.

    Shared pieces are sorted by what they do; a game's pieces by zone and, in its main deck, by type.
    """
    kind = _kind(piece)
    if not kind:
        return "blank"
    if kind in COUNTERS or kind.startswith("vp-"):
        return "points"
    if kind.startswith("verb-"):
        return "actions"
    if kind.startswith("seat-"):
        return "seats"
    game = hub.games.get(piece.game)
    facts: Any = game.catalog.kinds.get(kind) if game else None
    if facts is None:
        return "other"
    types: Iterable[str] = getattr(facts, "types", ())
    return next(iter(types), facts.zone) if facts.zone == "main-deck" else str(facts.zone)


def pads(shown: Shown) -> dict[str, Any]:
    """Return the readers, the small screen of the simulated board and its last sound."""
    virtual = shown.hub.virtual
    points = virtual.screen() if virtual is not None else None
    return {
        "virtual": virtual is not None,
        "pads": pads_of(shown.hub, shown.t),
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
    return {"seats": seats_of(*shown.match, shown.t, quick_buttons=False) if shown.match else ()}
