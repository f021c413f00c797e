"""The bank of the virtual table: every piece that can be put on a reader, drawn as what it is, and the search."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.pieces import SHARED, piece

from ...card_faces import CardFace, face_of
from ...card_facts import card_facts
from ...figures import signed
from ...pieces import group_title, plain
from ...translator import Translator
from .model import stranger

if TYPE_CHECKING:
    from lairkeeper.core.view import View
    from lairkeeper.table import Hub, VirtualPiece

OPEN_GROUPS: Final = ("points", "seats", "actions")
COUNTERS: Final = frozenset({"plus-1", "minus-1", "plus-5"})
VP: Final = "vp-"
FEW: Final = 4
"""A shorter part of a word is in too many others."""
_NUMBER: Final = re.compile(r"#([0-9]+)$")


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a piece: its tag, and its number where there are several."""

    uid: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind of piece with its copies, the one on top first.

    ``look`` is ``card``, ``coin``, ``seat``, ``verb``, ``sticker`` or ``phone``; ``sign`` is what stands on a coin, or
    the icon of a verb. ``words`` is what a search looks through: lower case, without accents.
    """

    key: str
    name: str
    label: str
    look: str
    words: str
    copies: tuple[Copy, ...]
    sign: str = ""
    face: CardFace = field(default_factory=CardFace)
    facts: str = ""
    """The facts printed on it, where they are not public."""
    seat: str = ""
    crest: int | None = None
    marks: tuple[str, ...] = ()
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one sort, under one heading."""

    key: str
    title: str
    open: bool
    things: tuple[Thing, ...]

    @property
    def count(self) -> int:
        """Return the number of pieces, each copy counted."""
        return sum(len(each.copies) for each in self.things)


def groups_of(hub: Hub, t: Translator, query: str = "") -> tuple[Group, ...]:
    """Return the things that can be put on readers by sort, as far as ``query`` finds them.

    While a match runs, the things of other games are left out.
    """
    virtual = hub.virtual
    if virtual is None:
        return ()
    games = {SHARED, ""} | ({hub.table.game.id} if hub.table else set(hub.games))
    kinds: dict[tuple[str, str], list[VirtualPiece]] = {}
    for each in virtual.pieces:
        if each.game in games:
            kinds.setdefault((each.game, _kind(each) or each.uid), []).append(each)
    groups: dict[str, list[Thing]] = {}
    wanted, view = query_of(query), hub.table.view() if hub.table is not None else None
    for pieces in kinds.values():
        key = group_key(hub, pieces[0])
        thing = _thing(hub, view, pieces, key, t, wanted)
        if wanted.finds(thing):
            groups.setdefault(key, []).append(thing)
    ordered = sorted(groups, key=lambda key: OPEN_GROUPS.index(key) if key in OPEN_GROUPS else len(OPEN_GROUPS))
    return tuple(Group(key, group_title(key, t), key in OPEN_GROUPS, tuple(groups[key])) for key in ordered)


def thing_of(hub: Hub, kind: str, t: Translator) -> Thing | None:
    """Return the pieces of one kind; None when none has a tag."""
    pieces = [each for each in hub.virtual.pieces if _kind(each) == kind] if hub.virtual is not None else []
    if not pieces:
        return None
    view = hub.table.view() if hub.table is not None else None
    return _thing(hub, view, pieces, group_key(hub, pieces[0]), t, Query())


@dataclass(frozen=True, slots=True)
class Query:
    """Words to look for, and the number of a copy where ``#`` names one. ``virtual.js`` does the same."""

    words: tuple[str, ...] = ()
    copy: str = ""

    def finds(self, thing: Thing) -> bool:
        """Return True when a thing has every word."""
        own = thing.words.split()
        return all(any(_hit(word, each) for each in own) for word in self.words)


