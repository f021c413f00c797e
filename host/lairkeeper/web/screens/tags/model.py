"""The tags page in words: which piece is asked for, what there is to enrol, and what is enrolled already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.ids import kind_of

from ...part import Shown
from ...pieces import group_title
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

SHARED: Final = "table"
UNNUMBERED: Final = 10
"""The number that a preset asks for, of a piece without a fixed one."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The enrolment that runs: the piece to tap now and how far it is."""

    expected: str
    done: int
    total: int
    finished: bool
    refusal: str
    forcible: bool
    writing: str
    """The result of writing the latest tag, in words."""
    written: bool
    doubted: bool
    """True when it is written, on a tag whose number another one may have."""
    unwritten: bool
    over: bool
    """True when the tag holds something else that may be written over."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Pieces of one sort that lack a tag, as a list that can be begun with one press."""

    game: str
    title: str
    plan: str
    have: int
    missing: int
    invented: bool = False
    """True when nobody knows how many of them there are."""


@dataclass(frozen=True, slots=True)
class TagLine:
    """One enrolled tag."""

    uid: str
    name: str
    game: str
    note: str


def lists(hub: Hub, t: Translator) -> dict[str, Any]:
    """Return the presets with what is missing, the enrolled tags, and whether tags are written."""
    tags = tuple(
        TagLine(tag.uid, t.copy(tag.component), game_name(hub, tag.game, t), tag.note) for tag in hub.registry.list()
    )
    return {"tags": tags, "presets": tuple(presets_of(hub, t)), "writes": hub.enrolment.writes_tags}


def goal_of(hub: Hub, t: Translator) -> Goal | None:
    """Return the running enrolment, or None: then scans count as usual."""
    session = hub.enrol
    if session is None:
        return None
    refused, writing = session.refused, session.writing
    return Goal(
        expected=t.copy(session.expected) if session.expected else "",
        done=session.at,
        total=len(session.pieces),
        finished=session.finished,
        refusal=t.say("tag", refused.code, refused.args) if refused else "",
        forcible=bool(refused and refused.forcible),
        writing=t.say("write", writing.code, {"card": t.copy(writing.tag.component)}) if writing else "",
        written=bool(writing and writing.written),
        doubted=bool(writing and writing.doubted),
        unwritten=bool(writing and writing.failed),
        over=bool(writing and writing.code == "content"),
    )


def game_name(hub: Hub, game: str, t: Translator) -> str:
    """Return a game's title; the shared pieces have a separate name."""
    if game in hub.games:
        return hub.games[game].title.get(t.lang, game)
    return t.ui("tags.shared") if game == SHARED else game


def presets_of(hub: Hub, t: Translator) -> Iterator[Preset]:
    """Per game and sort what still lacks a tag, the shared pieces first."""
    for game in (SHARED, *hub.games):
        have = Counter(tag.kind for tag in hub.registry.list(game))
        sorts: dict[str, list[tuple[str, int]]] = {}
        stock = hub.stock(game)
        for kind, copies in stock.copies.items():
            sorts.setdefault(_sort(hub, game, kind), []).append((kind, UNNUMBERED if copies is None else copies))
        for key, kinds in sorts.items():
            lacking = [(kind, n - have[kind]) for kind, n in kinds if n > have[kind]]
            title = t.ui("tags.shared") if game == SHARED else group_title(key, t)
            owned = sum(min(have[kind], n) for kind, n in kinds)
            plan = ", ".join(f"{kind} x{n}" for kind, n in lacking)
            invented = any(kind in stock.invented for kind, _ in kinds)
            yield Preset(game, title, plan, owned, sum(n for _, n in lacking), invented)


def _sort(hub: Hub, game: str, kind: str) -> str:
    if game == SHARED:
        return SHARED
    return str(hub.games[game].catalog.kinds[kind].zone)


def choices(hub: Hub, t: Translator) -> dict[str, Any]:
    """Return the names for the field that asks for one piece, and ``(id, title)`` of the boxes to choose from."""
    names = tuple(sorted({name for name, _, _ in kinds_of(hub, t)}, key=str.casefold))
    return {"kinds": names, "boxes": tuple((game, game_name(hub, game, t)) for game in (SHARED, *hub.games))}


def kinds_of(hub: Hub, t: Translator) -> Iterator[tuple[str, str, str]]:
    """``(name, game, kind)`` of every piece that can be enrolled; the name is the one shown."""
    for game in (SHARED, *hub.games):
        for kind in hub.stock(game).copies:
            yield t.name(kind), game, kind


def find_kind(hub: Hub, text: str, t: Translator) -> tuple[str, str] | None:
    """``(game, kind)`` of a piece by its shown name or its id; None when there is none."""
    wanted = text.strip().casefold()
    for name, game, kind in kinds_of(hub, t):
        if wanted in (name.casefold(), kind):
            return game, kind
    return None


def asked_of(hub: Hub, t: Translator) -> tuple[str, str, str] | None:
    """Game, kind and name of the piece enrolled last whose numbers nobody has typed yet."""
    session = hub.enrol
    last = getattr(session, "last", None)
    component = getattr(last, "component", None)
    if session is None or component is None or session.game not in hub.games:
        return None
    kind = kind_of(component)
    if kind not in hub.printed(session.game).fields or kind in hub.numbers.of(session.game):
        return None
    return session.game, kind, t.name(kind)


def enrol(shown: Shown) -> dict[str, Any]:
    """Return the running enrolment, and the piece whose printed numbers may be typed now."""
    return {"goal": goal_of(shown.hub, shown.t), "asked": asked_of(shown.hub, shown.t)}


def taglist(shown: Shown) -> dict[str, Any]:
    """Return what there is to enrol and what is enrolled."""
    typed_in = any(game.printed.fields for game in shown.hub.games.values())
    return {**lists(shown.hub, shown.t), "typed_in": typed_in}
