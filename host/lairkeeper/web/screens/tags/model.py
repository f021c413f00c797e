"""The tags page in words: the boxes with their piles, the piece to tap now, and what is enrolled already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.ids import kind_of
from lairkeeper.core.pieces import SHARED

from ...game_look import GameLook, look_of
from ...game_texts import box_texts, box_title
from ...part import Shown
from ...piece_signs import Sign, sign_of
from ...piles import PileToTag, pile_words, piles_of
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub
    from lairkeeper.table.enrolment import EnrolSession

UNABLE: Final = "unable"
"""The code of a writing for which there is no board: nothing went wrong."""
LOOK_OF_TOKENS: Final = GameLook(4, "coin")


@dataclass(frozen=True, slots=True)
class Goal:
    """The enrolment that runs: the piece to tap now, how far it is, and what became of the last tap."""

    box: str
    what: str
    """Box and pile in words."""
    expected: str
    sign: Sign | None
    done: int
    total: int
    finished: bool
    saved: str
    """The piece enrolled last, which *Undo* takes back."""
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
    after: PileToTag | None = None
    """The next pile of the box that lacks tags, once this one is done."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box to choose: how far it is, and its piles."""

    id: str
    title: str
    look: GameLook
    said: str
    full: bool
    piles: tuple[PileToTag, ...]
    running: str | None
    """The key of the pile that is enrolled now; None while none of this box is."""


@dataclass(frozen=True, slots=True)
class TagLine:
    """One enrolled tag."""

    uid: str
    name: str
    game: str
    note: str


def enrol(shown: Shown) -> dict[str, Any]:
    """Return the running enrolment, how the last one ended, and the piece whose printed numbers may be typed now."""
    hub, t = shown.hub, shown.t
    ended = hub.enrolment.ended
    what = pile_words(hub, ended.game, ended.pile, t) if ended is not None else ""
    return {"goal": goal_of(hub, t), "asked": asked_of(hub, t), "ended": ended, "ended_what": what}


def goal_of(hub: Hub, t: Translator) -> Goal | None:
    """Return the running enrolment, or None: then scans count as usual."""
    session = hub.enrol
    if session is None:
        return None
    own = box_texts(hub, session.game, t.lang)
    refused, writing, latest = session.refused, session.writing, session.latest
    return Goal(
        box=session.game,
        what=pile_words(hub, session.game, session.pile, t),
        expected=own.copy(session.expected) if session.expected else "",
        sign=sign_of(hub, session.game, session.expected, own) if session.expected else None,
        done=session.done,
        total=session.total,
        finished=session.finished,
        saved=own.copy(latest) if latest else "",
        refusal=own.say("tag", refused.code, _named(hub, refused.args, t)) if refused else "",
        forcible=bool(refused and refused.forcible),
        writing=own.say("write", writing.code, {"card": own.copy(writing.tag.component)}) if writing else "",
        written=bool(writing and writing.written),
        doubted=bool(writing and writing.doubted),
        unwritten=bool(writing and writing.failed and writing.code != UNABLE),
        over=bool(writing and writing.code == "content"),
        after=next_pile(hub, session, t.lang) if session.finished else None,
    )


def _named(hub: Hub, args: Any, t: Translator) -> dict[str, Any]:
    """Return the arguments of a refusal with piece and box in words: they may be those of another box."""
    if "game" not in args or "card" not in args:
        return dict(args)
    box = args["game"]
    own = box_texts(hub, box, t.lang) if box in (SHARED, *hub.games) else t
    return {**args, "game": _title(hub, box, t), "card": own.copy(args["card"])}


def next_pile(hub: Hub, session: EnrolSession, lang: str) -> PileToTag | None:
    """Return the next pile with pieces without a tag, after the one that is done and then from the first."""
    piles = list(piles_of(hub, session.game, lang))
    keys = [pile.key for pile in piles]
    at = keys.index(session.pile) + 1 if session.pile in keys else 0
    return next((pile for pile in piles[at:] + piles[:at] if pile.missing and pile.total is not None), None)