def _hit(word: str, own: str) -> bool:
    """Return True for a number that is the same, few letters that begin a word, or more that are a part of one."""
    if word.isdecimal():
        return word == own
    return own.startswith(word) if len(word) < FEW else word in own


def query_of(text: str) -> Query:
    """Return a text that somebody typed, as a query."""
    said = plain(text).strip()
    copy = _NUMBER.search(said)
    return Query(tuple(_words(said.partition("#")[0]).split()), copy[1] if copy else "")


def _words(text: str) -> str:
    """Return the words of a text in lower case without accents, apart from what joins them."""
    return " ".join(re.findall(r"[^\W_]+", plain(text)))


def _kind(piece: VirtualPiece) -> str:
    return (piece.component or "").partition("#")[0]


def _thing(
    hub: Hub, view: View | None, pieces: list[VirtualPiece], key: str, t: Translator, wanted: Query
) -> Thing:  # fmt: skip
    """Return the copies of one kind as one thing."""
    first, kind = pieces[0], _kind(pieces[0])
    if not kind:
        name, look = stranger(first.kind, t), "phone" if first.kind == "phone" else "sticker"
        return Thing(first.uid, name, "", look, f"{_words(name)} {first.uid.lower()}", (Copy(first.uid),))
    name, look, sign = t.name(kind), "card", ""
    facts, face, seat, crest = "", CardFace(), "", None
    said = piece(kind)
    if kind.startswith(VP):
        look, sign = "coin", kind.removeprefix(VP)
    elif said is not None and said.amount:
        look, sign = "coin", signed(said.amount)
    elif said is not None and said.seat:
        look, sign = "seat", str(said.seat)
        seat, crest = _seat(hub, said.seat)
    elif said is not None:
        look, sign = "verb", f"i-{kind}"
    else:
        face, facts = _face(hub, view, first.game, kind, t), facts_of(hub, first, t)
    printed = [word for word in _words(facts).split() if not word.isdecimal()]  # a number is one of a name
    words = " ".join((_words(f"{name} {kind} {group_title(key, t)} {seat}"), *printed))
    return Thing(kind, name, kind, look, words, _copies(pieces, wanted), sign, face, facts, seat, crest)


def _copies(pieces: list[VirtualPiece], wanted: Query) -> tuple[Copy, ...]:
    """Return the copies of a kind with the one that is wanted on top."""
    several = len(pieces) > 1
    copies = [Copy(each.uid, (each.component or "").partition("#")[2] if several else "") for each in pieces]
    return tuple(sorted(copies, key=lambda copy: copy.number != wanted.copy)) if wanted.copy else tuple(copies)


def _seat(hub: Hub, n: int) -> tuple[str, int | None]:
    """Return who of the running match has the seat token ``n``, with the crest."""
    table = hub.table
    if table is None or n > len(table.header.seats):
        return "", None
    seat = table.header.seats[n - 1]
    return seat, table.crests.get(seat)


def _face(hub: Hub, view: View | None, game: str, kind: str, t: Translator) -> CardFace:
    """Return the face of a kind: in its match with the numbers of the match, otherwise with the public ones."""
    table = hub.table
    if table is not None and view is not None and table.game.id == game:
        return face_of(table, view, kind, t)
    face = hub.games[game].face(kind, {})
    return CardFace(face.type, t.say("card", face.word), face.cost, face.vp)


def facts_of(hub: Hub, piece: VirtualPiece, t: Translator) -> str:
    """Return the numbers that a piece of the running match has."""
    if hub.table is None or piece.game != hub.table.game.id or not piece.component:
        return ""
    return card_facts(hub.table, piece.component, t)


def group_key(hub: Hub, piece: VirtualPiece) -> str:
    """Return the sort of a thing.

    Shared pieces are sorted by what they do; a game's pieces by zone and, in its main deck, by type.
    """
    kind = _kind(piece)
    if not kind:
        return "blank"
    if kind in COUNTERS or kind.startswith(VP):
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
