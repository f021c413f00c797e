"""Which tag is which piece: one UID a piece, one piece a UID."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from lairkeeper.core.ids import COMPONENT, Component, Kind, kind_of
from lairkeeper.tags.uid import BadUidError, is_random, is_short, normal_uid


class StoredTag(Protocol):
    """A stored tag."""

    @property
    def uid(self) -> str:
        """Return the UID in normal form (upper-case hex)."""
        ...

    @property
    def game(self) -> str:
        """Return the game of the piece, or ``table`` for a shared one."""
        ...

    @property
    def component(self) -> str:
        """Return the piece with its copy number."""
        ...

    @property
    def note(self) -> str:
        """Return the owner's note, or "" without one."""
        ...


class TagTable(Protocol):
    """Where tags are stored; the store's table has this form."""

    def by_uid(self, uid: str) -> StoredTag | None:
        """Return the tag with this UID (normal form), or None."""
        ...

    def by_component(self, game: str, component: str) -> StoredTag | None:
        """Return the tag on this piece of a game, or None."""
        ...

    def of_game(self, game: str | None = None) -> Sequence[StoredTag]:
        """Return the tags of one game, or of all, in the order enrolled."""
        ...

    def put(self, uid: str, game: str, component: str, note: str, at: float) -> None:
        """Enrol; whatever the UID or the component stood for before is replaced."""
        ...

    def remove(self, uid: str) -> bool:
        """Delete a tag; return True when there was such a tag."""
        ...


@dataclass(frozen=True, slots=True)
class Tag:
    """An enrolled tag. ``game`` is ``table`` for the pieces that all games share."""

    uid: str
    game: str
    component: Component
    note: str = ""

    @property
    def kind(self) -> Kind:
        """Return the kind of the piece: ``catwoman`` for ``catwoman#2``."""
        return kind_of(self.component)


class TagCode(StrEnum):
    """Why a tag was not enrolled."""

    UID_TAKEN = "uid-taken"
    """This tag stands for another piece (args: uid, card, game)."""
    SHORT_TAKEN = "short-taken"
    """The same of a number of 4 bytes, which two cards may have (args: uid, card, game)."""
    TWICE = "twice"
    """The number lies on another reader at the same time (args: uid, zone)."""
    COMPONENT_TAKEN = "component-taken"
    """This piece has another tag (args: card, uid)."""
    FOREIGN_TAG = "foreign-tag"
    """A phone or a bank card (args: uid)."""
    RANDOM_UID = "random-uid"
    """A tag whose UID changes each time (args: uid)."""
    BAD_UID = "bad-uid"
    """Not a UID (args: uid)."""
    UNKNOWN_KIND = "unknown-kind"
    """The game has no such piece (args: kind, game)."""
    BAD_COMPONENT = "bad-component"
    """Not a piece with a copy number, such as ``vp-5#2`` (args: card)."""
    COPIES_EXHAUSTED = "copies-exhausted"
    """The game has fewer copies than that (args: card, n)."""
    NOTHING_EXPECTED = "nothing-expected"
    """Bulk enrolment is through with its list (args: uid)."""


@dataclass(frozen=True, slots=True)
class TagRefusal:
    """Not enrolled, text ``tag.<code>``. ``forcible``: the owner may insist and replace what was."""

    code: TagCode
    args: Mapping[str, Any] = field(default_factory=dict)
    forcible: bool = False


@dataclass(frozen=True, slots=True)
class Stock:
    """Contents of a game's box: copies by kind, in the order best enrolled; None is as many as you own.

    0 is as many as you own, too, but none until you say so: a number kept free for a card that nobody has listed.
    """

    game: str
    copies: Mapping[Kind, int | None]
    invented: frozenset[Kind] = frozenset()
    """Kinds whose number of copies nobody knows: it is the one of the invented set until the owner types it."""

    def invents(self, component: Component) -> bool:
        """Return whether nobody knows how many copies of this piece there are."""
        return component.partition("#")[0] in self.invented

    def components(self, unlimited: int = 10) -> Iterator[Component]:
        """Yield every copy of every kind; ``unlimited`` of those that have no number."""
        for kind, copies in self.copies.items():
            for n in range(1, (unlimited if copies is None else copies) + 1):
                yield f"{kind}#{n}"