def _title(hub: Hub, box: str, t: Translator) -> str:
    return box_title(hub, box, t) if box in (SHARED, *hub.games) else box


def boxes_of(hub: Hub, t: Translator) -> Iterator[Box]:
    """Yield the boxes: the shared tokens first, which every game needs."""
    session = hub.enrol
    for box in (SHARED, *hub.games):
        piles = tuple(piles_of(hub, box, t.lang))
        counted = [pile for pile in piles if pile.total is not None]
        have, total = sum(pile.have for pile in counted), sum(pile.total or 0 for pile in counted)
        said = "none" if not any(pile.have for pile in piles) else "all" if have == total else "some"
        look = LOOK_OF_TOKENS if box == SHARED else look_of(hub, box)
        running = session.pile if session is not None and session.game == box else None
        yield Box(box, box_title(hub, box, t), look, t.ui(f"tags.box.{said}", have=have, total=total),
                  have == total, piles, running)  # fmt: skip


def usual_box(hub: Hub, wanted: str = "") -> str:
    """Return the box that a page shows first: the one asked for, the one that is enrolled, or what is needed next."""
    ended = hub.enrolment.ended
    if hub.enrol is not None:
        return hub.enrol.game
    if wanted in (SHARED, *hub.games):
        return wanted
    if ended is not None and ended.game in (SHARED, *hub.games):
        return ended.game
    return hub.table.game.id if hub.table is not None and hub.registry.list(SHARED) else SHARED


def find_pile(hub: Hub, box: str, key: str, lang: str) -> PileToTag | None:
    """Return the pile of a box with this key; None when there is none."""
    return next((pile for pile in piles_of(hub, box, lang) if pile.key == key), None)


def taglist(shown: Shown) -> dict[str, Any]:
    """Return the boxes, the enrolled tags, whether tags are written, and whether any numbers are typed in."""
    hub, t = shown.hub, shown.t
    texts = {box: box_texts(hub, box, t.lang) for box in (SHARED, *hub.games)}
    tags = tuple(
        TagLine(tag.uid, texts.get(tag.game, t).copy(tag.component), _title(hub, tag.game, t), tag.note)
        for tag in hub.registry.list()
    )
    typed_in = any(game.printed.fields for game in hub.games.values())
    return {"boxes": tuple(boxes_of(hub, t)), "box": usual_box(hub), "tags": tags,
            "writes": hub.enrolment.writes_tags, "typed_in": typed_in}  # fmt: skip


def choices(hub: Hub, t: Translator) -> dict[str, Any]:
    """Return the names for the field that asks for one piece, and ``(id, title)`` of the boxes to choose from."""
    names = tuple(sorted({name for name, _, _ in kinds_of(hub, t)}, key=str.casefold))
    return {"kinds": names, "box_names": tuple((box, box_title(hub, box, t)) for box in (SHARED, *hub.games))}


def kinds_of(hub: Hub, t: Translator) -> Iterator[tuple[str, str, str]]:
    """``(name, game, kind)`` of every piece that can be enrolled; the name is the one shown."""
    for box in (SHARED, *hub.games):
        own = box_texts(hub, box, t.lang)
        for kind in hub.stock(box).copies:
            yield own.name(kind), box, kind


def find_kind(hub: Hub, text: str, t: Translator) -> tuple[str, str] | None:
    """``(game, kind)`` of a piece by its shown name or its id; None when there is none."""
    wanted = text.strip().casefold()
    for name, box, kind in kinds_of(hub, t):
        if wanted in (name.casefold(), kind):
            return box, kind
    return None


def asked_of(hub: Hub, t: Translator) -> tuple[str, str, str] | None:
    """Game, kind and name of the piece enrolled last whose numbers nobody has typed yet."""
    session = hub.enrol
    component = session.latest if session is not None else None
    if session is None or component is None or session.game not in hub.games:
        return None
    kind = kind_of(component)
    if kind not in hub.printed(session.game).fields or kind in hub.numbers.of(session.game):
        return None
    return session.game, kind, box_texts(hub, session.game, t.lang).name(kind)
