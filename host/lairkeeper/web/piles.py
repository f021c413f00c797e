"""The piles of a box: the pieces that are tagged in one go, and how many of them have a tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from lairkeeper.core.ids import Kind
from lairkeeper.core.pieces import SHARED, piece

from .game_texts import box_texts, box_title
from .pieces import group_title
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

UNNUMBERED: Final = 20
"""The number asked for in one go, of a piece that has no fixed one."""


@dataclass(frozen=True, slots=True)
class PileToTag:
    """Pieces of one sort. ``total`` is None where the owner has as many as there are."""

    key: str
    title: str
    have: int
    total: int | None
    lacking: tuple[tuple[Kind, int], ...] = field(default=(), repr=False)
    invented: bool = False
    """True when nobody knows how many of them there are."""

    @property
    def missing(self) -> int:
        """Return how many pieces lack a tag, or are asked for in one go."""
        return sum(n for _, n in self.lacking)

    @property
    def plan(self) -> str:
        """Return what lacks a tag as a list that an enrolment can begin with."""
        return ", ".join(f"{kind} x{n}" for kind, n in self.lacking)


def piles_of(hub: Hub, box: str, lang: str) -> Iterator[PileToTag]:
    """Yield the piles of a box (a game, or the shared tokens) in the order in which they are best tagged."""
    t = box_texts(hub, box, lang)
    have = Counter(tag.kind for tag in hub.registry.list(box))
    stock = hub.stock(box)
    sorts: dict[str, list[Kind]] = {}
    for kind, copies in stock.copies.items():
        sorts.setdefault(pile_of(hub, box, kind, copies), []).append(kind)
    for key, kinds in sorts.items():
        if stock.copies[kinds[0]] is None:
            yield PileToTag(key, t.name(key), have[key], None, ((key, UNNUMBERED),))
            continue
        counts = {kind: stock.copies[kind] or 0 for kind in kinds}
        lacking = tuple((kind, n - have[kind]) for kind, n in counts.items() if n > have[kind])
        owned = sum(min(have[kind], n) for kind, n in counts.items())
        invented = any(kind in stock.invented for kind in kinds)
        yield PileToTag(key, group_title(key, t), owned, sum(counts.values()), lacking, invented)


def pile_of(hub: Hub, box: str, kind: Kind, copies: int | None) -> str:
    """Return the key of the pile that a kind is in: its sort; a kind without a fixed number is a pile of its own."""
    if box == SHARED:
        token = piece(kind)
        assert token is not None
        return "seats" if token.seat else "points" if token.amount else "actions"
    return kind if copies is None else str(hub.games[box].catalog.kinds[kind].zone)


def pile_title(hub: Hub, box: str, key: str, lang: str) -> str:
    """Return the name of a pile; empty for a list of the owner's own."""
    t = box_texts(hub, box, lang)
    return "" if not key else t.name(key) if key in hub.stock(box).copies else group_title(key, t)


def pile_words(hub: Hub, box: str, key: str, t: Translator) -> str:
    """Return box and pile in words, as far as they are known: a box may belong to a game that is installed no more."""
    if box not in (SHARED, *hub.games):
        return box
    return ", ".join(each for each in (box_title(hub, box, t), pile_title(hub, box, key, t.lang)) if each)