class Registry:
    """The tags that are known here. Nothing is replaced unless ``force`` says so."""

    def __init__(self, table: TagTable, clock: Callable[[], float]) -> None:
        self._table = table
        self._clock = clock

    def lookup(self, uid: str) -> Tag | None:
        """Return the piece that a UID (in any spelling) stands for."""
        try:
            row = self._table.by_uid(normal_uid(uid))
        except BadUidError:
            return None
        return _tag(row) if row else None

    def tag_of(self, game: str, component: Component) -> Tag | None:
        """Return the tag on a piece."""
        row = self._table.by_component(game, component)
        return _tag(row) if row else None

    def list(self, game: str | None = None) -> tuple[Tag, ...]:
        """Return the tags of one game, or all, in the order enrolled."""
        return tuple(_tag(row) for row in self._table.of_game(game))

    def missing(self, stock: Stock) -> tuple[Component, ...]:
        """Return the pieces of the box that have no tag yet; kinds without a number count as one copy."""
        have = {tag.component for tag in self.list(stock.game)}
        return tuple(each for each in stock.components(unlimited=1) if each not in have)

    def enrol(
        self, uid: str, component: Component, stock: Stock, *, note: str = "", force: bool = False
    ) -> Tag | TagRefusal:
        """Let this tag stand for this piece, or say why not. The same pair again is no mistake."""
        refusal = self.check(uid, component, stock)
        if refusal is not None and not (force and refusal.forcible):
            return refusal
        uid = normal_uid(uid)
        known = self.lookup(uid)
        if known is not None and (known.game, known.component) == (stock.game, component) and note in {"", known.note}:
            return known
        self._table.put(uid, stock.game, component, note, self._clock())
        return Tag(uid, stock.game, component, note)

    def check(self, uid: str, component: Component, stock: Stock) -> TagRefusal | None:
        """Return the first reason against this pair; what cannot be forced comes first."""
        try:
            uid = normal_uid(uid)
        except BadUidError:
            return TagRefusal(TagCode.BAD_UID, {"uid": uid[:64]})
        kind, _, copy = component.partition("#")
        if is_random(uid):
            return TagRefusal(TagCode.RANDOM_UID, {"uid": uid})
        if not COMPONENT.fullmatch(component):
            return TagRefusal(TagCode.BAD_COMPONENT, {"card": component[:80]})
        if kind not in stock.copies:
            return TagRefusal(TagCode.UNKNOWN_KIND, {"kind": kind, "game": stock.game})
        owner = self._table.by_uid(uid)
        if owner is not None and (owner.game, owner.component) != (stock.game, component):
            code = TagCode.SHORT_TAKEN if is_short(uid) else TagCode.UID_TAKEN
            return TagRefusal(code, {"uid": uid, "card": owner.component, "game": owner.game}, True)
        other = self._table.by_component(stock.game, component)
        if other is not None and other.uid != uid:
            return TagRefusal(TagCode.COMPONENT_TAKEN, {"card": component, "uid": other.uid}, True)
        copies = stock.copies[kind]
        if copies and int(copy) > copies:
            return TagRefusal(TagCode.COPIES_EXHAUSTED, {"card": component, "n": copies}, True)
        return None

    def restore(self, tag: Tag) -> None:
        """Let a tag that was replaced stand for its piece again, whatever that replaces in turn."""
        self._table.put(tag.uid, tag.game, tag.component, tag.note, self._clock())

    def forget(self, uid: str) -> bool:
        """Make a tag unknown from now on; return True when there was such a tag."""
        try:
            return self._table.remove(normal_uid(uid))
        except BadUidError:
            return False


def foreign(uid: str) -> TagRefusal:
    """Return the refusal for a phone or bank card that the board told apart by its answer."""
    return TagRefusal(TagCode.FOREIGN_TAG, {"uid": uid})


def _tag(row: StoredTag) -> Tag:
    return Tag(row.uid, row.game, row.component, row.note)
